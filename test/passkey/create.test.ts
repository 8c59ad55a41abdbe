import { expect } from '@open-wc/testing';
import { run } from '../../src/base/browser/ceremony.js';
import { toBase64Url } from '../../src/base/bytes.js';
import { clientFor } from '../../src/base/client/client.js';
import { createPasskey, type CreatePasskeyOptions } from '../../src/passkey/create.js';
import { signIn, signInOptionsOf } from '../../src/passkey/sign-in.js';
import { creationLock } from '../../src/passkey/signals.js';
import { withStepUp } from '../../src/session/step-up.js';
import { signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { addAuthenticator } from '../support/browser/authenticator.js';
import {
  contentBackend,
  creationOptions,
  json,
  watchBackendRequests,
  type BackendRequests,
} from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import {
  watchCredentialRequests,
  type CredentialRequest,
  type CredentialRequests,
} from '../support/browser/credential-requests.js';
import { attestation } from '../support/browser/credentials.js';
import { rejection } from '../support/browser/rejection.js';
import { watchSignals } from '../support/browser/signals.js';

const client = clientFor();

describe('creating a passkey', () => {
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

  const create = (more: Partial<CreatePasskeyOptions> = {}) =>
    createPasskey({ client, signal: controller.signal, ...more });

  it('discards options for a sign-in from before, which do not name the new passkey', async () => {
    const options = signInOptionsOf(client);
    await options.prepare();
    expect(options.remaining()).to.be.above(0);
    const result = create();
    (await requests.next()).choose(attestation());
    await result;
    expect(options.remaining()).to.equal(0);
  });

  it('keeps other tabs from telling providers of a list without the new passkey', async () => {
    Reflect.deleteProperty(navigator, 'locks');
    const result = create();
    const request = await requests.next();
    const isHeld = async () => (await navigator.locks.query()).held!.some(({ name }) => name === creationLock);
    expect(await isHeld()).to.equal(true);
    request.choose(attestation());
    await result;
    expect(await isHeld()).to.equal(false);
  });

  it('warns of options that may create a passkey which no sign-in can offer', async () => {
    const { warn } = console;
    const warnings: unknown[] = [];
    console.warn = (...parts: unknown[]) => warnings.push(parts.join(' '));
    try {
      for (const authenticatorSelection of [{ residentKey: 'preferred' }, { residentKey: 'required' }]) {
        backend.answerWith((request) =>
          request.path.includes('options')
            ? json(creationOptions({ authenticatorSelection }))
            : contentBackend(request),
        );
        const result = create();
        (await requests.next(undefined, requests.all.length)).choose(attestation());
        await result;
      }
      expect(warnings).to.have.length(1);
      expect(warnings[0]).to.include('residentKey');
    } finally {
      console.warn = warn;
    }
  });

  it('does not wait for locks that the browser refuses', async () => {
    Object.defineProperty(navigator, 'locks', {
      configurable: true,
      value: { request: () => Promise.reject(new DOMException('', 'SecurityError')) },
    });
    const result = create();
    (await requests.next()).choose(attestation());
    expect(await result).to.have.property('credentialId', 'AQID');
  });

  it('asks the browser, has the backend store the answer, and tells what came of it', async () => {
    const phases: string[] = [];
    const result = create({ onPhase: (phase) => phases.push(phase) });
    const request = await requests.next();
    expect([request.method, request.options.mediation ?? 'optional']).to.deep.equal(['create', 'optional']);
    request.choose(attestation());
    expect(await result).to.deep.equal({ credentialId: 'AQID', backedUp: true });
    expect(phases).to.deep.equal(['preparing', 'asking', 'verifying']);
    expect(backend.all.map(({ path }) => path)).to.deep.equal([
      '/webauthn/register/options',
      '/webauthn/register/verify',
    ]);
    expect(backend.all[1]!.body).to.have.nested.property('response.attestationObject', 'Cgs');
  });

  for (const [what, answer, signalled] of [
    ['refuses it', () => json({ error: 'verification_failed' }, 400), 1],
    ['accepts no such model', () => json({ error: 'attestation_refused' }, 400), 1],
    ['has it already', () => json({ error: 'already_registered' }, 400), 0],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), 0],
    ['breaks down', () => json({ error: 'unavailable' }, 503), 0],
    ['has no such session', () => json({ error: 'unauthenticated' }, 401), 0],
    ['wants a step-up', () => json({ error: 'step_up_required', methods: [] }, 403), 0],
    ['wants some patience', () => json({ error: 'rate_limited' }, 429), 0],
    ['has as many as it takes', () => json({ error: 'too_many_passkeys' }, 409), 1],
    ['has a conflict that may pass', () => json({ error: 'request_in_progress' }, 409), 0],
    ['does not say the refusal itself', () => new Response('<!doctype html>', { status: 403 }), 0],
  ] as [string, () => Response | Promise<Response>, number][]) {
    it(`tells the provider ${signalled ? 'at once that' : 'nothing of'} the new passkey ${signalled ? 'is unknown ' : ''}when the backend ${what}`, async () => {
      const signals = watchSignals();
      backend.answerWith((request) => (request.path.includes('verify') ? answer() : contentBackend(request)));
      const failure = rejection(create());
      (await requests.next()).choose(attestation());
      await failure;
      signals.restore();
      expect(signals.all).to.deep.equal(
        signalled ? [{ name: 'signalUnknownCredential', details: { rpId: 'localhost', credentialId: 'AQID' } }] : [],
      );
    });
  }

  it('is sent again after a step-up, and not created a second time', async () => {
    let isFresh = false;
    backend.answerWith((request) =>
      request.path.includes('verify') && !isFresh
        ? json({ error: 'step_up_required', methods: ['passkey'] }, 403)
        : contentBackend(request),
    );
    const phases: string[] = [];
    const result = withStepUp(
      (after) => create({ after, onPhase: (phase) => phases.push(phase) }),
      async () => {
        isFresh = true;
      },
    );
    (await requests.next()).choose(attestation());
    expect(await result).to.deep.equal({ credentialId: 'AQID', backedUp: true });
    expect(requests.all).to.have.length(1);
    const [first, second] = backend.to('/webauthn/register/verify').map(({ body }) => body);
    expect(second).to.deep.equal(first);
    expect(phases).to.deep.equal(['preparing', 'asking', 'verifying', 'verifying']);
  });

  it('is created anew where the backend has forgotten its challenge meanwhile, and the first one is reported', async () => {
    const signals = watchSignals();
    const answers = [
      () => json({ error: 'step_up_required', methods: ['passkey'] }, 403),
      () => json({ error: 'challenge_expired' }, 400),
    ];
    backend.answerWith((request) =>
      request.path.includes('verify') ? (answers.shift()?.() ?? contentBackend(request)) : contentBackend(request),
    );
    const result = withStepUp(
      (after) => create({ after }),
      async () => {},
    );
    (await requests.next()).choose(attestation());
    (await requests.next(undefined, 1)).choose(attestation());
    expect(await result).to.include({ credentialId: 'AQID' });
    signals.restore();
    expect(signals.all.map(({ name }) => name)).to.deep.equal(['signalUnknownCredential']);
  });

  it('reports whether the passkey is discoverable, as the authenticator says', async () => {
    const result = create();
    const request = await requests.next();
    expect((request.options.publicKey as PublicKeyCredentialCreationOptions).extensions).to.have.property(
      'credProps',
      true,
    );
    request.choose(attestation({ getClientExtensionResults: () => ({ credProps: { rk: false } }) }));
    expect(await result).to.deep.equal({ credentialId: 'AQID', backedUp: true, discoverable: false });
  });

  it('asks silently when automatic, and marks that for the backend', async () => {
    const result = create({ conditional: true });
    const request = await requests.next();
    expect(request.options.mediation).to.equal('conditional');
    request.choose(attestation());
    await result;
    expect(backend.all.map(({ path }) => path)).to.deep.equal([
      '/webauthn/register/options?auto=1',
      '/webauthn/register/verify?auto=1',
    ]);
  });

  it('passes the hints of the caller on in place of those of the backend, unless there are none', async () => {
    backend.answerWith(() => json(creationOptions({ hints: ['hybrid'] })));
    for (const [hints, expected] of [
      [['security-key'], ['security-key']],
      [[], ['hybrid']],
    ] as const) {
      const result = rejection(create({ hints }));
      const request = await requests.next(undefined, requests.all.length);
      expect((request.options.publicKey as { hints?: string[] }).hints).to.deep.equal(expected);
      request.fail(new DOMException('', 'NotAllowedError'));
      await result;
    }
  });

  for (const [name, code] of [
    ['InvalidStateError', 'already_registered'],
    ['NotAllowedError', 'cancelled'],
    ['ConstraintError', 'constraint'],
    ['NotSupportedError', 'unsupported'],
  ] as const) {
    it(`ends as ${code} when the browser rejects with ${name}`, async () => {
      const result = rejection(create());
      (await requests.next()).fail(new DOMException('', name));
      expect((await result).code).to.equal(code);
    });
  }

  describe('with an extension that it can do without', () => {
    const extensionsOf = (request: CredentialRequest) =>
      (request.options.publicKey as PublicKeyCredentialCreationOptions).extensions;
    const fails = (name: string) => new DOMException('', name);

    beforeEach(() =>
      backend.answerWith((request) =>
        request.path.includes('options')
          ? json(creationOptions({ extensions: { prf: {}, payment: { isPayment: true } } }))
          : contentBackend(request),
      ),
    );

    for (const name of ['UnknownError', 'NotReadableError', 'NotSupportedError', 'TypeError'])
      it(`repeats the request once without it after ${name}, with the same challenge`, async () => {
        const result = create();
        const first = await requests.next();
        first.fail(name === 'TypeError' ? new TypeError('') : fails(name));
        const second = await requests.next(undefined, 1);
        expect(extensionsOf(first)).to.have.all.keys('prf', 'payment', 'credProps');
        expect(extensionsOf(second)).to.have.all.keys('payment', 'credProps');
        expect(second.options.publicKey!.challenge).to.deep.equal(first.options.publicKey!.challenge);
        second.choose(attestation());
        expect(await result).to.include({ credentialId: 'AQID' });
      });

    it('ends as the second request does', async () => {
      const result = rejection(create());
      (await requests.next()).fail(fails('UnknownError'));
      (await requests.next(undefined, 1)).fail(fails('UnknownError'));
      expect((await result).code).to.equal('device_failed');
      expect(requests.all).to.have.length(2);
    });

    for (const name of ['NotAllowedError', 'InvalidStateError', 'ConstraintError', 'SecurityError', 'AbortError'])
      it(`asks no second time after ${name}`, async () => {
        const result = rejection(create());
        (await requests.next()).fail(fails(name));
        await result;
        expect(requests.all).to.have.length(1);
      });

    it('goes without it at once after a second request that the browser refused for lack of a gesture', async () => {
      Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { isActive: false } });
      try {
        const refused = rejection(create());
        (await requests.next()).fail(fails('UnknownError'));
        (await requests.next(undefined, 1)).fail(fails('NotAllowedError'));
        expect((await refused).code).to.equal('device_failed');
        const result = create();
        const third = await requests.next(undefined, 2);
        expect(extensionsOf(third)).not.to.have.property('prf');
        third.choose(attestation());
        await result;
        const later = create();
        const fourth = await requests.next(undefined, 3);
        expect(extensionsOf(fourth)).to.have.property('prf');
        fourth.choose(attestation());
        await later;
      } finally {
        Reflect.deleteProperty(navigator, 'userActivation');
      }
    });

    it('keeps a large blob that the backend requires', async () => {
      const extensions = { prf: {}, largeBlob: { support: 'required' } };
      backend.answerWith((request) =>
        request.path.includes('options') ? json(creationOptions({ extensions })) : contentBackend(request),
      );
      const result = create();
      (await requests.next()).fail(fails('UnknownError'));
      const second = await requests.next(undefined, 1);
      expect(extensionsOf(second)).to.have.all.keys('largeBlob', 'credProps');
      second.choose(attestation());
      await result;
    });
  });

  for (const [status, error, code] of [
    [401, 'unauthenticated', 'unauthenticated'],
    [403, 'step_up_required', 'step_up_required'],
  ] as const) {
    it(`ends as ${code} before the browser is called when the backend responds so`, async () => {
      backend.answerWith(() => json({ error }, status));
      expect((await rejection(create())).code).to.equal(code);
      expect(requests.all).to.have.length(0);
    });
  }

  it('replaces an offer in autofill', async () => {
    const ambient = rejection(signIn({ client, mode: 'ambient', signal: controller.signal }));
    await requests.next();
    const result = create();
    expect((await ambient).code).to.equal('superseded');
    (await requests.next(undefined, 1)).choose(attestation());
    await result;
    expect(requests.mostAtOnce).to.equal(1);
  });

  it('is not ended by a later click while the backend decides', async () => {
    let later: Promise<string> | undefined;
    backend.answerWith((request) => {
      if (request.path.includes('verify')) later = run(async () => 'begun', { mode: 'modal' });
      return contentBackend(request);
    });
    const result = create();
    (await requests.next()).choose(attestation());
    expect((await result).credentialId).to.equal('AQID');
    expect(await later).to.equal('begun');
  });

  it('ends with its signal at every step', async () => {
    for (const step of ['options', 'browser', 'verify']) {
      const own = new AbortController();
      const asked = requests.all.length;
      backend.answerWith((request) => {
        const isAt = request.path.includes(step);
        if (isAt) own.abort();
        return isAt ? new Promise<never>(() => {}) : contentBackend(request);
      });
      const result = rejection(create({ signal: own.signal }));
      if (step !== 'options')
        void requests
          .next(undefined, asked)
          .then((request) => (step === 'browser' ? own.abort() : request.choose(attestation())));
      expect((await result).code, step).to.equal('aborted');
      await settled();
      expect(requests.pending, step).to.have.length(0);
    }
  });
});

describe('a passkey in the real browser', () => {
  it('is created, signs its owner in, and its PRF secrets are in nothing that is sent', async () => {
    const salt = 'c2FsdHNhbHRzYWx0c2FsdHNhbHRzYWx0c2FsdHNhbHQ';
    const username = await signUpUser();
    const authenticator = await addAuthenticator();
    const requests = watchCredentialRequests();
    const backend = watchBackendRequests();
    const secrets: string[] = [];
    requests.answerWith(async ({ options }, native) => {
      const credential = (await native(options)) as PublicKeyCredential;
      secrets.push(toBase64Url(credential.getClientExtensionResults().prf!.results!.first as ArrayBuffer));
      return credential;
    });
    backend.answerWith(async (request, real) => {
      const answer = await real();
      if (!request.path.includes('options')) return answer;
      const credProps = request.path.includes('register') && { credProps: true };
      return json({ ...(await answer.json()), extensions: { ...credProps, prf: { eval: { first: salt } } } });
    });
    try {
      const { credentialId, backedUp } = await createPasskey({ client });
      expect(backedUp).to.equal(true);
      await signOutQuietly();
      expect(await signIn({ client })).to.deep.equal({ method: 'passkey', credentialId });
      expect(await whoIsSignedIn()).to.equal(username);
    } finally {
      requests.restore();
      backend.restore();
      await authenticator.remove();
      await signOutQuietly();
    }
    expect(new Set(secrets).size).to.equal(1);
    const sent = JSON.stringify(backend.all.map(({ path, body }) => [path, body]));
    expect(sent)
      .to.contain('"credProps":{"rk":true}')
      .and.to.contain('"prf":{"enabled":true}')
      .and.not.to.contain(secrets[0]);
  });
});
