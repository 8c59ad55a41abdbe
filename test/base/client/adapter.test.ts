import { expect } from '@open-wc/testing';
import { toBase64Url } from '../../../src/base/bytes.js';
import { BackendRefusal, isBackedUp, userIdOf, type Adapter, useBackend } from '../../../src/base/client/adapter.js';
import { clientFor, type Client } from '../../../src/base/client/client.js';
import { endSession } from '../../../src/base/contract/session-list.js';
import { unlinkAccount } from '../../../src/base/contract/linked-identities.js';
import { endCurrentSession, readSession } from '../../../src/base/contract/session.js';
import { finishPasskeySignIn, startPasskeySignIn } from '../../../src/base/contract/passkey-sign-in.js';
import {
  finishPasskeyRegistration,
  startPasskeyRegistration,
} from '../../../src/base/contract/passkey-registration.js';
import { createAccount } from '../../../src/base/contract/accounts.js';
import { signInWithFedCm } from '../../../src/base/contract/fedcm.js';
import { finishPayment } from '../../../src/base/contract/payment.js';
import { verifyCode } from '../../../src/base/contract/one-time-codes.js';
import { signInWithPassword } from '../../../src/base/contract/passwords.js';
import { verifySecondFactor } from '../../../src/base/contract/second-factor.js';
import { aspNetIdentity } from '../../../src/adapters/aspnet-identity.js';
import { authJs } from '../../../src/adapters/auth-js.js';
import { betterAuth } from '../../../src/adapters/better-auth.js';
import { djangoAllauth } from '../../../src/adapters/django-allauth.js';
import { endpoints } from '../../../src/adapters/endpoints.js';
import { laravelFortify } from '../../../src/adapters/laravel-fortify.js';
import { springSecurity } from '../../../src/adapters/spring-security.js';
import { supabase, type SupabaseAuth } from '../../../src/adapters/supabase.js';
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
    [401, (one) => one.call(signInWithFedCm, { body: { token: 'x', configURL: 'https://idp.example/' } }), 'rejected'],
    [401, (one) => one.call(finishPayment, { body: credential }), 'rejected'],
    [403, (one) => one.call(startPasskeyRegistration), 'rejected'],
    [404, (one) => one.call(startPasskeyRegistration), 'unsupported'],
    [429, (one) => one.call(startPasskeyRegistration), 'rate_limited'],
    [500, (one) => one.call(startPasskeyRegistration), 'bad_response'],
  ];
  const everything = {
    'POST /webauthn/register/options': 'x',
    'POST /webauthn/login/verify': 'x',
    'POST /auth/fedcm': 'x',
    'POST /payment/verify': 'x',
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
    expect((reported.all[0] as Error).message).to.equal('The adapter could not answer GET /session.');
    expect((reported.all[0] as Error).cause).to.be.instanceOf(TypeError);
    backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await rejection(client.call(readSession))).to.include({ code: 'network', retryable: true });
    const cut = new ReadableStream({ start: (body) => body.error(new TypeError('network error')) });
    backend.answerWith(() => new Response(cut, { headers: { 'content-type': 'application/json' } }));
    expect(await rejection(client.call(readSession))).to.include({ code: 'network', retryable: true });
    reported.stop();
    expect(reported.all).to.have.length(1);
  });

  it('that violates the contract is reported with the wrong member', async () => {
    const capabilities = { 'GET /session': async () => ({ signedIn: true, user: { id: 7 } }) as never };
    use({ capabilities }, () => json({}));
    const error = await rejection<LatchError>(client.call(readSession));
    expect(error.code).to.equal('bad_response');
    expect(error.message).to.contain('.user.id must be 1 to 64 bytes in base64url');
  });

  it('shares options among the elements of a page if the backend keeps one challenge', async () => {
    const capabilities = { 'POST /webauthn/login/verify': 'x', 'POST /webauthn/login/options': 'x' } as const;
    use({ capabilities, oneChallenge: true }, () => json(requestOptions()));
    const [one, two] = await Promise.all([client.call(startPasskeySignIn), client.call(startPasskeySignIn)]);
    expect(one).to.deep.equal(two);
    await rejection(client.call(finishPasskeySignIn, { body: credential }));
    expect((await client.call(startPasskeySignIn)).challenge).not.to.equal(one.challenge);
    use({ capabilities }, () => json(requestOptions()));
    const [three, four] = await Promise.all([client.call(startPasskeySignIn), client.call(startPasskeySignIn)]);
    expect(three.challenge).not.to.equal(four.challenge);
  });

  it('shares no options over a change of user', async () => {
    const capabilities = { ...everything, 'POST /login': 'x', 'POST /webauthn/login/options': 'x' } as const;
    const { 'GET /session': _none, ...withoutSession } = capabilities;
    use({ capabilities: withoutSession, oneChallenge: true }, () => json(requestOptions()));
    const one = await client.call(startPasskeySignIn);
    await client.call(signInWithPassword, { body: { username: 'ada', password: 'x' } });
    expect((await client.call(startPasskeySignIn)).challenge).not.to.equal(one.challenge);
  });

  it('without a session names no user, and signs in', async () => {
    use({ capabilities: { 'POST /login': 'login' } }, () => json({}));
    expect(await client.call(readSession)).to.deep.equal({ signedIn: false });
    await client.call(signInWithPassword, { body: { username: 'ada', password: 'x' } });
    use({ capabilities: { 'POST /login': 'login', 'GET /session': () => ({ signedIn: false }) } }, () => json({}));
    await client.call(signInWithPassword, { body: { username: 'ada', password: 'x' } });
  });

  it('has another status in a refusal where the contract has one', async () => {
    const refusal = () => ({ error: 'taken', status: 409 });
    use({ capabilities: { 'POST /signup': 'new' }, refusal }, () => json({ code: 'exists' }, 422));
    const error = await rejection<LatchError>(client.call(createAccount, { body: { username: 'ada' } }));
    expect(error).to.include({ code: 'rejected', status: 409, reason: 'taken' });
  });

  describe('that believes no answer', () => {
    const credentials = { username: 'ada@example.com', password: 'x' };
    const signIn = () => client.call(signInWithPassword, { body: credentials });

    it('returns the step that the session waits for', async () => {
      const next = { step: 'second-factor', methods: ['totp'] };
      const capabilities = { 'POST /login': 'login', 'GET /session': 'me' } as const;
      use({ capabilities }, (path) => json(path.endsWith('/me') ? { signedIn: false, next } : {}));
      expect(await signIn()).to.deep.equal({ next });
    });

    it('asks nothing after a step that the answer names, and passes on what the session cannot say', async () => {
      const next = { step: 'accept-terms', url: 'https://example.com/terms' };
      const capabilities = { 'POST /login': 'login', 'GET /session': 'me' } as const;
      use({ capabilities }, () => json({ next }));
      expect(await signIn()).to.deep.equal({ next });
      expect(backend.all.map(({ path }) => path)).to.deep.equal(['/login']);
      use({ capabilities }, (path) => (path.endsWith('/me') ? json({}, 503) : json({})));
      expect(await rejection(signIn())).to.include({ code: 'bad_response', retryable: true });
    });

    const adapters: [name: string, adapter: () => Adapter, session: RegExp, visitor: () => Response][] = [
      ['Better Auth', betterAuth, /get-session$/, () => json(null)],
      ['Auth.js', authJs, /\/session$/, () => json(null)],
      ['Spring Security', springSecurity, /\/user$/, () => json({}, 401)],
      ['django-allauth', djangoAllauth, /auth\/session$/, () => json({ status: 401, data: { flows: [] } }, 401)],
      ['Laravel Fortify', laravelFortify, /api\/user$/, () => json({ message: 'Unauthenticated.' }, 401)],
      ['your own endpoints', () => endpoints({ session: 'me', password: 'in' }), /\/me$/, () => json({}, 401)],
      ['ASP.NET Core Identity', aspNetIdentity, /manage\/info$/, () => json({}, 401)],
    ];
    /** What a backend may answer to anything and mean nothing by it. */
    const agreeable = { authenticated: true, success: true, url: '/', token: 'x', data: {} };
    const ways = {
      'POST /login': signIn,
      'POST /signup': () => client.call(createAccount, { body: credentials }),
      'POST /webauthn/login/verify': () => client.call(finishPasskeySignIn, { body: credential }),
      'POST /session/second-factor': () => client.call(verifySecondFactor, { body: { code: '123456' } }),
      'POST /otp/verify': () => client.call(verifyCode, { body: { code: '123456' } }),
    };
    for (const [name, create, session, visitor] of adapters)
      for (const [way, call] of Object.entries(ways)) {
        if (!Object.hasOwn(create().capabilities!, way)) continue;
        it(`is that for ${name} at ${way}`, async () => {
          use(create(), (path) => (session.test(path) ? visitor() : json(agreeable)));
          const reported = watchReports();
          const error = await rejection<LatchError>(call());
          reported.stop();
          expect(['rejected', 'unauthenticated']).to.contain(error.code);
        });
      }
  });

  const codeOf = (error: LatchError) => [error.code, error.status, error.reason];

  describe('with a second factor', () => {
    const signIn = () => client.call(signInWithPassword, { body: { username: 'ada@example.com', password: 'x' } });
    const enter = (code: string) => client.call(verifySecondFactor, { body: { code } });

    const readNext = async () => (await client.call(readSession)).next;
    const enterSent = (code: string) => client.call(verifyCode, { body: { code } });
    const ended: [
      who: string,
      create: () => Adapter,
      begun: () => Response,
      over: () => Response,
      enterCode: (code: string) => Promise<unknown>,
    ][] = [
      ...(['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'] as const).map(
        (code): (typeof ended)[number] => [
          `Better Auth with ${code}`,
          betterAuth,
          () => json({ twoFactorRedirect: true, twoFactorMethods: ['totp'] }),
          () => json({ code }, 401),
          enter,
        ],
      ),
      [
        'Better Auth with a code that it has sent',
        betterAuth,
        () => json({ twoFactorRedirect: true, twoFactorMethods: ['otp'] }),
        () => json({ code: 'OTP_HAS_EXPIRED' }, 400),
        enterSent,
      ],
      [
        'Laravel Fortify',
        laravelFortify,
        () => json({ two_factor: true }),
        () => json({ message: 'CSRF token mismatch.' }, 419),
        enter,
      ],
    ];
    for (const [who, create, begun, over, enterCode] of ended)
      it(`of ${who} is over for GET /session too once the backend has ended it`, async () => {
        use(create(), (path) => {
          if (path.endsWith('/get-session')) return json(null);
          if (path.endsWith('/user')) return json({}, 401);
          return /verify|challenge/.test(path) ? over() : begun();
        });
        await signIn();
        expect(await readNext()).to.be.an('object');
        expect(await rejection(enterCode('123456'))).to.include({ code: 'unauthenticated', status: 401 });
        expect(await readNext()).to.equal(undefined);
      });

    for (const [what, call] of [
      ['options', () => client.call(startPasskeySignIn)],
      ['response', () => client.call(finishPasskeySignIn, { body: credential })],
    ] as const)
      it(`of django-allauth by a passkey is a sign-in again once the ${what} came too late`, async () => {
        const flows = [{ id: 'mfa_authenticate', is_pending: true, types: ['webauthn'] }];
        use(djangoAllauth(), (path) =>
          path.endsWith('/webauthn/login')
            ? json({ status: 200, data: { request_options: { publicKey: requestOptions() } } })
            : json({ status: 401, data: { flows: path.endsWith('/auth/session') ? flows : [] } }, 401),
        );
        await readNext();
        expect(await rejection(call())).to.include({ status: 401 });
        await client.call(startPasskeySignIn);
        expect(backend.all.slice(1).map(({ path }) => path.replace(/.*\/auth\//, ''))).to.deep.equal([
          'webauthn/authenticate',
          'webauthn/login',
        ]);
      });

    it('of django-allauth is over once a code for the address has been tried too often', async () => {
      use(djangoAllauth(), (path) =>
        path.endsWith('/auth/email/verify')
          ? json({ status: 409 }, 409)
          : json({ status: 401, data: { flows: [] } }, 401),
      );
      expect(await rejection(enterSent('123456'))).to.include({ code: 'unauthenticated', status: 401 });
    });

    it('of Laravel Fortify takes codes of the app and recovery codes', async () => {
      let isSignedIn = false;
      use(laravelFortify(), (path) => {
        if (path.endsWith('/user')) return isSignedIn ? json({ id: 1, name: 'A', email: 'a' }) : json({}, 401);
        if (path.endsWith('/login')) return json({ two_factor: true });
        return isSignedIn ? json({}) : json({ errors: { code: ['wrong'] } }, 422);
      });
      const { next } = (await signIn()) as { next: { step: string } };
      expect(next).to.deep.equal({ step: 'second-factor', methods: ['totp', 'recovery-code'] });
      expect(await client.call(readSession)).to.deep.equal({ signedIn: false, next });
      expect(codeOf(await rejection<LatchError>(enter('123456')))).to.deep.equal(['rejected', 400, 'wrong_code']);
      isSignedIn = true;
      await enter('AbCdE-fGhIj');
      const codes = backend.all.filter(({ path }) => path.endsWith('/two-factor-challenge')).map(({ body }) => body);
      expect(codes).to.deep.equal([{ code: '123456' }, { recovery_code: 'AbCdE-fGhIj' }]);
      expect(await client.call(readSession)).to.include({ signedIn: true });
    });

    it('of django-allauth follows the pending flows, also after a reload', async () => {
      const flows = [{ id: 'login' }, { id: 'mfa_authenticate', is_pending: true, types: ['totp', 'recovery_codes'] }];
      use(djangoAllauth(), (path) => {
        if (path.endsWith('/authenticate')) return json({ status: 400, errors: [{ code: 'incorrect_code' }] }, 400);
        return json({ status: 401, data: { flows }, meta: { is_authenticated: false } }, 401);
      });
      const next = { step: 'second-factor', methods: ['totp', 'recovery-code'] };
      expect(await signIn()).to.deep.equal({ next });
      expect(await client.call(readSession)).to.deep.equal({ signedIn: false, next });
      expect((await rejection<LatchError>(enter('123456'))).status).to.equal(400);
    });

    it('of django-allauth verifies an address', async () => {
      const flows = [{ id: 'verify_email', is_pending: true }];
      use(djangoAllauth(), (path) =>
        path.endsWith('/config')
          ? json({ status: 200, data: { account: { email_verification_by_code_enabled: true } } })
          : json({ status: 401, data: { flows } }, 401),
      );
      const next = { step: 'verify-address', sent: 'code', address: 'ada@example.com' };
      expect(await signIn()).to.deep.equal({ next });
    });

    it('of ASP.NET Core Identity is sent with the password', async () => {
      let detail = 'RequiresTwoFactor';
      use(aspNetIdentity(), (path) =>
        path.includes('manage/info') && detail === ''
          ? json({ email: 'ada@example.com' })
          : detail === ''
            ? json({})
            : json({ detail }, 401),
      );
      const { next } = (await signIn()) as { next: { step: string } };
      expect(next).to.deep.equal({ step: 'second-factor', methods: ['totp', 'recovery-code'] });
      expect(await client.call(readSession)).to.deep.equal({ signedIn: false, next });
      detail = 'Failed';
      expect(codeOf(await rejection<LatchError>(enter('123456')))).to.deep.equal(['rejected', 400, 'wrong_code']);
      detail = '';
      await enter('123456');
      expect(backend.all.findLast(({ path }) => path.startsWith('/login'))?.body).to.deep.equal({
        email: 'ada@example.com',
        password: 'x',
        twoFactorCode: '123456',
      });
      detail = 'LockedOut';
      expect((await rejection<LatchError>(signIn())).code).to.equal('rate_limited');
      detail = 'NotAllowed';
      backend.answerWith(({ path }) => (path.startsWith('/login') ? json({ detail }, 401) : json({})));
      expect(await signIn()).to.deep.equal({
        next: { step: 'verify-address', address: 'ada@example.com', sent: 'link' },
      });
    });

    it('of Supabase counts as no session until it is there', async () => {
      let level = 'aal1';
      const fine = async <Data>(data: Data) => ({ data, error: null });
      const failed = async (status: number, code: string) => ({ data: null, error: { status, code, message: code } });
      let begin: () => Promise<never> = () => fine({ session: {} }) as Promise<never>;
      const auth = {
        passkey: {} as never,
        getUser: () => fine({ user: { id: 'u', email: 'ada@example.com' } }),
        getSession: () => fine({ session: null }),
        signOut: async () => ({ error: null }),
        admin: { signOut: () => fine(null) },
        signInWithPassword: () => begin(),
        signUp: () => fine({ session: null, user: { identities: [] } }),
        resend: () => fine({}),
        mfa: {
          getAuthenticatorAssuranceLevel: () => fine({ currentLevel: level, nextLevel: 'aal2' }),
          listFactors: () => fine({ totp: [{ id: 'f' }] }),
          challengeAndVerify: () => (level === 'aal2' ? fine({}) : failed(422, 'mfa_verification_failed')),
        },
      };
      use(supabase(auth), () => json({}));
      const next = { step: 'second-factor', methods: ['totp'] };
      expect(await signIn()).to.deep.equal({ next });
      expect(await client.call(readSession)).to.deep.equal({ signedIn: false, next });
      expect(codeOf(await rejection<LatchError>(enter('1')))).to.deep.equal(['rejected', 400, 'wrong_code']);
      level = 'aal2';
      await enter('1');
      expect(await client.call(readSession)).to.include({ signedIn: true });
      begin = () => failed(400, 'email_not_confirmed') as Promise<never>;
      expect(await signIn()).to.deep.equal({
        next: { step: 'verify-address', address: 'ada@example.com', sent: 'link' },
      });
      begin = () => failed(400, 'invalid_credentials') as Promise<never>;
      expect((await rejection<LatchError>(signIn())).status).to.equal(401);
      const signUp = client.call(createAccount, { body: { username: 'ada@example.com', password: 'x' } });
      expect(codeOf(await rejection<LatchError>(signUp))).to.deep.equal(['rejected', 409, 'taken']);
    });
  });

  describe('with a step-up', () => {
    const djangoUser = { id: 7, display: 'Ada', email: 'ada@example.com' };
    /** The authenticator data of a sign-in in which the user was there, and verified or not. */
    const response = (isVerified: boolean) => {
      const bytes = new Uint8Array(37);
      bytes[32] = isVerified ? 0x05 : 0x01;
      return { id: 'AQID', response: { authenticatorData: toBase64Url(bytes) } } as never;
    };
    const sent = () =>
      backend.all.map(({ method, path }) => `${method} ${path.replace(/^\/(_allauth\/browser\/v1|api\/auth)\//, '')}`);
    const stepUpOptions = () => client.call(startPasskeySignIn, { query: '?step-up' });
    const stepUp = (isVerified: boolean) =>
      client.call(finishPasskeySignIn, { body: response(isVerified), query: '?step-up' });

    const servers: [name: string, create: () => Adapter, options: string, verify: string][] = [
      ['Better Auth', betterAuth, 'GET passkey/generate-authenticate-options', 'POST passkey/verify-authentication'],
      ['django-allauth', djangoAllauth, 'GET auth/webauthn/reauthenticate', 'POST auth/webauthn/reauthenticate'],
    ];
    for (const [name, create, optionsPath, verifyPath] of servers) {
      it(`of ${name}, which prefers user verification, requires it`, async () => {
        const allowCredentials = [{ id: 'AQID', type: 'public-key' }];
        const options = { ...requestOptions(), allowCredentials, userVerification: 'preferred' };
        const answer = name === 'Better Auth' ? options : { data: { request_options: { publicKey: options } } };
        use(create(), () => json(answer));
        expect(await stepUpOptions()).to.deep.equal({ ...options, userVerification: 'required' });
        expect(sent()).to.deep.equal([optionsPath]);
      });

      it(`of ${name}, which does not look whether the user was verified, is refused where they were not`, async () => {
        use(create(), (path) => json(path.endsWith('list-user-passkeys') ? [{ credentialID: 'AQID' }] : { data: {} }));
        const error = await rejection<LatchError>(stepUp(false));
        expect(error).to.include({ code: 'rejected', status: 400 });
        expect(error.cause).to.have.property('error', 'verification_failed');
        expect(sent()).not.to.contain(verifyPath);
        await stepUp(true);
        expect(sent()).to.contain(verifyPath);
      });
    }

    it('of Better Auth, which has options for visitors too, is none without a session', async () => {
      use(betterAuth(), (path) => json(path.endsWith('get-session') ? null : requestOptions()));
      expect(await rejection(stepUpOptions())).to.include({ code: 'unauthenticated', status: 401 });
    });

    it('of django-allauth sends the password to the endpoint for it, because a sign-in in a session is a conflict', async () => {
      let isWrong = false;
      use(djangoAllauth(), (path) => {
        if (path.endsWith('/auth/session')) return json({ status: 200, data: { user: djangoUser, methods: [] } });
        if (path.endsWith('/auth/login')) return json({ status: 409 }, 409);
        return isWrong
          ? json({ status: 400, errors: [{ code: 'incorrect_password', param: 'password' }] }, 400)
          : json({ status: 200, data: { user: djangoUser, methods: [] } });
      });
      const confirm = () => client.call(signInWithPassword, { body: { username: 'ada@example.com', password: 'x' } });
      await confirm();
      expect(sent().slice(0, 2)).to.deep.equal(['GET auth/session', 'POST auth/reauthenticate']);
      expect(backend.all[1]!.body).to.deep.equal({ password: 'x' });
      isWrong = true;
      expect(await rejection(confirm())).to.include({ code: 'rejected', status: 401 });
    });

    for (const [name, create, session] of [
      ['django-allauth', djangoAllauth, 'auth/session'],
      ['Laravel Fortify', laravelFortify, '/api/user'],
    ] as const)
      it(`of ${name} signs nobody in while it is not known whether there is a session`, async () => {
        use(create(), (path) => json({}, path.endsWith(session) ? 503 : 200));
        const signIn = client.call(signInWithPassword, { body: { username: 'ada@example.com', password: 'x' } });
        expect(await rejection(signIn)).to.include({ code: 'bad_response', status: 503 });
        expect(sent()).to.deep.equal([`GET ${session}`]);
      });

    const flows: [what: string, flows: object[], methods: string[]][] = [
      ['a password', [{ id: 'reauthenticate' }], ['password']],
      ['a passkey', [{ id: 'mfa_reauthenticate', types: ['recovery_codes', 'webauthn'] }], ['passkey']],
      ['a code of an app', [{ id: 'mfa_reauthenticate', types: ['totp'] }], []],
      [
        'both, and a password that can be reset by a code',
        [
          { id: 'reauthenticate' },
          { id: 'mfa_reauthenticate', types: ['webauthn'] },
          { id: 'password_reset_by_code', is_pending: false },
        ],
        ['password', 'passkey'],
      ],
      [
        'a password that can be reset by a code',
        [{ id: 'reauthenticate' }, { id: 'password_reset_by_code', is_pending: false }],
        ['password'],
      ],
    ];
    for (const [what, all, methods] of flows)
      it(`of django-allauth names ${methods.join(' and ') || 'no method'} for an account with ${what}`, async () => {
        use(djangoAllauth(), () => json({ status: 401, data: { flows: all }, meta: { is_authenticated: true } }, 401));
        const error = await rejection<LatchError>(client.call(startPasskeyRegistration));
        expect(error).to.deep.include({ code: 'step_up_required', methods });
      });
  });

  describe('with a message that was sent a moment ago', () => {
    const signIn = () => client.call(signInWithPassword, { body: { username: 'ada@example.com', password: 'x' } });
    const next = { step: 'verify-address', address: 'ada@example.com', sent: 'link' };
    const adapters: [name: string, create: () => Adapter, refused: () => Response, message: RegExp][] = [
      ['Better Auth', betterAuth, () => json({ code: 'EMAIL_NOT_VERIFIED' }, 403), /send-verification-email$/],
      ['ASP.NET Core Identity', aspNetIdentity, () => json({ detail: 'NotAllowed' }, 401), /resendConfirmationEmail$/],
    ];
    for (const [name, create, refused, message] of adapters) {
      it(`of ${name}, a sign-in waits for the link of that one`, async () => {
        use(create(), (path) => (message.test(path) ? json({}, 429) : refused()));
        expect(await signIn()).to.deep.equal({ next });
      });

      it(`of ${name}, a message that cannot be sent for another reason is a refusal`, async () => {
        use(create(), (path) => (message.test(path) ? json({}, 500) : refused()));
        expect(await rejection(signIn())).to.include({ status: 500 });
      });
    }
  });

  it('of ASP.NET Core Identity takes the 404 of a user who was deleted for signed out', async () => {
    use(aspNetIdentity(), () => json({}, 404));
    expect(await client.call(readSession)).to.deep.equal({ signedIn: false });
    expect(await rejection(client.call(startPasskeyRegistration))).to.include({ code: 'unauthenticated', status: 401 });
  });

  describe('for Supabase', () => {
    const failed = async (status: number, code: string, message = code) => ({
      data: null,
      error: { status, code, message },
    });
    const signIn = () => client.call(signInWithPassword, { body: { username: 'ada@example.com', password: 'x' } });
    const useSupabase = (auth: Partial<SupabaseAuth>) => use(supabase(auth as SupabaseAuth), () => json({}));

    const next = { step: 'verify-address', address: 'ada@example.com', sent: 'link' };

    it('a sign-in within a minute of the last message waits for the link of that one', async () => {
      useSupabase({
        signInWithPassword: () => failed(400, 'email_not_confirmed'),
        resend: () => failed(429, 'over_email_send_rate_limit'),
        getUser: () => failed(400, '', 'Auth session missing!'),
      });
      expect(await signIn()).to.deep.equal({ next });
      expect(await client.call(readSession)).to.deep.equal({ signedIn: false, next });
    });

    it('a message that cannot be sent for another reason is a refusal', async () => {
      useSupabase({
        signInWithPassword: () => failed(400, 'email_not_confirmed'),
        resend: () => failed(400, 'email_address_not_authorized'),
      });
      expect(await rejection(signIn())).to.include({ code: 'rejected', status: 400 });
    });

    for (const [status, code] of [
      [403, 'user_not_found'],
      [403, 'bad_jwt'],
      [400, 'bad_jwt'],
      [403, 'user_banned'],
      [400, 'refresh_token_not_found'],
      [400, 'refresh_token_already_used'],
      [400, 'session_expired'],
    ] as const)
      it(`a token that the server refuses with ${status} ${code} is no session`, async () => {
        useSupabase({ getUser: () => failed(status, code) });
        expect(await client.call(readSession)).to.deep.equal({ signedIn: false });
      });

    it('a refusal of the server that says nothing of the token leaves the session as it is', async () => {
      useSupabase({ getUser: () => failed(403, 'not_admin') });
      expect(await rejection(client.call(readSession))).to.include({ code: 'rejected', status: 403 });
    });
  });

  describe('for Auth.js', () => {
    /** A backend with one challenge, that of the options which it has answered last. */
    const answerAuthJs = () => {
      const counts = { register: 0, authenticate: 0 };
      use(authJs({ provider: 'passkey' }), (path) => {
        const action = /action=(\w+)/.exec(path)?.[1] as keyof typeof counts | undefined;
        if (path.endsWith('/session')) return json({ user: { email: 'a' }, expires: '2099-01-01T00:00:00Z' });
        if (!action) return json({ url: '/' });
        counts[action] += 1;
        const challenge = `${action}${counts[action]}`.padEnd(24, '-');
        const own = { ...requestOptions(), challenge };
        const user = { id: 'x', name: 'a', displayName: 'a' };
        return json({
          options:
            action === 'register' ? { ...own, user, rp: { id: 'localhost', name: 'x' }, pubKeyCredParams: [] } : own,
        });
      });
      return { counts };
    };

    it('the list leaves a creation its challenge', async () => {
      const { counts } = answerAuthJs();
      await client.call(listPasskeys);
      expect(counts.register).to.equal(1);
      const creation = client.call(startPasskeyRegistration);
      await client.call(listPasskeys);
      const { challenge } = await creation;
      expect(challenge).to.match(/^register2-/);
      await client.call(listPasskeys);
      expect(counts.register).to.equal(2);
      await client.call(finishPasskeyRegistration, { body: { ...(credential as object), response: {} } as never });
      await client.call(listPasskeys);
      expect(counts.register).to.equal(3);
    });

    it('options whose challenge a list has replaced are renewed, and not sent', async () => {
      answerAuthJs();
      await client.call(startPasskeySignIn);
      await client.call(listPasskeys);
      const verify = () => client.call(finishPasskeySignIn, { body: credential });
      expect(await rejection(verify())).to.include({ code: 'challenge_expired' });
      await client.call(startPasskeySignIn);
      expect(await verify()).to.deep.equal({ verified: true });
    });
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
