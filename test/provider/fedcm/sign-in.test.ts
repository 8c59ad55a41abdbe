import { expect } from '@open-wc/testing';
import { run } from '../../../src/base/browser/ceremony.js';
import { listen } from '../../../src/base/storage/channel.js';
import { clientFor } from '../../../src/base/client/client.js';
import { LatchError } from '../../../src/base/client/errors.js';
import {
  noncesOf,
  signInWithFedCm,
  type FedCmChoices,
  type FedCmPhase,
  type SignedInByFedCm,
} from '../../../src/provider/fedcm/sign-in.js';
import {
  answer,
  contentBackend,
  json,
  nonceAnswer,
  watchBackendRequests,
  type BackendRequests,
} from '../../support/browser/backend.js';
import { settled } from '../../support/browser/clock.js';
import { importCopy } from '../../support/browser/copy.js';
import { watchCredentialRequests, type CredentialRequests } from '../../support/browser/credential-requests.js';
import { everythingIn } from '../../support/browser/elements.js';
import { identityCredential, identityOf, replaceGlobal } from '../../support/browser/identity.js';
import { rejection } from '../../support/browser/rejection.js';

const client = clientFor();
const named = 'https://provider.example/fedcm.json';
const unnamed = 'https://other.example/fedcm.json';

describe('signing in by FedCM', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;

  beforeEach(() => {
    requests = watchCredentialRequests();
    requests.answerWith(async () => identityCredential());
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
  });

  afterEach(() => {
    requests.restore();
    backend.restore();
  });

  const posted = () => backend.all.filter(({ method }) => method === 'POST');
  const asked = (index = 0) => identityOf(requests.all[index]!.options);

  it('asks for the provider that the backend names, with its nonce, and hands the token to the backend', async () => {
    backend.answerWith((request) =>
      request.method === 'GET' ? json(nonceAnswer({ nonce: 'the nonce' })) : contentBackend(request),
    );
    expect(await signInWithFedCm({ client })).to.deep.equal({ method: 'fedcm', configURL: named });
    expect(asked()).to.deep.equal({
      mode: 'active',
      providers: [{ configURL: named, clientId: 'latchkey', params: { nonce: 'the nonce' } }],
    });
    expect(posted().map(({ path, body }) => [path, body])).to.deep.equal([
      ['/auth/fedcm', { token: 'token of a provider', configURL: named }],
    ]);
  });

  it('is not ended by a later click while the backend decides', async () => {
    let later: Promise<string> | undefined;
    backend.answerWith((request) => {
      if (request.method === 'POST') later = run(async () => 'begun', { mode: 'modal', kind: 'identity' });
      return contentBackend(request);
    });
    expect(await signInWithFedCm({ client, mode: 'passive' })).to.include({ configURL: named });
    expect(await later).to.equal('begun');
  });

  it('passes the choices of the page on to the browser', async () => {
    await signInWithFedCm({
      client,
      mode: 'passive',
      mediation: 'required',
      context: 'continue',
      fields: ['name', 'email'],
      loginHint: 'ada',
    });
    expect(requests.all[0]!.options.mediation).to.equal('required');
    expect(asked()).to.deep.include({ context: 'continue' }).and.not.to.have.property('mode');
    expect(asked().providers[0]).to.deep.include({ fields: ['name', 'email'], loginHint: 'ada' });
  });

  it('takes another nonce for each sign-in, also after one that came to nothing', async () => {
    const nonces = noncesOf(client);
    requests.answerWith(async () => Promise.reject(new DOMException('', 'NetworkError')));
    await rejection(signInWithFedCm({ client, nonces }));
    requests.answerWith(async () => identityCredential());
    await signInWithFedCm({ client, nonces });
    expect(new Set([0, 1].map((index) => asked(index).providers[0]!.params!.nonce)).size).to.equal(2);
  });

  it('needs no request before the browser’s when a nonce is at hand', async () => {
    const nonces = noncesOf(client);
    await nonces.prepare();
    requests.hold();
    const over = new AbortController();
    const ended = rejection(signInWithFedCm({ client, nonces, signal: over.signal }));
    await requests.next();
    expect(backend.all).to.have.length(1);
    over.abort();
    await ended;
  });

  it('tells each phase it enters', async () => {
    const phases: FedCmPhase[] = [];
    await signInWithFedCm({ client, onPhase: (phase) => phases.push(phase) });
    expect(phases).to.deep.equal(['preparing', 'asking', 'verifying']);
  });

  it('tells the tabs when a user is signed in, and not before', async () => {
    const heard: string[] = [];
    const over = new AbortController();
    listen(({ type }) => heard.push(type), over.signal);
    backend.answerWith((request) =>
      request.method === 'POST' ? json({ error: 'rejected' }, 401) : contentBackend(request),
    );
    await rejection(signInWithFedCm({ client }));
    backend.answerWith(contentBackend);
    const told = new Promise((resolve) => listen(resolve, over.signal));
    await signInWithFedCm({ client });
    await told;
    expect(heard).to.deep.equal(['signed-in']);
    over.abort();
  });

  it('asks for a presentation in a browser with FedCM delegation', async () => {
    const provider = { configURL: named, clientId: 'latchkey', format: 'vc+sd-jwt' };
    backend.answerWith((request) =>
      request.method === 'GET' ? json(nonceAnswer({ providers: [provider] })) : contentBackend(request),
    );
    requests.answerWith(async ({ options }) => {
      if (options!.signal!.aborted) throw new DOMException(identityOf(options!).providers[0]!.format, 'AbortError');
      return identityCredential();
    });
    await signInWithFedCm({ client });
    expect(asked(1).providers[0]).to.include(provider);
  });

  describe('chooses the provider', () => {
    const providers = [
      { configURL: named, clientId: 'first' },
      { configURL: 'https://second.example/fedcm.json', clientId: 'second' },
    ];
    const chosen = async (choices: FedCmChoices, index = 0) => {
      backend.answerWith((request) =>
        request.method === 'GET' ? json(nonceAnswer({ providers })) : contentBackend(request),
      );
      const { configURL } = (await signInWithFedCm({ client, ...choices })) as SignedInByFedCm;
      const { clientId, ...provider } = asked(index).providers[0]!;
      expect(provider.configURL).to.equal(configURL);
      expect(posted()[0]!.body).to.have.property('configURL', configURL);
      return { configURL, clientId };
    };

    it('that is named first, if the page has no wish', async () => {
      expect(await chosen({ configURL: '', clientId: '' })).to.deep.equal(providers[0]);
    });

    it('that the page wishes, and completes it by what the backend names', async () => {
      expect(await chosen({ configURL: providers[1]!.configURL })).to.deep.equal(providers[1]);
    });

    it('that the page wishes under another client id', async () => {
      expect(await chosen({ configURL: named, clientId: 'mine' })).to.deep.equal({
        configURL: named,
        clientId: 'mine',
      });
    });

    it('that the page alone names', async () => {
      expect(await chosen({ configURL: unnamed, clientId: 'mine' })).to.deep.equal({
        configURL: unnamed,
        clientId: 'mine',
      });
    });

    it('and asks for several at once, each under its own client id, and posts the token for the one that the person chose', async () => {
      const [first, second] = providers;
      const configURL = [named, second!.configURL, unnamed, named];
      requests.answerWith(async () => identityCredential({ configURL: second!.configURL }));
      backend.answerWith((request) =>
        request.method === 'GET' ? json(nonceAnswer({ nonce: 'a', providers })) : contentBackend(request),
      );
      const result = await signInWithFedCm({ client, mode: 'passive', configURL, clientId: 'mine' });
      expect(result).to.deep.equal({ method: 'fedcm', configURL: second!.configURL });
      expect(asked().providers).to.deep.equal(
        [first!, second!, { configURL: unnamed, clientId: 'mine' }].map((it) => ({ ...it, params: { nonce: 'a' } })),
      );
      expect(posted()[0]!.body).to.deep.equal({ token: 'token of a provider', configURL: second!.configURL });
    });

    it('which is the first of several for a browser that shows one at a click', async () => {
      requests.answerWith(async ({ options }) =>
        identityOf(options).providers.length > 1
          ? Promise.reject(new DOMException('', 'InvalidStateError'))
          : identityCredential(),
      );
      expect(await chosen({ configURL: [named, providers[1]!.configURL] }, 1)).to.deep.equal(providers[0]);
      expect(requests.all.map(({ options }) => identityOf(options).providers.length)).to.deep.equal([2, 1]);
    });

    it('which is the first of several for a browser that asks one at a time', async () => {
      const older = replaceGlobal('IdentityCredential', class {});
      expect(await chosen({ configURL: [named, providers[1]!.configURL] })).to.deep.equal(providers[0]);
      older.restore();
      expect(requests.all).to.have.length(1);
    });

    it('and refuses a token of which the browser does not say whose it is', async () => {
      requests.answerWith(async () => identityCredential({ configURL: 'https://third.example/fedcm.json' }));
      const configURL = [named, providers[1]!.configURL];
      backend.answerWith(() => json(nonceAnswer({ providers })));
      expect((await rejection(signInWithFedCm({ client, mode: 'passive', configURL }))).code).to.equal('bad_response');
      expect(posted()).to.have.length(0);
    });

    it('or says that there is none', async () => {
      backend.answerWith(() => json(nonceAnswer({ providers: [] })));
      expect((await rejection(signInWithFedCm({ client }))).code).to.equal('unsupported');
      expect(requests.all).to.have.length(0);
    });
  });

  for (const [what, choices, argument] of [
    ['a config file that is not an address', { configURL: 'provider' }, '"configURL"'],
    ['a config file without a site', { configURL: '/fedcm.json' }, '"configURL"'],
    ['one such config file of several', { configURL: [named, 'provider'] }, '"configURL"'],
    ['a provider without a client id', { configURL: unnamed }, '"clientId"'],
    ['words that no browser knows', { context: 'log in' }, '"context"'],
    ['silence in answer to a click', { mediation: 'silent' }, '"mediation"'],
  ] as const) {
    it(`throws for ${what} without calling the browser`, async () => {
      expect(await rejection(signInWithFedCm({ client, ...(choices as FedCmChoices) })))
        .to.be.instanceOf(TypeError)
        .and.to.have.property('message')
        .that.contains(argument);
      expect(requests.all).to.have.length(0);
    });
  }

  for (const [what, respond, code] of [
    ['nonce is used or too old', () => json({ error: 'challenge_expired' }, 400), 'challenge_expired'],
    ['token is not accepted', () => json({ error: 'rejected' }, 401), 'rejected'],
    ['provider is not configured', () => json({ error: 'unknown_provider' }, 403), 'unsupported'],
    ['request is taken for one of another site', () => json({ error: 'csrf' }, 403), 'rejected'],
    ['person failed too often', () => json({ error: 'rate_limited' }, 429, { 'retry-after': '60' }), 'rate_limited'],
    ['keys of the provider cannot be had', () => json({ error: 'provider_failed' }, 502), 'bad_response'],
    ['answer is not JSON', () => answer('<!doctype html>'), 'bad_response'],
    ['backend cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), 'network'],
  ] as const) {
    it(`ends as ${code} when the ${what}, and the token is in no error`, async () => {
      backend.answerWith((request) => (request.method === 'POST' ? respond() : contentBackend(request)));
      const error = await rejection(signInWithFedCm({ client }));
      expect(error).to.be.instanceOf(LatchError).and.to.include({ code });
      expect(everythingIn(error)).not.to.contain('token of a provider');
    });
  }

  it('ends as unsupported, before the browser is asked, where the backend has no such sign-in', async () => {
    backend.answerWith(() => json({ error: 'unsupported' }, 404));
    expect((await rejection(signInWithFedCm({ client }))).code).to.equal('unsupported');
    expect(requests.all).to.have.length(0);
  });

  it('gives way to a later one that answers a click, from whichever copy of the package', async () => {
    const copy = await importCopy<{ signInWithFedCm: typeof signInWithFedCm }>('provider/fedcm/sign-in');
    requests.hold();
    const first = rejection(signInWithFedCm({ client }));
    await requests.next();
    const second = copy.signInWithFedCm({ client });
    expect((await first).code).to.equal('superseded');
    const request = await requests.next(({ outcome }) => outcome === undefined, 1);
    expect(requests.mostAtOnce).to.equal(1);
    request.choose(identityCredential());
    expect(await second).to.have.property('method', 'fedcm');
  });

  it('waits for its turn when no one has clicked', async () => {
    requests.hold();
    const clicked = signInWithFedCm({ client });
    const offered = signInWithFedCm({ client, mode: 'passive' });
    (await requests.next()).choose(identityCredential());
    await clicked;
    (await requests.next(undefined, 1)).choose(identityCredential());
    await offered;
    expect([asked(0).mode, asked(1).mode, requests.mostAtOnce]).to.deep.equal(['active', undefined, 1]);
  });

  it('goes on beside a passkey that is offered in autofill', async () => {
    const over = new AbortController();
    const passkey = rejection(
      run(
        (turn) => new Promise((_resolve, reject) => turn.addEventListener('abort', () => reject(turn.reason as Error))),
        { mode: 'ambient', signal: over.signal },
      ),
    );
    expect(await signInWithFedCm({ client })).to.have.property('method', 'fedcm');
    expect(over.signal.aborted).to.equal(false);
    over.abort();
    expect((await passkey).code).to.equal('aborted');
  });

  it('holds its turn until the backend has answered', async () => {
    let respond!: (response: Response) => void;
    backend.answerWith((request) =>
      request.method === 'POST' ? new Promise((resolve) => (respond = resolve)) : contentBackend(request),
    );
    const first = signInWithFedCm({ client });
    await backend.next('/auth/fedcm');
    const offered = signInWithFedCm({ client, mode: 'passive' });
    await settled();
    expect(requests.all).to.have.length(1);
    backend.answerWith(contentBackend);
    respond(json({}));
    await Promise.all([first, offered]);
    expect(requests.all).to.have.length(2);
  });

  it('ends with its signal in every phase', async () => {
    for (const phase of ['preparing', 'asking', 'verifying'] as const) {
      if (phase === 'asking') requests.hold();
      else requests.answerWith(async () => identityCredential());
      backend.answerWith((request) =>
        phase === (request.method === 'POST' ? 'verifying' : 'preparing')
          ? new Promise(() => {})
          : contentBackend(request),
      );
      const over = new AbortController();
      const ended = rejection(signInWithFedCm({ client, signal: over.signal }));
      await settled();
      over.abort();
      expect((await ended).code, phase).to.equal('aborted');
      expect(requests.pending, phase).to.have.length(0);
    }
  });
});
