import { randomUUID } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { setCookie } from 'hono/cookie';
import type { Tab } from '../support/node/tab.js';
import { post } from './app-journey.js';
import type { App } from './app-site.js';
import { StandIn, user, type Session, type StoredPasskey } from './stand-in.js';

/** A stand-in for a framework: nothing but what the page of its documentation says that it does. */
export interface Framework {
  readonly title: string;
  readonly canChange: boolean;
  readonly hasList: boolean;
  readonly needsPackages?: boolean;
  /** What the page shows of the user, if it is not the e-mail address. */
  readonly shows?: string;
  create(origin: string): App;
  signIn(tab: Tab): Promise<void>;
}

/** Serves `app` for the paths that it has; the page is another matter. */
const serve = (app: Hono): Pick<App, 'handle'> => ({
  async handle(request) {
    if (new URL(request.url).pathname === '/') return undefined;
    const response = await app.fetch(request);
    return response.status === 404 && response.headers.get('x-missing') ? undefined : response;
  },
});

const newApp = (): Hono => {
  const app = new Hono();
  app.notFound((context) => context.text('', 404, { 'x-missing': '1' }));
  return app;
};

/**
 * Spring Security 7.0, Passkeys: https://docs.spring.io/spring-security/reference/servlet/authentication/passkeys.html,
 * Logout: https://docs.spring.io/spring-security/reference/servlet/authentication/logout.html, and
 * `CookieCsrfTokenRepository`: https://docs.spring.io/spring-security/reference/servlet/exploits/csrf.html. The endpoint
 * that names the user is that of docs/adapters.md.
 */
export const springSecurity: Framework = {
  title: 'Spring Security',
  canChange: false,
  hasList: false,
  create(origin) {
    const standIn = new StandIn(origin);
    const app = newApp();
    const giveToken = (context: Context, token: string) => setCookie(context, 'XSRF-TOKEN', token, { path: '/' });
    app.use(async (context, next) => {
      const token = context.req.header('X-XSRF-TOKEN');
      if (context.req.method === 'POST' && token !== standIn.sessionOf(context).csrf) return context.body(null, 403);
      await next();
      return undefined;
    });
    app.get('/user', (context) =>
      standIn.isSignedIn(context)
        ? context.json({ name: user.email })
        : // "redirect to the log in page", unless a request is for JSON
          context.body(null, 401),
    );
    app.post('/webauthn/authenticate/options', async (context) =>
      context.json(await standIn.requestOptions(standIn.sessionOf(context))),
    );
    app.post('/login/webauthn', async (context) => {
      if (!(await standIn.verify(standIn.sessionOf(context), await context.req.json()))) return context.body(null, 401);
      giveToken(context, standIn.signIn(context).csrf);
      return context.json({ redirectUrl: '/', authenticated: true });
    });
    app.post('/webauthn/register/options', async (context) => {
      const session = standIn.sessionOf(context);
      return session.isSignedIn ? context.json(await standIn.creationOptions(session)) : context.body(null, 401);
    });
    app.post('/webauthn/register', async (context) => {
      const { publicKey } = await context.req.json();
      const { credential, label } = publicKey;
      const session = standIn.sessionOf(context);
      if (!session.isSignedIn || !label) return context.body(null, 400);
      const passkey = await standIn.register(session, credential, label);
      return passkey ? context.json({ success: true }) : context.body(null, 400);
    });
    app.post('/logout', (context) => {
      standIn.signOut(context);
      return context.redirect('/login?logout');
    });
    app.post('/login', (context) => {
      giveToken(context, standIn.signIn(context).csrf);
      return context.json({});
    });
    app.get('/token', (context) => {
      giveToken(context, standIn.sessionOf(context).csrf);
      return context.body(null);
    });
    return {
      ...serve(app),
      head: '<meta name="latch-backend" content="spring-security">',
      prepare: async (request) => ({
        cookies: (await app.fetch(new Request(new URL('/token', request.url), request))).headers.getSetCookie(),
      }),
    };
  },
  signIn: (tab) => post(tab, '/login', {}, 'XSRF-TOKEN', 'x-xsrf-token'),
};

/**
 * The headless API of django-allauth 65, for browsers:
 * https://docs.allauth.org/en/latest/headless/openapi-specification/, and what that leaves open as its source has it: a
 * sign-in in a session is a conflict once the password is right, and what changes authenticators requires that the user
 * has authenticated within the timeout, https://docs.allauth.org/en/latest/account/configuration.html.
 */
export const djangoAllauth: Framework = {
  title: 'django-allauth',
  canChange: true,
  hasList: true,
  create(origin) {
    const standIn = new StandIn(origin);
    const app = newApp().basePath('/_allauth/browser/v1');
    const about = { id: user.id, display: user.name, email: user.email, has_usable_password: true };
    const seconds = (date: Date) => date.getTime() / 1000;
    const visitor: Session = { isSignedIn: false, challenge: undefined, csrf: '' };
    const knownSession = (context: Context) => (standIn.isSignedIn(context) ? standIn.sessionOf(context) : visitor);
    /** How each session has authenticated, the last one last. Times are in seconds. */
    const records = new WeakMap<Session, { at: number; method: string; [more: string]: unknown }[]>();
    const record = (session: Session, method: string, more: object): void => {
      records.set(session, [...(records.get(session) ?? []), { method, at: seconds(new Date()), ...more }]);
    };
    const byPassword = { email: user.email };
    const byPasskey = ({ id }: StoredPasskey) => ({ id, type: 'webauthn' });
    const answerSession = (context: Context, session: Session, status: 200 | 401 = session.isSignedIn ? 200 : 401) => {
      const flows = session.isSignedIn
        ? [
            { id: 'reauthenticate' },
            ...(standIn.passkeys.length > 0 ? [{ id: 'mfa_reauthenticate', types: ['webauthn'] }] : []),
          ]
        : [{ id: 'login' }, { id: 'signup' }, { id: 'mfa_login_webauthn' }];
      const data = {
        ...(session.isSignedIn && { user: about, methods: records.get(session) ?? [] }),
        ...(status === 401 && { flows }),
      };
      return context.json({ status, data, meta: { is_authenticated: session.isSignedIn } }, status);
    };
    const refuse = (context: Context, code: string, param: string) =>
      context.json({ status: 400, errors: [{ message: 'Incorrect.', code, param }] }, 400);
    /** `ACCOUNT_REAUTHENTICATION_TIMEOUT` is 300 seconds by default. */
    const isFresh = (session: Session) => seconds(new Date()) - (records.get(session)?.at(-1)?.at ?? 0) < 300;
    const describe = ({ id, name, createdAt, lastUsedAt }: StoredPasskey) => ({
      type: 'webauthn',
      id,
      name,
      is_passwordless: true,
      created_at: seconds(createdAt),
      last_used_at: lastUsedAt ? seconds(lastUsedAt) : null,
    });
    /** Answers the signed-in user, and with 401 everybody else. */
    const forUser =
      (answer: (context: Context, session: Session) => Promise<Response>) =>
      (context: Context): Promise<Response> | Response => {
        const session = knownSession(context);
        return session.isSignedIn ? answer(context, session) : answerSession(context, session);
      };
    /** The same for what requires that the user has authenticated recently. */
    const forFresh = (answer: (context: Context, session: Session) => Promise<Response>) =>
      forUser(async (context, session) =>
        isFresh(session) ? answer(context, session) : answerSession(context, session, 401),
      );
    const answerOptions = async (context: Context, session: Session, names: boolean) =>
      context.json({
        status: 200,
        data: { request_options: { publicKey: await standIn.requestOptions(session, names) } },
      });
    app.use(async (context, next) => {
      const token = context.req.header('X-CSRFToken');
      if (context.req.method !== 'GET' && token !== standIn.sessionOf(context).csrf) return context.body(null, 403);
      await next();
      return undefined;
    });
    const signIn = (context: Context, method: string, more: object) => {
      const session = standIn.signIn(context);
      setCookie(context, 'csrftoken', session.csrf, { path: '/' });
      record(session, method, more);
      return answerSession(context, session);
    };
    app.get('/auth/session', (context) => answerSession(context, knownSession(context)));
    app.delete('/auth/session', (context) => {
      standIn.signOut(context);
      return answerSession(context, visitor);
    });
    app.post('/auth/login', async (context) => {
      const { email, password } = await context.req.json<Record<string, string>>();
      // The input is checked first.
      if (email !== user.email || password !== user.password)
        return refuse(context, 'email_password_mismatch', 'password');
      if (standIn.isSignedIn(context)) return context.json({ status: 409 }, 409);
      return signIn(context, 'password', byPassword);
    });
    app.post(
      '/auth/reauthenticate',
      forUser(async (context, session) => {
        const { password } = await context.req.json<Record<string, string>>();
        if (password !== user.password) return refuse(context, 'incorrect_password', 'password');
        record(session, 'password', { ...byPassword, reauthenticated: true });
        return answerSession(context, session);
      }),
    );
    app.get('/auth/webauthn/login', (context) => answerOptions(context, standIn.sessionOf(context), false));
    app.post('/auth/webauthn/login', async (context) => {
      const { credential } = await context.req.json();
      const passkey = await standIn.verify(standIn.sessionOf(context), credential);
      return passkey
        ? signIn(context, 'mfa', { ...byPasskey(passkey), passwordless: true })
        : refuse(context, 'incorrect_code', 'credential');
    });
    app.get(
      '/auth/webauthn/reauthenticate',
      forUser((context, session) => answerOptions(context, session, true)),
    );
    app.post(
      '/auth/webauthn/reauthenticate',
      forUser(async (context, session) => {
        const { credential } = await context.req.json();
        const passkey = await standIn.verify(session, credential);
        if (!passkey) return refuse(context, 'incorrect_code', 'credential');
        record(session, 'mfa', { ...byPasskey(passkey), reauthenticated: true });
        return answerSession(context, session);
      }),
    );
    app.get(
      '/account/authenticators/webauthn',
      forFresh(async (context, session) => {
        if (context.req.query('passwordless') === undefined) return refuse(context, 'incorrect_code', 'passwordless');
        return context.json({
          status: 200,
          data: { creation_options: { publicKey: await standIn.creationOptions(session) } },
        });
      }),
    );
    app.post(
      '/account/authenticators/webauthn',
      forFresh(async (context, session) => {
        const { credential, name } = await context.req.json();
        const passkey = await standIn.register(session, credential, name ?? '');
        return passkey
          ? context.json({ status: 200, data: describe(passkey), meta: { recovery_codes_generated: false } })
          : refuse(context, 'incorrect_code', 'credential');
      }),
    );
    app.put(
      '/account/authenticators/webauthn',
      forFresh(async (context) => {
        const { id, name } = await context.req.json();
        const passkey = standIn.passkeys.find((one) => one.id === id);
        if (!passkey) return refuse(context, 'invalid_choice', 'id');
        passkey.name = name;
        return context.json({ status: 200, data: describe(passkey) });
      }),
    );
    app.get(
      '/account/authenticators',
      forUser(async (context) => context.json({ status: 200, data: standIn.passkeys.map(describe) })),
    );
    // The test's own: as if the user had authenticated an hour ago.
    app.get('/age', (context) => {
      const session = knownSession(context);
      records.set(
        session,
        (records.get(session) ?? []).map((one) => ({ ...one, at: one.at - 3600 })),
      );
      return context.body(null);
    });
    app.get('/token', (context) => {
      setCookie(context, 'csrftoken', standIn.sessionOf(context).csrf, { path: '/' });
      return context.body(null);
    });
    return {
      ...serve(app),
      head: '<meta name="latch-backend" content="django-allauth">',
      prepare: async (request) => ({
        cookies: (
          await app.fetch(new Request(new URL('/_allauth/browser/v1/token', request.url), request))
        ).headers.getSetCookie(),
      }),
    };
  },
  signIn: (tab) =>
    post(tab, '/_allauth/browser/v1/auth/login', { email: user.email, password: user.password }, 'csrftoken'),
};

/**
 * Laravel Fortify for Laravel 13: https://laravel.com/docs/13.x/fortify#passkeys, the routes and bodies of the passkeys:
 * https://github.com/laravel/passkeys, and CSRF: https://laravel.com/docs/13.x/csrf#csrf-x-xsrf-token. `/api/user` is
 * that of https://laravel.com/docs/13.x/sanctum#spa-authentication.
 */
export const laravelFortify: Framework = {
  title: 'Laravel Fortify',
  canChange: false,
  hasList: false,
  create(origin) {
    const standIn = new StandIn(origin);
    const app = newApp();
    app.use(async (context, next) => {
      const session = standIn.sessionOf(context);
      if (context.req.method !== 'GET' && context.req.header('X-XSRF-TOKEN') !== session.csrf)
        return Response.json({ message: 'CSRF token mismatch.' }, { status: 419 });
      if (context.req.header('Accept') !== 'application/json') return context.redirect('/home');
      await next();
      return undefined;
    });
    const signIn = (context: Context) => setCookie(context, 'XSRF-TOKEN', standIn.signIn(context).csrf, { path: '/' });
    const unauthenticated = (context: Context) => context.json({ message: 'Unauthenticated.' }, 401);
    app.get('/api/user', (context) =>
      standIn.isSignedIn(context)
        ? context.json({ id: user.id, name: user.name, email: user.email, email_verified_at: null })
        : unauthenticated(context),
    );
    app.post('/login', async (context) => {
      const { email, password } = await context.req.json<Record<string, string>>();
      if (email !== user.email || password !== user.password) return context.json({ message: 'Wrong.' }, 422);
      signIn(context);
      return context.json({ two_factor: false });
    });
    app.post('/logout', (context) => {
      standIn.signOut(context);
      return context.body(null, 204);
    });
    app.get('/passkeys/login/options', async (context) =>
      context.json({ options: await standIn.requestOptions(standIn.sessionOf(context)) }),
    );
    app.post('/passkeys/login', async (context) => {
      const { credential } = await context.req.json();
      if (!(await standIn.verify(standIn.sessionOf(context), credential))) return context.json({ message: 'x' }, 422);
      signIn(context);
      return context.json({ redirect: '/home' });
    });
    app.get('/user/passkeys/options', async (context) => {
      const session = standIn.sessionOf(context);
      return session.isSignedIn
        ? context.json({ options: await standIn.creationOptions(session) })
        : unauthenticated(context);
    });
    app.post('/user/passkeys', async (context) => {
      const { name, credential } = await context.req.json();
      const passkey = name && (await standIn.register(standIn.sessionOf(context), credential, name));
      return passkey ? context.json({ id: passkey.uuid, name }) : context.json({ message: 'x' }, 422);
    });
    app.get('/token', (context) => {
      setCookie(context, 'XSRF-TOKEN', standIn.sessionOf(context).csrf, { path: '/' });
      return context.body(null);
    });
    return {
      ...serve(app),
      head: '<meta name="latch-backend" content="laravel-fortify">',
      prepare: async (request) => {
        const headers = { cookie: request.headers.get('cookie') ?? '', accept: 'application/json' };
        const response = await app.fetch(new Request(new URL('/token', request.url), { headers }));
        return { cookies: response.headers.getSetCookie() };
      },
    };
  },
  async signIn({ page }) {
    await page.evaluate(
      async (email, password) => {
        const token = decodeURIComponent(/XSRF-TOKEN=([^;]*)/.exec(document.cookie)![1]!);
        const headers = {
          'content-type': 'application/json',
          accept: 'application/json',
          'x-xsrf-token': token,
        };
        await fetch('/login', { method: 'POST', headers, body: JSON.stringify({ email, password }) });
      },
      user.email,
      user.password,
    );
  },
};

/**
 * ASP.NET Core 10: https://learn.microsoft.com/aspnet/core/security/authentication/passkeys/?view=aspnetcore-10.0, and
 * https://learn.microsoft.com/aspnet/core/security/authentication/identity-api-authorization?view=aspnetcore-10.0. Where
 * credentials are sent is the app's choice: the two endpoints of docs/adapters.md.
 */
export const aspNetIdentity: Framework = {
  title: 'ASP.NET Core Identity',
  canChange: false,
  hasList: false,
  create(origin) {
    const standIn = new StandIn(origin);
    const app = newApp();
    app.get('/manage/info', (context) =>
      standIn.isSignedIn(context)
        ? context.json({ email: user.email, isEmailConfirmed: true })
        : context.body(null, 401),
    );
    app.post('/login', async (context) => {
      const { email, password } = await context.req.json<Record<string, string>>();
      if (context.req.query('useCookies') !== 'true' || email !== user.email || password !== user.password)
        return context.body(null, 401);
      standIn.signIn(context);
      return context.body(null, 200);
    });
    app.post('/logout', async (context) => {
      // "the request body must be an empty object"
      if (JSON.stringify(await context.req.json()) !== '{}') return context.body(null, 401);
      standIn.signOut(context);
      return context.body(null, 200);
    });
    app.post('/Account/PasskeyRequestOptions', async (context) =>
      context.json(await standIn.requestOptions(standIn.sessionOf(context))),
    );
    app.post('/Account/PasskeyCreationOptions', async (context) => {
      const session = standIn.sessionOf(context);
      return session.isSignedIn ? context.json(await standIn.creationOptions(session)) : context.body(null, 404);
    });
    app.post('/Account/PasskeySignIn', async (context) => {
      if (!(await standIn.verify(standIn.sessionOf(context), await context.req.json()))) return context.body(null, 401);
      standIn.signIn(context);
      return context.body(null, 200);
    });
    app.post('/Account/PasskeyRegistration', async (context) => {
      const session = standIn.sessionOf(context);
      if (!session.isSignedIn) return context.body(null, 401);
      const passkey = await standIn.register(session, await context.req.json(), '');
      return context.body(null, passkey ? 200 : 400);
    });
    return { ...serve(app), head: '<meta name="latch-backend" content="aspnet-identity">' };
  },
  signIn: (tab) => post(tab, '/login?useCookies=true', { email: user.email, password: user.password }),
};

/** An app around a WebAuthn library, with a password form of its own. */
const appAround = (title: string, script: string, addRoutes: (app: Hono, standIn: StandIn) => void): Framework => ({
  title,
  canChange: false,
  hasList: false,
  create(origin) {
    const standIn = new StandIn(origin);
    const app = newApp();
    app.get('/me', (context) =>
      standIn.isSignedIn(context) ? context.json(user) : context.json({ error: 'no session' }, 401),
    );
    app.post('/session', async (context) => {
      const { username, password } = await context.req.json<Record<string, string>>();
      if (username !== user.email || password !== user.password) return context.json({ error: 'wrong' }, 400);
      standIn.signIn(context);
      return context.json({ ok: true });
    });
    app.post('/end', (context) => {
      standIn.signOut(context);
      return context.json({ ok: true });
    });
    addRoutes(app, standIn);
    return {
      ...serve(app),
      script: `import { useBackend } from 'latchkey/backends'; import { endpoints } from 'latchkey/backends/endpoints';
        ${script}`,
    };
  },
  signIn: (tab) => post(tab, '/session', { username: user.email, password: user.password }),
});

/**
 * The four endpoints of SimpleWebAuthn's example project, https://simplewebauthn.dev/docs/advanced/example-project, with
 * the package itself: the options of a sign-in name the passkeys of the user. The example begins no session; this app
 * does.
 */
export const simpleWebAuthn = appAround(
  'the example of SimpleWebAuthn',
  `useBackend(endpoints({ session: 'me', logout: 'end', password: 'session' }));`,
  (app, standIn) => {
    app.get('/generate-registration-options', async (context) =>
      context.json(await standIn.creationOptions(standIn.sessionOf(context))),
    );
    app.post('/verify-registration', async (context) => {
      const passkey = await standIn.register(standIn.sessionOf(context), await context.req.json(), '');
      return passkey ? context.json({ verified: true }) : context.json({ error: 'wrong' }, 400);
    });
    app.get('/generate-authentication-options', async (context) =>
      context.json(await standIn.requestOptions(standIn.sessionOf(context), true)),
    );
    app.post('/verify-authentication', async (context) => {
      const verified = !!(await standIn.verify(standIn.sessionOf(context), await context.req.json()));
      if (verified) standIn.signIn(context);
      return context.json({ verified });
    });
  },
);

/**
 * `begin` and `finish` as in the examples of go-webauthn, https://github.com/go-webauthn/webauthn, and webauthn-rs,
 * https://github.com/kanidm/webauthn-rs: options in `publicKey`, and null for what is not there.
 */
export const beginAndFinish = appAround(
  'begin and finish as of go-webauthn and webauthn-rs',
  `useBackend(endpoints({
    register: ['passkey/register/begin', 'passkey/register/finish'],
    signIn: ['passkey/login/begin', 'passkey/login/finish'],
    session: 'me', logout: 'end', password: 'session',
  }));`,
  (app, standIn) => {
    app.post('/passkey/register/begin', async (context) => {
      const options = await standIn.creationOptions(standIn.sessionOf(context));
      return context.json({ publicKey: { ...options, excludeCredentials: null } });
    });
    app.post('/passkey/register/finish', async (context) => {
      const passkey = await standIn.register(standIn.sessionOf(context), await context.req.json(), '');
      return passkey ? context.json({}) : context.json({ error: 'wrong' }, 400);
    });
    app.post('/passkey/login/begin', async (context) =>
      context.json({ publicKey: await standIn.requestOptions(standIn.sessionOf(context)), mediation: 'conditional' }),
    );
    app.post('/passkey/login/finish', async (context) => {
      if (!(await standIn.verify(standIn.sessionOf(context), await context.req.json())))
        return context.json({ error: 'wrong' }, 400);
      standIn.signIn(context);
      return context.body(null, 200);
    });
  },
);

/**
 * The server that Supabase's own client, unmodified, sends its requests to: the paths and bodies are those of its types
 * for `passkey`, https://supabase.com/docs/guides/auth/passkeys, and the codes of its refusals those of
 * https://supabase.com/docs/guides/auth/debugging/error-codes and of its source.
 */
export const supabaseAuth: Framework = {
  title: 'Supabase',
  canChange: true,
  hasList: true,
  needsPackages: true,
  create(origin) {
    const standIn = new StandIn(origin);
    const app = newApp().basePath('/auth/v1');
    const tokens = new Set<string>();
    const challenges = new Map<string, { isSignedIn: boolean; challenge: string | undefined; csrf: string }>();
    const about = {
      id: 'a3c4c0de-0000-4000-8000-000000000007',
      aud: 'authenticated',
      role: 'authenticated',
      email: user.email,
      last_sign_in_at: new Date().toISOString(),
      app_metadata: {},
      user_metadata: {},
      created_at: new Date().toISOString(),
    };
    let isDeleted = false;
    const tokenOf = ({ req }: Context) => (req.header('authorization') ?? '').replace('Bearer ', '');
    const refuse = (context: Context, status: 400 | 401 | 403, code: string) =>
      context.json({ code, error_code: code, msg: code }, status);
    /** Answers the signed-in user. The user of the token is looked up first, and then its session. */
    const forUser = (answer: (context: Context) => Promise<Response> | Response) => (context: Context) => {
      if (!tokenOf(context)) return refuse(context, 401, 'no_authorization');
      if (isDeleted) return refuse(context, 403, 'user_not_found');
      return tokens.has(tokenOf(context)) ? answer(context) : refuse(context, 403, 'session_not_found');
    };
    const answerSession = (context: Context) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const expires = Math.floor(Date.now() / 1000) + 3600;
      const amr = [{ method: 'password', timestamp: expires - 3600 }];
      const payload = { sub: about.id, exp: expires, aud: 'authenticated', session_id: randomUUID(), aal: 'aal1', amr };
      const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}.${part({})}`;
      tokens.add(token);
      return context.json({
        access_token: token,
        token_type: 'bearer',
        expires_in: 3600,
        expires_at: expires,
        refresh_token: randomUUID(),
        user: about,
      });
    };
    const start = async (context: Context, makeOptions: 'requestOptions' | 'creationOptions'): Promise<Response> => {
      const session = { isSignedIn: false, challenge: undefined, csrf: '' };
      const options = await standIn[makeOptions](session);
      const id = randomUUID();
      challenges.set(id, session);
      return context.json({ challenge_id: id, options, expires_at: Math.floor(Date.now() / 1000) + 300 });
    };
    const describe = ({ uuid, name, createdAt, lastUsedAt }: StoredPasskey) => ({
      id: uuid,
      ...(name && { friendly_name: name }),
      created_at: createdAt.toISOString(),
      ...(lastUsedAt && { last_used_at: lastUsedAt.toISOString() }),
    });
    // The test's own.
    app.get('/delete-user', (context) => {
      isDeleted = true;
      return context.body(null);
    });
    app.use(async (context, next) => {
      if (context.req.header('apikey') !== 'a-key') return refuse(context, 401, 'no_api_key');
      await next();
      return undefined;
    });
    app.post('/token', async (context) => {
      const { email, password } = await context.req.json<Record<string, string>>();
      const isRight = email === user.email && password === user.password;
      return isRight ? answerSession(context) : refuse(context, 400, 'invalid_credentials');
    });
    app.get(
      '/user',
      forUser((context) => context.json(about)),
    );
    app.post(
      '/logout',
      forUser((context) => {
        tokens.delete(tokenOf(context));
        return context.body(null, 204);
      }),
    );
    app.post('/passkeys/authentication/options', (context) => start(context, 'requestOptions'));
    app.post('/passkeys/authentication/verify', async (context) => {
      const { challenge_id: id, credential } = await context.req.json();
      const session = challenges.get(id);
      challenges.delete(id);
      return session && (await standIn.verify(session, credential))
        ? answerSession(context)
        : refuse(context, 400, 'webauthn_verification_failed');
    });
    app.post(
      '/passkeys/registration/options',
      forUser((context) => start(context, 'creationOptions')),
    );
    app.post(
      '/passkeys/registration/verify',
      forUser(async (context) => {
        const { challenge_id: id, credential } = await context.req.json();
        const session = challenges.get(id);
        const passkey = session && (await standIn.register(session, credential, ''));
        return passkey ? context.json(describe(passkey)) : refuse(context, 400, 'webauthn_verification_failed');
      }),
    );
    app.get(
      '/passkeys',
      forUser((context) => context.json(standIn.passkeys.map(describe))),
    );
    app.patch(
      '/passkeys/:id',
      forUser(async (context) => {
        const passkey = standIn.passkeys.find(({ uuid }) => uuid === context.req.param('id'));
        if (!passkey) return refuse(context, 400, 'passkey_not_found');
        passkey.name = (await context.req.json<{ friendly_name: string }>()).friendly_name;
        return context.json(describe(passkey));
      }),
    );
    return {
      ...serve(app),
      script: `import { GoTrueClient } from './bench/backends/node_modules/@supabase/auth-js/dist/module/index.js';
        import { useBackend } from 'latchkey/backends';
        import { supabase } from 'latchkey/backends/supabase';
        const auth = new GoTrueClient({
          url: '/auth/v1', headers: { apikey: 'a-key' }, experimental: { passkey: true },
        });
        window.supabaseAuth = auth;
        useBackend(supabase(auth));`,
    };
  },
  async signIn({ page }) {
    await page.evaluate(
      (email, password) =>
        (
          window as unknown as { supabaseAuth: { signInWithPassword(credentials: object): Promise<void> } }
        ).supabaseAuth.signInWithPassword({ email, password }),
      user.email,
      user.password,
    );
  },
};
