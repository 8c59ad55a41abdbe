import { expect } from '@open-wc/testing';
import { BackendRefusal, isBackedUp, userIdOf, type Adapter } from '../../../src/base/client/adapter.js';
import { clientFor, type Client } from '../../../src/base/client/client.js';
import { endSession } from '../../../src/base/contract/devices.js';
import { unlinkAccount } from '../../../src/base/contract/linked-identities.js';
import { endCurrentSession, readSession } from '../../../src/base/contract/session.js';
import { finishPasskeySignIn, startPasskeySignIn } from '../../../src/base/contract/passkey-sign-in.js';
import { startPasskeyRegistration } from '../../../src/base/contract/passkey-registration.js';
import { listPasskeys, removePasskey } from '../../../src/base/contract/passkey-settings.js';
import {
  aspNetCsrf,
  csrfFromCookie,
  djangoCsrf,
  laravelCsrf,
  railsCsrf,
  springCsrf,
  type HeadersOf,
} from '../../../src/base/client/csrf.js';
import type { LatchError } from '../../../src/base/client/errors.js';
import { useBackend } from '../../../src/base/client/use-backend.js';
import {
  contentBackend,
  json,
  requestOptions,
  watchBackendRequests,
  type BackendRequests,
} from '../../support/browser/backend.js';
import { watchReports } from '../../support/browser/elements.js';
import { rejection } from '../../support/browser/rejection.js';

const credential = { id: 'AQID' } as never;

describe('an adapter', () => {
  let backend: BackendRequests;
  let client: Client;

  /** Uses an adapter, and answers what it sends. */
  const use = (adapter: Adapter, answer: (path: string, method: string) => Response) => {
    backend.answerWith(({ path, method }) => answer(path, method));
    useBackend(adapter);
  };

  beforeEach(() => {
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    client = clientFor();
  });

  afterEach(() => {
    useBackend(undefined);
    backend.restore();
    for (const element of document.querySelectorAll('[data-test]')) element.remove();
  });

  it('without capabilities sends what the contract says, with its own headers', async () => {
    use({ headers: (method) => ({ 'x-method': method }) }, () => json({ verified: true }));
    await client.call(finishPasskeySignIn, { body: credential });
    const { method, path, body, init } = backend.all[0]!;
    expect([method, path, body]).to.deep.equal(['POST', '/webauthn/login/verify', { id: 'AQID' }]);
    expect(Object.fromEntries(init.headers as Headers)).to.deep.equal({
      'content-type': 'application/json',
      'x-method': 'POST',
    });
    expect(init).to.include({ redirect: 'manual', credentials: 'same-origin' });
  });

  it('names another path and method, below its own path or that of the page', async () => {
    const capabilities = { 'POST /logout': 'PUT end', 'DELETE /webauthn/credentials/{id}': 'keys/{id}/' };
    use({ path: 'api/auth/', capabilities }, () => json({}));
    await client.call(endCurrentSession);
    await client.call(removePasskey, { id: 'A-_D' });
    await clientFor('/v2').call(endCurrentSession);
    await clientFor().call(endCurrentSession, { query: '?everything' });
    expect(backend.all.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      'PUT /api/auth/end',
      'DELETE /api/auth/keys/A-_D/',
      'PUT /v2/end',
      'PUT /api/auth/end',
    ]);
  });

  it('translates the body and the answer', async () => {
    const capabilities: Adapter['capabilities'] = {
      'POST /webauthn/login/verify': async ({ send, body }) => {
        const { ok } = await send<{ ok: true }>('POST', 'in', { credential: body });
        return { verified: ok };
      },
    };
    use({ capabilities }, () => json({ ok: true }));
    expect(await client.call(finishPasskeySignIn, { body: credential })).to.deep.equal({ verified: true });
    expect(backend.all[0]!.body).to.deep.equal({ credential: { id: 'AQID' } });
  });

  it('sends forms as forms', async () => {
    const capabilities: Adapter['capabilities'] = {
      'POST /logout': ({ send }) => send('POST', 'out', new URLSearchParams({ token: 'x' })),
    };
    use({ capabilities }, () => json({}));
    await client.call(endCurrentSession);
    expect(`${backend.all[0]!.init.body as URLSearchParams}`).to.equal('token=x');
    expect((backend.all[0]!.init.headers as Headers).has('content-type')).to.equal(false);
  });

  it('lacks what it does not name, also a step-up beside a sign-in', async () => {
    use({ capabilities: { 'POST /webauthn/login/options': 'options' } }, () => json(requestOptions()));
    expect(await rejection(client.call(listPasskeys))).to.include({ code: 'unsupported', retryable: false });
    const stepUp = client.call(startPasskeySignIn, { query: '?step-up' });
    expect(await rejection(stepUp)).to.have.property('code', 'unsupported');
    expect(backend.all).to.have.length(0);
    await client.call(startPasskeySignIn);
  });

  const refusals: [status: number, call: (client: Client) => Promise<unknown>, code: string][] = [
    [401, (one) => one.call(startPasskeyRegistration), 'unauthenticated'],
    [401, (one) => one.call(finishPasskeySignIn, { body: credential }), 'rejected'],
    [403, (one) => one.call(startPasskeyRegistration), 'rejected'],
    [404, (one) => one.call(startPasskeyRegistration), 'unsupported'],
    [429, (one) => one.call(startPasskeyRegistration), 'rate_limited'],
    [500, (one) => one.call(startPasskeyRegistration), 'bad_response'],
  ];
  const everything = {
    'POST /webauthn/register/options': 'x',
    'POST /webauthn/login/verify': 'x',
    'GET /session': 'x',
  } as const;
  for (const [status, call, code] of refusals)
    it(`tells a ${status} as ${code}, whatever the backend calls it`, async () => {
      use({ capabilities: everything }, () => json({ error: 'not_found' }, status, { 'retry-after': '7' }));
      const error = await rejection<LatchError>(call(client));
      expect(error).to.include({ code, status, retryAfter: 7000 });
      expect(error.cause).to.have.deep.property('backend', { error: 'not_found' });
    });

  it('takes a refused session for a visitor, and a redirect for a missing session', async () => {
    use({ capabilities: everything }, () => json({}, 401));
    expect(await client.call(readSession)).to.deep.equal({ signedIn: false });
    backend.answerWith(() => Object.defineProperty(json({}), 'status', { value: 0 }));
    use({ capabilities: everything }, () =>
      Object.defineProperties(json({}), { status: { value: 0 }, ok: { value: false } }),
    );
    expect(await rejection(client.call(startPasskeyRegistration))).to.have.property('code', 'unauthenticated');
  });

  it('says what a refusal means, with all that belongs to it', async () => {
    const refusal: Adapter['refusal'] = (status, answer: { reason: string }, { body }) =>
      answer.reason === 'unknown'
        ? { error: 'unknown_credential', rpId: 'localhost', credentialId: (body as { id: string }).id, status }
        : undefined;
    use({ capabilities: everything, refusal }, () => json({ reason: 'unknown' }, 400));
    const error = await rejection<LatchError>(client.call(finishPasskeySignIn, { body: credential }));
    expect(error).to.have.property('code', 'unknown_credential');
    expect(error.cause).to.include({ rpId: 'localhost', credentialId: 'AQID', status: 400 });
  });

  it('may throw a refusal', async () => {
    const capabilities: Adapter['capabilities'] = {
      'DELETE /webauthn/credentials/{id}': ({ id }) => {
        throw new BackendRefusal(409, { error: 'last_way_in', id });
      },
    };
    use({ capabilities }, () => json({}));
    const error = await rejection<LatchError>(client.call(removePasskey, { id: 'AQID' }));
    expect(error).to.include({ code: 'rejected', status: 409 });
    expect(error.cause).to.deep.equal({ error: 'last_way_in', id: 'AQID' });
  });

  it('that throws is not taken for a lost connection', async () => {
    const capabilities: Adapter['capabilities'] = {
      'GET /session': async ({ send }) => {
        const { user } = await send<{ user: { name: string } }>('GET', 'me');
        return { signedIn: true, user: { id: 'AQID', name: user.name, displayName: user.name } };
      },
    };
    use({ capabilities }, () => json({}));
    const reported = watchReports();
    expect(await rejection(client.call(readSession))).to.include({ code: 'bad_response', retryable: false });
    reported.stop();
    expect((reported.all[0] as Error).message).to.equal('The adapter could not answer GET /session.');
    expect((reported.all[0] as Error).cause).to.be.instanceOf(TypeError);
    backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await rejection(client.call(readSession))).to.include({ code: 'network', retryable: true });
  });

  it('that violates the contract is reported with the wrong member', async () => {
    const capabilities = { 'GET /session': async () => ({ signedIn: true, user: { id: 7 } }) as never };
    use({ capabilities }, () => json({}));
    const error = await rejection<LatchError>(client.call(readSession));
    expect(error.code).to.equal('bad_response');
    expect(error.message).to.contain('.user.id must be 1 to 64 bytes in base64url');
  });

  it('shares options among the elements of a page if the backend keeps one challenge', async () => {
    const capabilities = { ...everything, 'POST /webauthn/login/options': 'x' } as const;
    use({ capabilities, oneChallenge: true }, () => json(requestOptions()));
    const [one, two] = await Promise.all([client.call(startPasskeySignIn), client.call(startPasskeySignIn)]);
    expect(one).to.deep.equal(two);
    await rejection(client.call(finishPasskeySignIn, { body: credential }));
    expect((await client.call(startPasskeySignIn)).challenge).not.to.equal(one.challenge);
    use({ capabilities }, () => json(requestOptions()));
    const [three, four] = await Promise.all([client.call(startPasskeySignIn), client.call(startPasskeySignIn)]);
    expect(three.challenge).not.to.equal(four.challenge);
  });

  it('throws a TypeError for something else', () => {
    for (const adapter of [7, { capabilities: { session: 'me' } }, { capabilities: { 'GET /session': 7 } }])
      expect(() => useBackend(adapter as never)).to.throw(TypeError, /^"(adapter|capabilities)" must/);
  });

  for (const name of ['GET /sesion', 'POST /nonsense', 'PUT /session', 'GET /session?auto', 'constructor'])
    it(`throws a TypeError that names ${name}, which the contract does not have`, () => {
      expect(() => useBackend({ capabilities: { [name]: 'x' } })).to.throw(TypeError, `"${name}"`);
    });

  it('is asked for every path of the contract with an id by what it names it', async () => {
    const ids: string[] = [];
    const answer = ({ id }: { id: string }) => void ids.push(id);
    const capabilities = {
      'DELETE /webauthn/credentials/{id}': answer,
      'DELETE /sessions/{id}': answer,
      'DELETE /account/identities/{id}': answer,
    };
    use({ capabilities }, () => json({}));
    for (const endpoint of [removePasskey, endSession, unlinkAccount]) await client.call(endpoint, { id: 'a/b?c' });
    expect(ids).to.deep.equal(['a/b?c', 'a/b?c', 'a/b?c']);
  });

  it('may not use another origin without sameSite', async () => {
    useBackend({});
    const reported = watchReports();
    const error = await rejection(clientFor('https://api.example/').call(readSession));
    reported.stop();
    expect(error).to.include({ code: 'unsupported', retryable: false });
    expect(String(reported.all[0])).to.match(/"baseUrl" must be a URL on http:\/\/localhost:\d+, not on https:/);
    expect(backend.all).to.have.length(0);
  });

  describe('in a <meta> element', () => {
    const name = (content: string) => {
      const meta = Object.assign(document.createElement('meta'), { name: 'latch-backend', content });
      meta.dataset['test'] = '';
      document.head.append(meta);
    };

    it('that no adapter has is refused in words', async () => {
      name('other');
      const reported = watchReports();
      expect(await rejection(client.call(readSession))).to.have.property('code', 'unsupported');
      reported.stop();
      expect(String(reported.all[0])).to.contain('must name one of better-auth, auth-js,').and.contain('"other"');
    });

    it('is loaded with the first request', async () => {
      name('better-auth');
      backend.answerWith(() => json(null));
      expect(await client.call(readSession)).to.deep.equal({ signedIn: false });
      expect(backend.all.map(({ path }) => path)).to.deep.equal(['/api/auth/get-session']);
    });
  });
});

describe('a token against CSRF', () => {
  const added: Element[] = [];
  const add = (tag: string, properties: object) => {
    const element = Object.assign(document.createElement(tag), properties);
    document.body.append(element);
    added.push(element);
  };
  const setCookie = (text: string) => (document.cookie = text);

  afterEach(() => {
    for (const element of added.splice(0)) element.remove();
    for (const cookie of ['csrftoken', 'XSRF-TOKEN', 'own']) setCookie(`${cookie}=; max-age=0`);
  });

  const presets: [who: string, preset: HeadersOf, prepare: () => void, headers: Record<string, string>][] = [
    ['Django, from the cookie', djangoCsrf, () => setCookie('csrftoken=a1'), { 'X-CSRFToken': 'a1' }],
    [
      'Django, from the form',
      djangoCsrf,
      () => add('input', { name: 'csrfmiddlewaretoken', value: 'a2' }),
      { 'X-CSRFToken': 'a2' },
    ],
    ['Rails', railsCsrf, () => add('meta', { name: 'csrf-token', content: 'b' }), { 'X-CSRF-Token': 'b' }],
    ['Laravel, decoded', laravelCsrf, () => setCookie('XSRF-TOKEN=c%3D'), { 'X-XSRF-TOKEN': 'c=' }],
    ['Spring, from the cookie', springCsrf, () => setCookie('XSRF-TOKEN=d'), { 'X-XSRF-TOKEN': 'd' }],
    [
      'Spring, from the page',
      springCsrf,
      () => {
        add('meta', { name: '_csrf', content: 'e' });
        add('meta', { name: '_csrf_header', content: 'X-OWN' });
      },
      { 'X-OWN': 'e' },
    ],
    [
      'ASP.NET',
      aspNetCsrf,
      () => add('input', { name: '__RequestVerificationToken', value: 'f' }),
      { RequestVerificationToken: 'f' },
    ],
    ['any cookie', csrfFromCookie('own', 'X-Own'), () => setCookie('own=%'), { 'X-Own': '%' }],
  ];
  for (const [who, preset, prepare, headers] of presets)
    it(`of ${who} goes with what changes something`, async () => {
      // WebKit shows the page a moment later that the cookie of the test before is gone
      while (Object.keys(preset('POST')).length > 0) await new Promise((resolve) => setTimeout(resolve));
      expect(preset('POST')).to.deep.equal({});
      prepare();
      expect(preset('POST')).to.deep.equal(headers);
      expect(preset('DELETE')).to.deep.equal(headers);
      expect(preset('GET')).to.deep.equal({});
    });
});

describe('for adapters', () => {
  it('the id of a user is text or a number', () => {
    expect([userIdOf(7), userIdOf('7'), userIdOf('ä')]).to.deep.equal(['Nw', 'Nw', 'w6Q']);
  });

  it('a new passkey says whether it is synced', () => {
    const passkey = (flags: number) => {
      const bytes = new Uint8Array(37);
      bytes[32] = flags;
      const authenticatorData = btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
      return { response: { authenticatorData } } as never;
    };
    expect([isBackedUp(passkey(0x5d)), isBackedUp(passkey(0x4d))]).to.deep.equal([true, false]);
    expect(isBackedUp({ response: {} } as never)).to.equal(false);
  });
});
