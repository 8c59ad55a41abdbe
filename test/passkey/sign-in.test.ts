import { expect } from '@open-wc/testing';
import type * as Module from '../../src/passkey/sign-in.js';
import { signIn, signInOptionsOf, type SignInPhase } from '../../src/passkey/sign-in.js';
import { run } from '../../src/base/browser/ceremony.js';
import { clientFor } from '../../src/base/client/client.js';
import {
  contentBackend,
  json,
  requestOptions,
  watchBackendRequests,
  type BackendRequests,
} from '../support/browser/backend.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { settled } from '../support/browser/clock.js';
import { importCopy } from '../support/browser/copy.js';
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { assertion } from '../support/browser/credentials.js';
import { credentialList, listedCredential } from '../support/browser/passkeys.js';
import { askFrame, strangeOrigin } from '../support/browser/frames.js';
import { rejection } from '../support/browser/rejection.js';
import { watchSignals } from '../support/browser/signals.js';
import { removeLocks } from '../support/browser/locks.js';

const client = clientFor();

describe('signing in with a passkey', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;
  let controller: AbortController;

  beforeEach(() => {
    claimCapabilities();
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

  it('asks the browser, has the backend verify the answer, and tells which passkey it was', async () => {
    const phases: SignInPhase[] = [];
    const result = signIn({ client, onPhase: (phase) => phases.push(phase) });
    const request = await requests.next();
    expect(phases).to.deep.equal(['preparing', 'asking']);
    expect(Object.keys(request.options)).to.have.members(['publicKey', 'mediation', 'signal']);
    expect(request.options.mediation).to.equal('required');
    request.choose(assertion());
    expect(await result).to.deep.equal({ method: 'passkey', credentialId: 'AQID' });
    expect(phases).to.deep.equal(['preparing', 'asking', 'verifying']);
    expect(backend.all.slice(0, 2).map(({ path }) => path)).to.deep.equal([
      '/webauthn/login/options',
      '/webauthn/login/verify',
    ]);
    expect(backend.all[1]!.body).to.have.nested.property('response.signature', 'Bgc');
  });

  it('tells the other tabs once the backend has agreed, and not before', async () => {
    const channel = new BroadcastChannel('auth');
    const told = new Promise<unknown>((resolve) => (channel.onmessage = ({ data }) => resolve(data)));
    backend.answerWith((request) =>
      request.path.includes('verify') ? json({ error: 'verification_failed' }, 401) : contentBackend(request),
    );
    const refused = rejection(signIn({ client }));
    (await requests.next()).choose(assertion());
    expect((await refused).code).to.equal('rejected');
    backend.answerWith(contentBackend);
    const agreed = signIn({ client });
    (await requests.next(undefined, 1)).choose(assertion());
    await agreed;
    expect(await told).to.deep.equal({ type: 'signed-in' });
    channel.close();
  });

  describe('tells the passkey provider', () => {
    let signals: ReturnType<typeof watchSignals>;

    beforeEach(() => (signals = watchSignals()));

    afterEach(() => signals.restore());

    it('afterwards which passkeys the account has, without keeping anybody waiting', async () => {
      let answerList!: (response: Response) => void;
      const list = new Promise<Response>((resolve) => (answerList = resolve));
      backend.answerWith((request) => (request.path === '/webauthn/credentials' ? list : contentBackend(request)));
      const asked = backend.next('/webauthn/credentials');
      const result = signIn({ client });
      (await requests.next()).choose(assertion());
      await result;
      await asked;
      expect(signals.all).to.have.length(0);
      answerList(json(credentialList(listedCredential({ id: 'AQID' }))));
      await settled();
      expect(signals.of('signalAllAcceptedCredentials')).to.deep.equal([
        { rpId: 'localhost', userId: 'CAk', allAcceptedCredentialIds: ['AQID'] },
      ]);
    });

    it('that the backend does not know the passkey', async () => {
      const unknown = { error: 'unknown_credential', rpId: 'localhost', credentialId: 'AQID' };
      backend.answerWith((request) => (request.path.includes('verify') ? json(unknown, 404) : contentBackend(request)));
      const refused = rejection(signIn({ client }));
      (await requests.next()).choose(assertion());
      expect((await refused).code).to.equal('unknown_credential');
      expect(signals.all).to.deep.equal([
        { name: 'signalUnknownCredential', details: { rpId: 'localhost', credentialId: 'AQID' } },
      ]);
    });

    it('nothing when the sign-in fails for another reason', async () => {
      backend.answerWith((request) =>
        request.path.includes('verify') ? json({ error: 'rejected' }, 401) : contentBackend(request),
      );
      const refused = rejection(signIn({ client }));
      (await requests.next()).choose(assertion());
      await refused;
      await settled();
      expect(signals.all).to.have.length(0);
    });
  });

  it('passes the hints of the caller on in place of those of the backend, unless there are none', async () => {
    backend.answerWith(() => json(requestOptions({ hints: ['hybrid'] })));
    for (const [hints, expected] of [
      [['security-key'], ['security-key']],
      [[], ['hybrid']],
      [undefined, ['hybrid']],
    ] as const) {
      const result = rejection(signIn({ client, ...(hints && { hints }), signal: controller.signal }));
      const request = await requests.next(undefined, requests.all.length);
      expect(request.options.publicKey).to.have.deep.property('hints', expected);
      request.fail(new DOMException('', 'NotAllowedError'));
      await result;
    }
  });

  it('offers passkeys in autofill when ambient, with no list of allowed ones', async () => {
    backend.answerWith(() => json(requestOptions({ allowCredentials: [{ id: 'AQID', type: 'public-key' }] })));
    const result = rejection(signIn({ client, mode: 'ambient', signal: controller.signal }));
    const { options } = await requests.next();
    expect(options.mediation).to.equal('conditional');
    expect(options.publicKey).not.to.have.property('allowCredentials');
    controller.abort();
    expect((await result).code).to.equal('aborted');
    expect(requests.pending).to.have.length(0);
  });

  it('keeps the list of allowed ones in a dialog', async () => {
    backend.answerWith(() => json(requestOptions({ allowCredentials: [{ id: 'AQID', type: 'public-key' }] })));
    void rejection(signIn({ client, signal: controller.signal }));
    expect((await requests.next()).options.publicKey!.allowCredentials).to.have.length(1);
  });

  it('spends the options it used, so that the next ceremony has a new challenge', async () => {
    const options = signInOptionsOf(client);
    for (const count of [1, 2]) {
      const result = signIn({ client, options });
      (await requests.next(undefined, count - 1)).choose(assertion());
      await result;
      expect(backend.to('/webauthn/login/options')).to.have.length(count);
    }
    const dismissed = rejection(signIn({ client, options }));
    (await requests.next(undefined, 2)).fail(new DOMException('', 'NotAllowedError'));
    await dismissed;
    expect(options.remaining(), 'an unanswered challenge is as good as new').to.be.greaterThan(0);
  });

  it('keeps its turn until the backend has answered', async () => {
    let verify!: () => void;
    backend.answerWith((request) =>
      request.path.includes('verify')
        ? new Promise((resolve) => (verify = () => resolve(json({ verified: true }))))
        : contentBackend(request),
    );
    const first = signIn({ client, mode: 'ambient' });
    const verifying = backend.next('/webauthn/login/verify');
    (await requests.next()).choose(assertion());
    await verifying;
    const second = rejection(signIn({ client, mode: 'ambient', signal: controller.signal }));
    await settled();
    expect(requests.all).to.have.length(1);
    verify();
    await first;
    await requests.next(undefined, 1);
    controller.abort();
    await second;
  });

  for (const mode of ['ambient', 'modal'] as const) {
    it(`is not ended by a later click while the backend decides, when ${mode}`, async () => {
      let later: Promise<string> | undefined;
      backend.answerWith((request) => {
        if (request.path.includes('verify')) later = run(async () => 'begun', { mode: 'modal' });
        return contentBackend(request);
      });
      const result = signIn({ client, mode });
      (await requests.next()).choose(assertion());
      expect(await result).to.include({ credentialId: 'AQID' });
      expect(await later).to.equal('begun');
    });
  }

  it('ends with its signal at every step, and asks nothing of anybody afterwards', async () => {
    const giveLocksBack = removeLocks();
    const reached: string[] = [];
    for (const step of ['before', 'options', 'browser', 'verify']) {
      const own = new AbortController();
      const before = [backend.all.length, requests.all.length];
      backend.answerWith((request) => {
        const isAt = request.path.includes(step);
        if (isAt) own.abort();
        return isAt ? new Promise<never>(() => {}) : contentBackend(request);
      });
      if (step === 'before') own.abort();
      const result = rejection(signIn({ client, signal: own.signal }));
      if (step === 'browser') void requests.next(undefined, before[1]).then(() => own.abort());
      if (step === 'verify') void requests.next(undefined, before[1]).then((request) => request.choose(assertion()));
      expect((await result).code, step).to.equal('aborted');
      await settled();
      expect(requests.pending, step).to.have.length(0);
      reached.push(`${backend.all.length - before[0]!} ${requests.all.length - before[1]!}`);
    }
    expect(reached, 'requests to the backend and to the browser').to.deep.equal(['0 0', '1 0', '1 1', '2 1']);
    giveLocksBack();
  });

  it('refuses what the browser gave when it is no passkey', async () => {
    const result = rejection(signIn({ client }));
    (await requests.next()).choose(null);
    expect((await result).code).to.equal('bad_response');
    expect(backend.to('/webauthn/login/verify')).to.have.length(0);
  });

  describe('in immediate mode', () => {
    const begin = async (immediateGet: boolean | undefined, how: Partial<Module.SignInOptions> = {}) => {
      claimCapabilities(immediateGet === undefined ? {} : { immediateGet });
      const copy = await importCopy<typeof Module>('passkey/sign-in');
      const result = copy.signIn({ client, immediate: true, signal: controller.signal, ...how });
      result.catch(() => {});
      return { result, request: await requests.next(undefined, requests.all.length) };
    };

    it('asks for what is on this device, with no list of allowed ones, where the browser says that it can', async () => {
      backend.answerWith(() => json(requestOptions({ allowCredentials: [{ id: 'AQID', type: 'public-key' }] })));
      const { request } = await begin(true);
      expect(request.options.uiMode).to.equal('immediate');
      expect(request.options.mediation).to.equal('required');
      expect(request.options.publicKey).not.to.have.property('allowCredentials');
    });

    it('asks in the ordinary way where the browser says that it cannot, or says nothing', async () => {
      for (const immediateGet of [false, undefined])
        expect((await begin(immediateGet)).request.options.uiMode).to.equal(undefined);
    });

    it('is for dialogs alone', async () => {
      expect((await begin(true, { mode: 'ambient' })).request.options.uiMode).to.equal(undefined);
    });

    it('tells that nothing is there, which an ordinary dialog cannot', async () => {
      const immediate = await begin(true);
      immediate.request.fail(new DOMException('', 'NotAllowedError'));
      expect((await rejection(immediate.result)).code).to.equal('no_local_passkey');
      const ordinary = await begin(false);
      ordinary.request.fail(new DOMException('', 'NotAllowedError'));
      expect((await rejection(ordinary.result)).code).to.equal('cancelled');
    });
  });
});

describe('options that the server wrote into the page', () => {
  const errors: unknown[] = [];
  const report = globalThis.reportError;

  beforeEach(() => {
    errors.length = 0;
    globalThis.reportError = (error) => errors.push(error);
  });

  afterEach(() => (globalThis.reportError = report));

  it('are used as they are', async () => {
    const inlined = requestOptions();
    expect(await signInOptionsOf(client, JSON.stringify(inlined)).take()).to.deep.equal(inlined);
    expect(errors).to.deep.equal([]);
  });

  it('are reported to the makers of the page and left alone when they are damaged', () => {
    for (const damaged of ['', '{', '[]', '{"challenge":"short"}', 'null'])
      expect(signInOptionsOf(client, damaged).remaining(), damaged).to.equal(0);
    expect(errors).to.have.length(5);
  });
});

describe('a passkey in a frame that no page has delegated the permission to', () => {
  it('is refused in the words for a frame, not as if the user had declined', async () => {
    const query = '?tag=latch-passkey-button&passkeys&allowed&path=none';
    const { status, requests } = await askFrame(strangeOrigin(), query, '');
    expect(requests).to.contain('/webauthn/login/options');
    expect(status).to.equal('Open this page in its own window to continue.');
  });
});
