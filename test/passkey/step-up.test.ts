import { expect } from '@open-wc/testing';
import { run } from '../../src/base/browser/ceremony.js';
import { clientFor } from '../../src/base/client/client.js';
import type { LatchError } from '../../src/base/client/errors.js';
import { createPasskey } from '../../src/passkey/create.js';
import { signIn, signInOptionsOf } from '../../src/passkey/sign-in.js';
import { stepUp, stepUpOptionsOf, type StepUpOptions } from '../../src/passkey/step-up.js';
import { signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { addAuthenticator, type Authenticator } from '../support/browser/authenticator.js';
import {
  contentBackend,
  json,
  requestOptions,
  stepUpOptions,
  watchBackendRequests,
  type BackendRequests,
} from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { assertion } from '../support/browser/credentials.js';
import { rejection } from '../support/browser/rejection.js';
import { removeLocks } from '../support/browser/locks.js';

const client = clientFor();

describe('stepping up', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;
  let controller: AbortController;

  beforeEach(() => {
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    controller = new AbortController();
  });

  afterEach(async () => {
    controller.abort();
    await settled();
    requests.restore();
    backend.restore();
  });

  const step = (more: Partial<StepUpOptions> = {}) => stepUp({ client, signal: controller.signal, ...more });

  it('asks for a passkey of the account with user verification, and has the backend take the session for fresh', async () => {
    const phases: string[] = [];
    const result = step({ onPhase: (phase) => phases.push(phase) });
    const { method, options } = await requests.next();
    expect([method, options.mediation, options.uiMode]).to.deep.equal(['get', 'required', undefined]);
    expect(options.publicKey).to.include({ userVerification: 'required' });
    expect(
      (options.publicKey as PublicKeyCredentialRequestOptions).allowCredentials!.map(({ transports }) => transports),
    ).to.deep.equal([['internal']]);
    requests.all[0]!.choose(assertion());
    expect(await result).to.deep.equal({ credentialId: 'AQID' });
    expect(phases).to.deep.equal(['preparing', 'asking', 'verifying']);
    expect(backend.all.map(({ path }) => path)).to.deep.equal([
      '/webauthn/login/options?step-up',
      '/webauthn/login/verify?step-up',
    ]);
  });

  it('is not ended by a later click while the backend decides', async () => {
    let later: Promise<string> | undefined;
    backend.answerWith((request) => {
      if (request.path.includes('verify')) later = run(async () => 'begun', { mode: 'modal' });
      return contentBackend(request);
    });
    const result = step();
    (await requests.next()).choose(assertion());
    expect(await result).to.deep.equal({ credentialId: 'AQID' });
    expect(await later).to.equal('begun');
  });

  it('has options of its own: those of a sign-in are neither used nor spent', async () => {
    const options = signInOptionsOf(client);
    await options.prepare();
    const result = step();
    (await requests.next()).choose(assertion());
    await result;
    expect(backend.all.map(({ path }) => path)).to.deep.equal([
      '/webauthn/login/options',
      '/webauthn/login/options?step-up',
      '/webauthn/login/verify?step-up',
    ]);
  });

  it('begins at once with options that are at hand, and spends them', async () => {
    const options = stepUpOptionsOf(client);
    await options.prepare();
    for (let times = 1; times <= 2; times++) {
      const result = step({ options });
      (await requests.next(undefined, times - 1)).choose(assertion());
      await result;
      expect(backend.to('/webauthn/login/options')).to.have.length(times);
    }
  });

  it('passes the hints of the caller on in place of those of the backend', async () => {
    const result = rejection(step({ hints: ['security-key'] }));
    const request = await requests.next();
    expect((request.options.publicKey as { hints?: string[] }).hints).to.deep.equal(['security-key']);
    request.fail(new DOMException('', 'NotAllowedError'));
    await result;
  });

  for (const [what, options] of [
    ['user verification is not required', { ...stepUpOptions(), userVerification: 'preferred' }],
    ['no passkey is named', { ...stepUpOptions(), allowCredentials: [] }],
    ['there are the options of any sign-in', {}],
  ] as const) {
    it(`is unsupported where ${what}: a backend without step-up would sign in anyone who answers`, async () => {
      backend.answerWith(() => json(requestOptions(options)));
      expect((await rejection(step())).code).to.equal('unsupported');
      expect(requests.all).to.have.length(0);
    });
  }

  for (const [status, body, code] of [
    [401, { error: 'unauthenticated' }, 'unauthenticated'],
    [403, { error: 'step_up_required', methods: ['password'] }, 'step_up_required'],
    [404, { error: 'unsupported' }, 'unsupported'],
    [405, {}, 'unsupported'],
    [429, { error: 'rate_limited' }, 'rate_limited'],
    [500, {}, 'bad_response'],
  ] as const) {
    it(`ends as ${code} before the browser is asked when the backend answers ${status}`, async () => {
      backend.answerWith(() => json(body, status));
      const reason = await rejection<LatchError>(step());
      expect([reason.code, reason.cause]).to.deep.equal([code, body]);
      expect(requests.all).to.have.length(0);
    });
  }

  for (const [status, body, code] of [
    [400, { error: 'wrong_account' }, 'wrong_account'],
    [400, { error: 'verification_failed' }, 'rejected'],
    [401, { error: 'rejected' }, 'rejected'],
    [404, { error: 'unknown_credential', rpId: 'localhost', credentialId: 'AQID' }, 'unknown_credential'],
    [200, { verified: false }, 'bad_response'],
  ] as const) {
    it(`ends as ${code} when the backend answers the passkey with ${status} ${JSON.stringify(body)}`, async () => {
      backend.answerWith((request) => (request.path.includes('verify') ? json(body, status) : contentBackend(request)));
      const result = rejection(step());
      (await requests.next()).choose(assertion());
      expect((await result).code).to.equal(code);
    });
  }

  it('asks once more with a fresh challenge when the first one has expired, and then ends as challenge_expired', async () => {
    backend.answerWith((request) =>
      request.path.includes('verify') ? json({ error: 'challenge_expired' }, 400) : contentBackend(request),
    );
    const result = rejection(step());
    (await requests.next()).choose(assertion());
    (await requests.next(undefined, 1)).choose(assertion());
    expect((await result).code).to.equal('challenge_expired');
    expect(requests.all).to.have.length(2);
  });

  for (const [name, code] of [
    ['NotAllowedError', 'cancelled'],
    ['SecurityError', 'invalid_rp_id'],
    ['NotSupportedError', 'unsupported'],
    ['Whatever', 'cancelled'],
  ] as const) {
    it(`ends as ${code} when the browser rejects with ${name}`, async () => {
      const result = rejection(step());
      (await requests.next()).fail(new DOMException('', name));
      expect((await result).code).to.equal(code);
    });
  }

  const throwing = {
    get(): never {
      throw new Error('an extension');
    },
  };
  for (const [what, credential] of [
    ['null', null],
    ['an object without members', {} as Credential],
    [
      'an object whose members throw when read',
      Object.defineProperties({}, { rawId: throwing, response: throwing, toJSON: throwing }) as Credential,
    ],
    ['a password', { id: 'alice', type: 'password', password: 'secret' } as unknown as Credential],
  ] as const) {
    it(`ends as bad_response, with nothing sent, when an extension answers with ${what}`, async () => {
      const result = rejection(step());
      (await requests.next()).choose(credential);
      expect((await result).code).to.equal('bad_response');
      expect(backend.to('/webauthn/login/verify')).to.have.length(0);
    });
  }

  it('takes a passkey without toJSON, and one whose extension results throw', async () => {
    for (const more of [{ toJSON: undefined }, { getClientExtensionResults: throwing.get }]) {
      const result = step();
      (await requests.next(undefined, requests.all.length)).choose(assertion(more));
      expect(await result).to.deep.equal({ credentialId: 'AQID' });
    }
  });

  it('never sends PRF results', async () => {
    const result = step();
    (await requests.next()).choose(
      assertion({
        getClientExtensionResults: () => ({
          prf: { enabled: true, results: { first: new Uint8Array([90, 91, 92]).buffer } },
        }),
      }),
    );
    await result;
    expect(JSON.stringify(backend.all.at(-1)!.body))
      .to.contain('"prf":{"enabled":true}')
      .and.not.to.contain('Wltc');
  });

  it('leaves an offer in autofill alone when the account has no passkey, and takes its place otherwise', async () => {
    const ambient = rejection(signIn({ client, mode: 'ambient', signal: controller.signal }));
    const offer = await requests.next();
    backend.answerWith(() => json({ error: 'step_up_required', methods: ['password'] }, 403));
    await rejection(step());
    expect(offer.outcome).to.equal(undefined);
    backend.answerWith(contentBackend);
    const result = step();
    expect((await ambient).code).to.equal('superseded');
    (await requests.next(undefined, 1)).choose(assertion());
    await result;
    expect(requests.mostAtOnce).to.equal(1);
  });

  it('ends with its signal at every step, also beside a request that never settles', async () => {
    const giveLocksBack = removeLocks();
    requests.answerWith(() => new Promise(() => {}));
    for (const at of ['options', 'browser', 'verify']) {
      const ending = new AbortController();
      const asked = requests.all.length;
      backend.answerWith((request) => {
        const isAt = request.path.includes(at);
        if (isAt) ending.abort();
        return isAt ? new Promise<never>(() => {}) : contentBackend(request);
      });
      const result = rejection(step({ signal: ending.signal }));
      if (at !== 'options')
        void requests
          .next(undefined, asked)
          .then((request) => (at === 'browser' ? ending.abort() : request.choose(assertion())));
      expect((await result).code, at).to.equal('aborted');
    }
    giveLocksBack();
  });

  it('is insecure_context or unsupported where there are no passkeys, without a request to the browser', async () => {
    const native = globalThis.PublicKeyCredential;
    Object.assign(globalThis, { PublicKeyCredential: undefined });
    try {
      expect((await rejection(step())).code).to.equal('unsupported');
    } finally {
      Object.assign(globalThis, { PublicKeyCredential: native });
    }
    expect(requests.all).to.have.length(0);
  });
});

describe('stepping up at the reference server, with the real browser', () => {
  let authenticator: Authenticator;

  beforeEach(async () => {
    authenticator = await addAuthenticator();
  });

  afterEach(async () => {
    await authenticator.remove();
    await signOutQuietly();
  });

  const session = async () => (await fetch('/session')).json() as Promise<{ authMethod?: string; authTime?: number }>;

  it('makes the session fresh, and keeps its person', async () => {
    const username = await signUpUser();
    const { credentialId } = await createPasskey({ client });
    const before = await session();
    expect(await stepUp({ client })).to.deep.equal({ credentialId });
    const after = await session();
    expect([before.authMethod, after.authMethod]).to.deep.equal(['signup', 'passkey-uv']);
    expect(after.authTime).to.be.greaterThan(before.authTime!);
    expect(await whoIsSignedIn()).to.equal(username);
  });

  it('can be done again and again, with fresh options each time', async () => {
    await signUpUser();
    await createPasskey({ client });
    const options = stepUpOptionsOf(client);
    for (let times = 0; times < 3; times++) {
      await options.prepare();
      await stepUp({ client, options });
    }
  });

  it('is refused without verification of the person', async () => {
    await signUpUser();
    await createPasskey({ client });
    await authenticator.spoil({ isBadUV: true });
    expect((await rejection(stepUp({ client }))).code).to.equal('rejected');
    expect((await session()).authMethod).to.equal('signup');
  });

  it('names the methods of an account without passkeys', async () => {
    await signUpUser();
    const reason = await rejection<LatchError>(stepUp({ client }));
    expect([reason.code, (reason.cause as { methods: string[] }).methods]).to.deep.equal([
      'step_up_required',
      ['password'],
    ]);
  });

  it('is for those who are signed in', async () => {
    expect((await rejection(stepUp({ client }))).code).to.equal('unauthenticated');
  });

  it('refuses the passkey of another account', async () => {
    await signUpUser();
    const { credentialId: theirs } = await createPasskey({ client });
    await signOutQuietly();
    const username = await signUpUser();
    await createPasskey({ client });
    const backend = watchBackendRequests();
    backend.answerWith(async (request, real) => {
      const answer = await real();
      if (!request.path.includes('options')) return answer;
      return json({ ...(await answer.json()), allowCredentials: [{ type: 'public-key', id: theirs }] });
    });
    try {
      expect((await rejection(stepUp({ client }))).code).to.equal('wrong_account');
    } finally {
      backend.restore();
    }
    expect(await whoIsSignedIn()).to.equal(username);
    expect((await session()).authMethod).to.equal('signup');
  });
});
