import { expect } from '@open-wc/testing';
import { toBase64Url } from '../../src/base/bytes.js';
import { clientFor } from '../../src/base/client/client.js';
import type { LatchError } from '../../src/base/client/errors.js';
import { createPasskey } from '../../src/passkey/create.js';
import { listPasskeys } from '../../src/passkey/list.js';
import { changeAccount, removePasskey, renamePasskey } from '../../src/passkey/manage.js';
import { post, signOutQuietly, signUpUser } from '../support/browser/account.js';
import { addAuthenticator, type Authenticator } from '../support/browser/authenticator.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { takeBrowserEvents, type BrowserEvent } from '../support/browser/devtools.js';
import { credentialList, listedCredential, passkeyBackend } from '../support/browser/passkeys.js';
import { rejection } from '../support/browser/rejection.js';
import { watchSignals, type Signals } from '../support/browser/signals.js';

const client = clientFor();
const isCall = (method: string) => (request: { method: string; path: string }) =>
  request.method === method && request.path !== '/webauthn/credentials';

describe('passkey settings', () => {
  let backend: BackendRequests;
  let signals: Signals;

  beforeEach(() => {
    backend = watchBackendRequests();
    backend.answerWith(passkeyBackend(listedCredential({ id: 'AQID' }), listedCredential({ id: 'BAUG' })).answer);
    signals = watchSignals();
  });

  afterEach(async () => {
    await settled();
    signals.restore();
    backend.restore();
  });

  const changes: [
    what: string,
    method: string,
    change: (signal?: AbortSignal) => Promise<unknown>,
    accepted: string[],
  ][] = [
    ['listing', 'GET', (signal) => listPasskeys({ client, signal }), ['AQID', 'BAUG']],
    [
      'renaming',
      'PATCH',
      (signal) => renamePasskey({ client, id: 'AQID', nickname: 'Laptop', signal }),
      ['AQID', 'BAUG'],
    ],
    ['removing', 'DELETE', (signal) => removePasskey({ client, id: 'AQID', signal }), ['BAUG']],
  ];
  for (const [what, method, change, accepted] of changes) {
    it(`tells providers after ${what} what a fresh list says`, async () => {
      await change();
      await settled();
      expect(
        signals.of('signalAllAcceptedCredentials').map(({ allAcceptedCredentialIds }) => allAcceptedCredentialIds),
      ).to.deep.equal([accepted]);
      expect(signals.of('signalCurrentUserDetails')).to.deep.equal([
        { rpId: 'localhost', userId: 'dXNlcg', name: 'alice', displayName: 'Alice' },
      ]);
      expect(backend.all.at(-1)).to.include({ method: 'GET', path: '/webauthn/credentials' });
    });

    it(`does not wait for providers after ${what}`, async () => {
      signals.answerWith(() => new Promise(() => {}));
      await change();
      await settled();
      expect(signals.of('signalAllAcceptedCredentials')).to.have.length(1);
    });

    for (const [fault, respond, code] of [
      ['there is no connection', () => Promise.reject(new TypeError('Failed to fetch')), 'network'],
      ['the backend breaks down', () => json({ error: 'server_error' }, 500), 'bad_response'],
      ['no user is signed in', () => json({ error: 'unauthenticated' }, 401), 'unauthenticated'],
      [
        'the session is not fresh',
        () => json({ error: 'step_up_required', methods: ['passkey'] }, 403),
        'step_up_required',
      ],
    ] as const) {
      it(`rejects and tells providers nothing when ${what} fails because ${fault}`, async () => {
        backend.answerWith(respond);
        const { code: seen } = await rejection(change());
        await settled();
        expect([seen, signals.all.length, backend.all.length]).to.deep.equal([code, 0, 1]);
      });
    }

    it(`tells providers nothing when ${what} has succeeded and the list after it fails`, async () => {
      let calls = 0;
      const own = passkeyBackend(listedCredential({ id: 'AQID' })).answer;
      backend.answerWith((request, real) =>
        ++calls === 1 ? own(request, real) : json({ error: 'server_error' }, 500),
      );
      await change();
      await settled();
      expect([calls, signals.all.length]).to.deep.equal([2, 0]);
    });

    it(`ends ${what} with its signal, and what would be told after it`, async () => {
      const controller = new AbortController();
      backend.answerWith(() => new Promise<never>(() => {}));
      const pending = rejection(change(controller.signal));
      await settled();
      controller.abort();
      expect((await pending).code).to.equal('aborted');
      await settled();
      expect([backend.all.length, backend.all.at(-1)!.method, signals.all.length]).to.deep.equal([1, method, 0]);
    });
  }

  it('never lets providers delete what a list of before does not know: a slow answer is for the eyes only', async () => {
    let respond = (_response: Response) => {};
    backend.answerWith(({ path }) =>
      path.includes('credentials') ? new Promise((resolve) => (respond = resolve)) : json({}),
    );
    const list = listPasskeys({ client });
    await settled();
    const longer = passkeyBackend(listedCredential({ id: 'AQID' }), listedCredential({ id: 'BwgJ' }));
    backend.answerWith(longer.answer);
    respond(json(credentialList(listedCredential({ id: 'AQID' }))));
    expect((await list).credentials).to.have.length(1);
    await settled();
    expect(
      signals.of('signalAllAcceptedCredentials').map(({ allAcceptedCredentialIds }) => allAcceptedCredentialIds),
    ).to.deep.equal([['AQID', 'BwgJ']]);
  });

  it('sends a nickname without the white space around it, and removes it when there is nothing else', async () => {
    await renamePasskey({ client, id: 'AQID', nickname: '  My laptop ' });
    await renamePasskey({ client, id: 'AQID', nickname: ' \t ' });
    expect(backend.all.filter(isCall('PATCH')).map(({ body }) => body)).to.deep.equal([
      { nickname: 'My laptop' },
      { nickname: null },
    ]);
  });

  it('changes only the name that it is given', async () => {
    backend.answerWith(({ path }) =>
      json(path === '/account' ? { name: 'bob', displayName: 'Bob' } : credentialList()),
    );
    expect(await changeAccount({ client, displayName: 'Bob' })).to.deep.equal({ name: 'bob', displayName: 'Bob' });
    await changeAccount({ client, name: 'bob' });
    expect(backend.to('/account').map(({ method, body }) => [method, body])).to.deep.equal([
      ['PATCH', { displayName: 'Bob' }],
      ['PATCH', { name: 'bob' }],
    ]);
  });

  for (const id of ['', 'a/b', '../features', 'A+==', '💥', undefined as unknown as string]) {
    it(`says that ${JSON.stringify(id)} is not a credential, and asks no one`, async () => {
      for (const call of [() => removePasskey({ client, id }), () => renamePasskey({ client, id, nickname: 'x' })]) {
        const reason = await rejection(call());
        expect(reason).to.be.instanceOf(TypeError).and.to.have.property('message').that.contains('"id"');
      }
      expect(backend.all).to.have.length(0);
    });
  }
});

describe('passkey settings at the reference server, with the real browser', () => {
  let authenticator: Authenticator;

  beforeEach(async () => {
    authenticator = await addAuthenticator();
    await takeBrowserEvents();
  });

  afterEach(async () => {
    await authenticator.remove();
    await signOutQuietly();
  });

  /** The browser's next report of this kind. */
  async function nextBrowserEvent<Name extends BrowserEvent['event']>(
    name: Name,
  ): Promise<Extract<BrowserEvent, { event: Name }>> {
    for (;;) {
      const found = (await takeBrowserEvents()).find(({ event }) => event === name);
      if (found) return found as Extract<BrowserEvent, { event: Name }>;
    }
  }

  it('list what there is: created just now, without a name, from an unnamed provider', async () => {
    const username = await signUpUser();
    const before = Date.now();
    const { credentialId } = await createPasskey({ client });
    const { credentials, ...account } = await listPasskeys({ client });
    expect(account).to.include({ rpId: 'localhost', name: username });
    expect(credentials).to.have.length(1);
    expect(credentials[0]).to.include({
      id: credentialId,
      nickname: null,
      backedUp: true,
      deviceType: 'multiDevice',
      lastUsedAt: null,
    });
    expect(credentials[0]!.createdAt).to.be.within(before, Date.now());
  });

  it('keep a nickname, and let it go', async () => {
    await signUpUser();
    const { credentialId: id } = await createPasskey({ client });
    expect((await renamePasskey({ client, id, nickname: ' <b>Laptop</b> ' })).nickname).to.equal('<b>Laptop</b>');
    expect((await listPasskeys({ client })).credentials[0]!.nickname).to.equal('<b>Laptop</b>');
    expect((await renamePasskey({ client, id, nickname: '' })).nickname).to.equal(null);
  });

  it('remove a passkey, and its provider deletes it', async () => {
    await signUpUser();
    const { credentialId: id } = await createPasskey({ client });
    await removePasskey({ client, id });
    const { credentialId } = await nextBrowserEvent('WebAuthn.credentialDeleted');
    expect(toBase64Url(Uint8Array.from(atob(credentialId), (character) => character.charCodeAt(0)))).to.equal(id);
    expect(await authenticator.credentials()).to.have.length(0);
  });

  it('leave a passkey with its provider as long as the account has it', async () => {
    await signUpUser();
    await createPasskey({ client });
    for (let times = 0; times < 3; times++) await listPasskeys({ client });
    await renamePasskey({ client, id: (await listPasskeys({ client })).credentials[0]!.id, nickname: 'Laptop' });
    await changeAccount({ client, displayName: 'Someone' });
    await nextBrowserEvent('WebAuthn.credentialUpdated');
    expect(await authenticator.credentials()).to.have.length(1);
  });

  it('tell the provider the present name of the account', async () => {
    await signUpUser();
    await createPasskey({ client });
    await takeBrowserEvents();
    const { displayName } = await changeAccount({ client, displayName: 'Ms Someone' });
    expect(displayName).to.equal('Ms Someone');
    for (;;) {
      const { credential } = await nextBrowserEvent('WebAuthn.credentialUpdated');
      if (credential.userDisplayName === 'Ms Someone') break;
    }
  });

  it('keep the last passkey of an account without a password', async () => {
    await post('/signup', { username: `somebody-${crypto.randomUUID()}` });
    const { credentialId: id } = await createPasskey({ client });
    const reason = await rejection<LatchError>(removePasskey({ client, id }));
    expect([reason.code, reason.reason]).to.deep.equal(['rejected', 'last_way_in']);
    expect(await authenticator.credentials()).to.have.length(1);
  });

  it('have nothing of another user', async () => {
    await signUpUser();
    const { credentialId: id } = await createPasskey({ client });
    await signOutQuietly();
    await signUpUser();
    expect((await listPasskeys({ client })).credentials).to.deep.equal([]);
    expect((await rejection(removePasskey({ client, id }))).code).to.equal('not_found');
    expect((await rejection(renamePasskey({ client, id, nickname: 'Mine' }))).code).to.equal('not_found');
    expect(await authenticator.credentials(), 'that account has other user handles').to.have.length(1);
  });
});
