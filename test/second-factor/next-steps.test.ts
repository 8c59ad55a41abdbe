import { expect } from '@open-wc/testing';
import { timeStepAt, totpCode } from '../../src/conformance/totp.js';
import { listen } from '../../src/base/storage/channel.js';
import { clientFor } from '../../src/base/client/client.js';
import { signInWithPassword } from '../../src/password/sign-in.js';
import {
  acceptTerms,
  chooseAccount,
  confirmTotpAtSignIn,
  readNextStep,
  verifySecondFactor,
} from '../../src/second-factor/next-steps.js';
import {
  confirmTotpInSettings,
  enrollTotp,
  readSecondFactor,
  removeTotp,
  renewRecoveryCodes,
  requireSecondFactor,
} from '../../src/second-factor/second-factor.js';
import { signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { rejection } from '../support/browser/rejection.js';
import { until } from '../support/browser/until.js';

const client = clientFor();
const password = 'correct horse battery';

/** The code of a secret for the time step that is `steps` from now. */
const codeOf = (secret: string, steps: number): Promise<string> => totpCode(secret, timeStepAt(Date.now()) + steps);

describe('the next steps of a sign-in', () => {
  let backend: BackendRequests;

  beforeEach(() => (backend = watchBackendRequests()));

  afterEach(async () => {
    backend.restore();
    await signOutQuietly();
  });

  it('are a second factor, which is set up, asked for after the password, and removed', async () => {
    const name = await signUpUser();
    await client.call({ method: 'PUT', path: 'account/password' }, { body: { password } });
    expect(await readSecondFactor({ client })).to.deep.equal({
      required: false,
      policy: 'optional',
      recoveryCodes: 0,
    });
    const { secret, otpauthUri } = await enrollTotp({ client });
    expect(new URL(otpauthUri).searchParams.get('secret')).to.equal(secret);
    expect(await rejection(confirmTotpInSettings({ client, code: '12' }))).to.include({
      code: 'rejected',
      status: 400,
    });
    const recoveryCodes = await confirmTotpInSettings({ client, code: await codeOf(secret, 0) });
    expect(recoveryCodes).to.have.length(10);
    await signOutQuietly();

    const told: string[] = [];
    const over = new AbortController();
    listen(({ type }) => told.push(type), over.signal);
    const signIn = () => signInWithPassword({ client, username: name, password });
    const next = { step: 'second-factor', methods: ['totp', 'recovery-code'] };
    expect(await signIn()).to.deep.equal({ method: 'password', next });
    expect(await readNextStep({ client })).to.deep.equal({ next, signedIn: false, authMethod: undefined });
    expect(await whoIsSignedIn()).to.equal(undefined);
    expect(told).to.deep.equal([]);
    expect((await rejection(verifySecondFactor({ client, code: '000' }))).code).to.equal('rejected');
    await verifySecondFactor({ client, code: await codeOf(secret, 1) });
    expect(await whoIsSignedIn()).to.equal(name);
    // the message may come after the answers
    await until(() => told.length > 0);
    expect(told).to.deep.equal(['signed-in']);
    over.abort();
    expect((await rejection(verifySecondFactor({ client, code: '000' }))).code).to.equal('unauthenticated');

    const renewed = await renewRecoveryCodes({ client });
    await signOutQuietly();
    await signIn();
    expect((await rejection(verifySecondFactor({ client, code: recoveryCodes[0]! }))).code).to.equal('rejected');
    await verifySecondFactor({ client, code: renewed[0]! });
    expect((await readSecondFactor({ client })).recoveryCodes).to.equal(9);
    await removeTotp({ client });
    expect((await rejection(removeTotp({ client }))).code).to.equal('not_found');
    expect(await rejection(requireSecondFactor({ client, required: true }))).to.include({
      code: 'rejected',
      status: 409,
    });
    await signOutQuietly();
    await signIn();
    expect(await whoIsSignedIn()).to.equal(name);
  });

  it('are what the backend says, one after the other', async () => {
    const next = { step: 'accept-terms', url: 'https://example.com/terms' };
    backend.answerWith(() => json({ next }));
    expect(await chooseAccount({ client, id: 'a' })).to.deep.equal({ next });
    backend.answerWith(() => json({}));
    expect(await chooseAccount({ client, id: 'a' })).to.deep.equal({ next: undefined });
    await acceptTerms({ client, url: next.url });
    expect(backend.all.slice(1).map(({ path, body }) => [path, body])).to.deep.equal([
      ['/session/account', { id: 'a' }],
      ['/session/terms', { url: next.url }],
    ]);
  });

  it('never cost the recovery codes, which are shown once', async () => {
    const answer = { recoveryCodes: ['AAAA-BBBB'], next: { step: 'accept-terms', url: 'https://example.com/terms' } };
    backend.answerWith(() => json(answer));
    expect(await confirmTotpAtSignIn({ client, code: '123456' })).to.deep.equal(answer);
  });

  it('let a sign-in with advice succeed, and refuse an empty code', async () => {
    backend.answerWith(() => json({ next: { step: 'create-passkey' } }));
    expect(await signInWithPassword({ client, username: 'ada', password })).to.deep.equal({ method: 'password' });
    for (const code of ['', undefined as never])
      expect(await rejection(verifySecondFactor({ client, code }))).to.be.an.instanceOf(TypeError);
  });
});
