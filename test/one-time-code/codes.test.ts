import { expect } from '@open-wc/testing';
import { listen } from '../../src/base/storage/channel.js';
import { clientFor } from '../../src/base/client/client.js';
import { requestCode, verifyCode } from '../../src/one-time-code/index.js';
import { signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { codeSentTo, giveAddress, giveVerifiedAddress, otherThan } from '../support/browser/codes.js';
import { askFrame, strangeOrigin } from '../support/browser/frames.js';
import { rejection } from '../support/browser/rejection.js';

describe('one-time codes at the reference server', () => {
  const client = clientFor();
  afterEach(() => signOutQuietly());

  it('sign their owner in, and tell the other tabs', async () => {
    const name = await signUpUser();
    const to = await giveVerifiedAddress();
    await signOutQuietly();
    const over = new AbortController();
    const heard = new Promise((resolve) => listen(({ type }) => resolve(type), over.signal));
    const code = await codeSentTo(to, () => requestCode({ client, to }));
    expect(await verifyCode({ client, code })).to.deep.equal({ method: 'otp' });
    expect(await whoIsSignedIn()).to.equal(name);
    expect(await heard).to.equal('signed-in');
    over.abort();
  });

  it('say until when they can be used, of every address', async () => {
    const before = Date.now();
    const { expires } = await requestCode({ client, to: 'unknown@example.com' });
    expect(expires - 10 * 60_000).to.be.within(before, Date.now());
  });

  it('verify an address of who is signed in, of which other tabs need not hear', async () => {
    await signUpUser();
    const to = await giveAddress();
    const over = new AbortController();
    const heard: string[] = [];
    listen(({ type }) => heard.push(type), over.signal);
    const code = await codeSentTo(to, () => requestCode({ client, to }));
    expect(await verifyCode({ client, code })).to.equal(undefined);
    await settled();
    expect(heard).to.deep.equal([]);
    over.abort();
  });

  it('are rejected when they are wrong', async () => {
    await signUpUser();
    const to = await giveAddress();
    const code = await codeSentTo(to, () => requestCode({ client, to }));
    expect((await rejection(verifyCode({ client, code: otherThan(code) }))).code).to.equal('rejected');
  });

  it('are not asked for by what is not an address', async () => {
    expect((await rejection(requestCode({ client, to: 'unknown' }))).code).to.equal('rejected');
  });
});

describe('one-time codes at any backend', () => {
  const client = clientFor();
  let backend: BackendRequests;
  beforeEach(() => (backend = watchBackendRequests()));
  afterEach(() => backend.restore());

  it('are requested and given back in the body of a post, and nowhere else', async () => {
    backend.answerWith(({ path }) => json(path === '/otp/request' ? { expires: 1 } : {}));
    await requestCode({ client, to: '+4930901820' });
    await verifyCode({ client, code: '\u202d٠١٢ ３４–५\u202c' });
    expect(backend.all.map(({ method, path, body }) => [method, path, body])).to.deep.equal([
      ['POST', '/otp/request', { to: '+4930901820' }],
      ['POST', '/otp/verify', { code: '012345' }],
    ]);
  });

  for (const [authMethod, method] of [
    ['password', 'password'],
    ['passkey-uv', 'passkey'],
    ['signup', 'password'],
    ['oidc', 'oidc'],
    [undefined, 'otp'],
  ] as const)
    it(`report how the sign-in began that they complete: ${authMethod ?? 'with the code'}`, async () => {
      backend.answerWith(() => json({ authMethod }));
      expect(await verifyCode({ client, code: '012345' })).to.deep.equal({ method });
    });

  for (const [status, body, code] of [
    [400, { error: 'rejected' }, 'rejected'],
    [409, { error: 'wrong_account' }, 'wrong_account'],
    [404, {}, 'unsupported'],
    [429, {}, 'rate_limited'],
    [500, {}, 'bad_response'],
    [200, { signedIn: 7 }, 'bad_response'],
    [200, [], 'bad_response'],
  ] as const) {
    it(`are ${code} after ${status} ${JSON.stringify(body)}`, async () => {
      backend.answerWith(() => json(body, status));
      expect((await rejection(verifyCode({ client, code: '123456' }))).code).to.equal(code);
    });
  }

  it('are requested with the page at the top, from a frame of another origin alone', async () => {
    expect((await askFrame(strangeOrigin(), '?ask')).status).to.equal(
      JSON.stringify({ to: 'ada@example.com', topOrigin: location.origin }),
    );
    expect((await askFrame(location.origin, '?ask')).status).to.equal(JSON.stringify({ to: 'ada@example.com' }));
  });

  it('are aborted with their signal, whatever the backend does', async () => {
    backend.answerWith(() => new Promise(() => {}));
    for (const ask of [
      (signal: AbortSignal) => requestCode({ client, to: 'a@example.com', signal }),
      (signal: AbortSignal) => verifyCode({ client, code: '123456', signal }),
    ]) {
      const userId = new AbortController();
      const asked = rejection(ask(userId.signal));
      await settled();
      userId.abort();
      expect((await asked).code).to.equal('aborted');
    }
  });

  it('are called wrongly with anything but texts of digits', async () => {
    for (const code of [
      '',
      '123',
      '12345a',
      '\u200b\u200e\u200b\u200e',
      '1'.repeat(13),
      undefined as unknown as string,
    ]) {
      const error = await rejection(verifyCode({ client, code }));
      expect([error instanceof TypeError, error.message]).to.deep.equal([true, '"code" must be 4 to 12 digits']);
    }
    const error = await rejection(requestCode({ client, to: undefined as unknown as string }));
    expect([error instanceof TypeError, error.message]).to.deep.equal([true, '"to" must be a string']);
    expect(backend.all.length).to.equal(0);
  });
});
