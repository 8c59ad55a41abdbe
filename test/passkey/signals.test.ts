import { expect } from '@open-wc/testing';
import type { AuthenticationResponse } from '../../src/base/contract/types.js';
import { run } from '../../src/base/browser/ceremony.js';
import { clientFor } from '../../src/base/client/client.js';
import { finishPasskeySignIn } from '../../src/base/contract/passkey-sign-in.js';
import { LatchError } from '../../src/base/client/errors.js';
import {
  creationLock,
  signalAllAccepted,
  signalCurrentDetails,
  signalUnknownCredential,
  signalPasskeys,
  signalIfUnknown,
} from '../../src/passkey/signals.js';
import { addAuthenticator } from '../support/browser/authenticator.js';
import { answer, json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { credentialList, listedCredential } from '../support/browser/passkeys.js';
import { rejection } from '../support/browser/rejection.js';
import { signalNames, watchSignals, type Signals } from '../support/browser/signals.js';
import { removeLocks } from '../support/browser/locks.js';

const client = clientFor();
const throwing = () => {
  throw new Error('an extension');
};
const list = credentialList(listedCredential({ id: 'AQID' }), listedCredential({ id: 'BAUG' }));

describe('what passkey providers receive', () => {
  let backend: BackendRequests;
  let signals: Signals;

  beforeEach(() => {
    backend = watchBackendRequests();
    backend.answerWith(() => json(list));
    signals = watchSignals();
  });

  afterEach(async () => {
    await settled();
    signals.restore();
    backend.restore();
  });

  it('is in the words of the standard', () => {
    signalUnknownCredential({ rpId: 'localhost', credentialId: 'AQID' });
    signalAllAccepted(list);
    signalCurrentDetails(list);
    expect(signals.all).to.deep.equal([
      { name: 'signalUnknownCredential', details: { rpId: 'localhost', credentialId: 'AQID' } },
      {
        name: 'signalAllAcceptedCredentials',
        details: { rpId: 'localhost', userId: 'dXNlcg', allAcceptedCredentialIds: ['AQID', 'BAUG'] },
      },
      {
        name: 'signalCurrentUserDetails',
        details: { rpId: 'localhost', userId: 'dXNlcg', name: 'alice', displayName: 'Alice' },
      },
    ]);
  });

  it('comes from a list of its own, fetched for the purpose', async () => {
    await signalPasskeys(client);
    expect(backend.all.map(({ method, path }) => [method, path])).to.deep.equal([['GET', '/webauthn/credentials']]);
    expect(signals.of('signalAllAcceptedCredentials')).to.deep.equal([
      { rpId: 'localhost', userId: 'dXNlcg', allAcceptedCredentialIds: ['AQID', 'BAUG'] },
    ]);
    expect(signals.of('signalCurrentUserDetails')).to.have.length(1);
  });

  it('is for the user handle that the passkey has returned, if the list has that passkey', async () => {
    const used = (id: string) => ({ id, response: { userHandle: 'CAk' } }) as AuthenticationResponse;
    await signalPasskeys(client, undefined, { used: used('AQID') });
    await signalPasskeys(client, undefined, { used: used('ZZZZ') });
    for (const name of ['signalAllAcceptedCredentials', 'signalCurrentUserDetails'] as const)
      expect(signals.of(name).map(({ userId }) => userId)).to.deep.equal(['CAk', 'dXNlcg']);
  });

  it('is that a removed passkey is unknown, unless the list still has it', async () => {
    await signalPasskeys(client, undefined, { removed: 'AQID' });
    await signalPasskeys(client, undefined, { removed: 'ZZZZ' });
    expect(signals.of('signalUnknownCredential')).to.deep.equal([{ rpId: 'localhost', credentialId: 'ZZZZ' }]);
  });

  it('is that none is accepted when the account has none left', async () => {
    backend.answerWith(() => json(credentialList()));
    await signalPasskeys(client);
    expect(signals.of('signalAllAcceptedCredentials')).to.deep.equal([
      { rpId: 'localhost', userId: 'dXNlcg', allAcceptedCredentialIds: [] },
    ]);
  });

  const whole = JSON.stringify(list);
  const faults: [what: string, respond: () => Response | Promise<Response>][] = [
    ['there is no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the backend breaks down', () => json({ error: 'server_error' }, 500)],
    ['the backend is overloaded', () => json({ error: 'unavailable' }, 503)],
    ['a broken backend sends the list all the same', () => json(list, 500)],
    ['no user is signed in', () => json({ error: 'unauthenticated' }, 401)],
    ['the backend has no such chapter', () => json({ error: 'unsupported' }, 404)],
    ['the answer is cut off', () => answer(whole.slice(0, -1))],
    ['the answer is cut off in the middle', () => answer(whole.slice(0, whole.length / 2))],
    ['the answer is a page', () => answer('<!doctype html>')],
    ['the answer is empty', () => answer('')],
    ['the answer has no list', () => json({ ...list, credentials: undefined })],
    ['the list is no list', () => json({ ...list, credentials: { 0: list.credentials[0] } })],
    [
      'one passkey in the list has no id',
      () => json({ ...list, credentials: [list.credentials[0], { ...list.credentials[1], id: undefined }] }),
    ],
    [
      'one passkey in the list has an id that is no base64url',
      () => json({ ...list, credentials: [{ ...list.credentials[0], id: 'A+/=' }] }),
    ],
    ['one passkey in the list is null', () => json({ ...list, credentials: [list.credentials[0], null] })],
    ['the answer does not say whose list it is', () => json({ ...list, userId: '' })],
    ['the answer does not say for which site', () => json({ ...list, rpId: 7 })],
    [
      'the list is longer than any real one',
      () => json(credentialList(...Array.from({ length: 1025 }, () => listedCredential()))),
    ],
  ];
  for (const [what, respond] of faults) {
    it(`is nothing when ${what}`, async () => {
      backend.answerWith(respond);
      await signalPasskeys(client);
      expect(signals.all).to.deep.equal([]);
    });
  }

  it('is nothing when its signal has aborted, at whatever step', async () => {
    const giveLocksBack = removeLocks();
    const aborted = AbortSignal.abort();
    await signalPasskeys(client, aborted);
    for (let steps = 0; steps < 40; steps++) {
      const controller = new AbortController();
      const before = signals.all.length;
      const told = signalPasskeys(client, controller.signal);
      for (let step = 0; step < steps; step++) await Promise.resolve();
      const sent = signals.all.length - before;
      controller.abort();
      await told;
      await settled();
      expect(signals.all.length - before, `after ${steps} steps`).to.equal(sent);
      expect(sent === 0 || sent === 2, `all or nothing after ${steps} steps`).to.equal(true);
    }
    giveLocksBack();
    expect(signals.all.length, 'it is signaled in the end').to.be.greaterThan(0);
  });

  it('waits for a passkey that is just being created, because it is in no list yet', async () => {
    let store = () => {};
    const creation = run(() => new Promise<void>((resolve) => (store = resolve)), { mode: 'modal' });
    await settled();
    const told = signalPasskeys(client);
    await settled();
    expect(backend.all).to.have.length(0);
    const longer = credentialList(...list.credentials, listedCredential({ id: 'BwgJ' }));
    backend.answerWith(() => json(longer));
    store();
    await creation;
    await told;
    expect(
      signals.of('signalAllAcceptedCredentials').map(({ allAcceptedCredentialIds }) => allAcceptedCredentialIds),
    ).to.deep.equal([['AQID', 'BAUG', 'BwgJ']]);
  });

  it('is nothing when a ceremony begins before the list is there', async () => {
    let respond = (_response: Response) => {};
    backend.answerWith(() => new Promise((resolve) => (respond = resolve)));
    const told = signalPasskeys(client);
    await settled();
    const creation = run(async () => 'created', { mode: 'modal' });
    respond(json(list));
    expect(await creation).to.equal('created');
    await told;
    await settled();
    expect(signals.all).to.deep.equal([]);
  });

  it('never comes from an answer that a later one has overtaken', async () => {
    const answers: ((response: Response) => void)[] = [];
    backend.answerWith(() => new Promise((resolve) => answers.push(resolve)));
    const first = signalPasskeys(client);
    const second = signalPasskeys(client);
    await settled();
    expect(answers.length, 'lists that are requested at a time').to.equal(1);
    answers[0]!(json(list));
    await settled();
    answers[1]!(json(credentialList(list.credentials[0]!)));
    await Promise.all([first, second]);
    expect(signals.of('signalAllAcceptedCredentials').at(-1)).to.deep.include({ allAcceptedCredentialIds: ['AQID'] });
  });

  for (const [what, respond] of [
    ['rejects', () => Promise.reject(new DOMException('', 'SecurityError'))],
    ['throws', throwing],
    ['never answers', () => new Promise(() => {})],
    ['answers with something that throws', () => new Proxy({}, { get: throwing })],
  ] as [string, () => unknown][]) {
    it(`causes no error when the browser ${what}`, async () => {
      const troubles: unknown[] = [];
      const notice = (event: PromiseRejectionEvent) => void troubles.push(event.reason);
      addEventListener('unhandledrejection', notice);
      signals.answerWith(respond);
      signalUnknownCredential({ rpId: 'localhost', credentialId: 'AQID' });
      await signalPasskeys(client);
      await settled();
      removeEventListener('unhandledrejection', notice);
      expect([signals.all.length, troubles.length]).to.deep.equal([3, 0]);
    });
  }

  it('is nothing, and nothing is fetched for it, in a browser without signals', async () => {
    for (const name of signalNames)
      Object.defineProperty(PublicKeyCredential, name, { configurable: true, value: undefined });
    await signalPasskeys(client);
    signalIfUnknown(
      new LatchError('unknown_credential', '', { credential: { rpId: 'localhost', credentialId: 'AQID' } }),
    );
    expect(backend.all).to.have.length(0);
  });

  it('is nothing where an extension has put getters that throw in the place of the signals', async () => {
    for (const name of signalNames)
      Object.defineProperty(PublicKeyCredential, name, { configurable: true, get: throwing });
    await signalPasskeys(client);
    signalUnknownCredential({ rpId: 'localhost', credentialId: 'AQID' });
    await settled();
    expect(backend.all).to.have.length(0);
  });

  it('is nothing where there are no passkeys at all', async () => {
    const native = globalThis.PublicKeyCredential;
    Object.assign(globalThis, { PublicKeyCredential: undefined });
    try {
      await signalPasskeys(client);
      signalUnknownCredential({ rpId: 'localhost', credentialId: 'AQID' });
      await settled();
    } finally {
      Object.assign(globalThis, { PublicKeyCredential: native });
    }
    expect(backend.all).to.have.length(0);
  });

  describe('while another tab creates a passkey', () => {
    /** Holds the lock as a tab does that creates one, until the returned function is called. */
    async function createElsewhere(): Promise<() => void> {
      let end!: () => void;
      const over = new Promise<void>((resolve) => (end = resolve));
      await new Promise<void>((begun) => {
        void navigator.locks.request(creationLock, { mode: 'shared' }, () => {
          begun();
          return over;
        });
      });
      return end;
    }

    it('waits for its turn without the lock, which another tab needs to create one', async () => {
      let endOffer = () => {};
      const offer = run(() => new Promise<void>((resolve) => (endOffer = resolve)), { mode: 'ambient' });
      await settled();
      const told = signalPasskeys(client);
      await settled();
      const isFree = await navigator.locks.request(
        creationLock,
        { mode: 'shared', ifAvailable: true },
        async (lock) => lock !== null,
      );
      endOffer();
      await offer;
      await told;
      expect([isFree, signals.of('signalAllAcceptedCredentials').length]).to.deep.equal([true, 1]);
    });

    it('is nothing, because the list would lack it', async () => {
      const end = await createElsewhere();
      await signalPasskeys(client);
      expect(signals.all).to.have.length(0);
      end();
      await navigator.locks.request(creationLock, () => {});
      await signalPasskeys(client);
      expect(signals.of('signalAllAcceptedCredentials')).to.have.length(1);
    });
  });

  describe('of a passkey that the backend does not know', () => {
    /** What verifying a sign-in rejects with when the backend answers so. */
    function refuse(body: unknown, status: number): Promise<Error> {
      backend.answerWith(() => json(body, status));
      return rejection(client.call(finishPasskeySignIn));
    }
    const unknown = { error: 'unknown_credential', rpId: 'localhost', credentialId: 'AQID' };

    it('is exactly what the backend said of it', async () => {
      signalIfUnknown(await refuse(unknown, 404));
      expect(signals.all).to.deep.equal([
        { name: 'signalUnknownCredential', details: { rpId: 'localhost', credentialId: 'AQID' } },
      ]);
    });

    for (const [what, body, status] of [
      ['names no passkey', { error: 'unknown_credential', rpId: 'localhost' }, 404],
      ['names no site', { error: 'unknown_credential', credentialId: 'AQID' }, 404],
      ['names something that is no passkey', { ...unknown, credentialId: '' }, 404],
      ['says that something else was not found', { ...unknown, error: 'not_found' }, 404],
      ['breaks down during the response', unknown, 500],
      ['refuses the passkey for another reason', { error: 'rejected', rpId: 'localhost', credentialId: 'AQID' }, 401],
    ] as const) {
      it(`is nothing when the backend ${what}`, async () => {
        signalIfUnknown(await refuse(body, status));
        expect(signals.all).to.deep.equal([]);
      });
    }

    it('is nothing for what is no error of ours', () => {
      for (const error of [
        undefined,
        null,
        'unknown_credential',
        new Error('x'),
        { code: 'unknown_credential', credential: unknown },
      ])
        signalIfUnknown(error);
      expect(signals.all).to.deep.equal([]);
    });
  });
});

it('a real browser removes a passkey that is signaled as unknown', async () => {
  const authenticator = await addAuthenticator();
  const publicKey = {
    challenge: new Uint8Array(16),
    rp: { id: 'localhost', name: 'Latchkey' },
    user: { id: new Uint8Array(32), name: 'alice', displayName: 'Alice' },
    pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
    authenticatorSelection: { residentKey: 'required' as const },
  };
  const { id } = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  signalIfUnknown(
    new LatchError('unknown_credential', '', {
      credential: { rpId: 'localhost', credentialId: id },
    }),
  );
  let left = 1;
  while (left > 0) left = (await authenticator.credentials()).length;
  await authenticator.remove();
});
