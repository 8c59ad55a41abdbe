import { Hono, type Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { App } from './app-site.js';
import { StandIn, user, type StoredPasskey } from './stand-in.js';

/** The app of the example in docs/adapters.md: its own paths and bodies, and Django's token against CSRF. */
export function ownApp(origin: string, script: string): App {
  const standIn = new StandIn(origin);
  const app = new Hono();
  const describe = ({ credential, name, createdAt, lastUsedAt, backedUp }: StoredPasskey) => ({
    id: credential.id,
    nickname: name || null,
    aaguid: '00000000-0000-0000-0000-000000000000',
    transports: [],
    deviceType: 'multiDevice',
    backedUp,
    createdAt: createdAt.getTime(),
    lastUsedAt: lastUsedAt?.getTime() ?? null,
  });
  const visitorIsRefused = (context: Context) =>
    standIn.isSignedIn(context) ? undefined : context.json({ code: 'not_authenticated' }, 401);

  // As Django by default: the header is compared with the cookie, which belongs to no session.
  app.use('/api/*', async (context, next) => {
    const token = getCookie(context, 'csrftoken');
    if (context.req.method !== 'GET' && (!token || context.req.header('X-CSRFToken') !== token))
      return context.json({ code: 'csrf_failed' }, 403);
    await next();
    return undefined;
  });
  app.post('/api/session/', async (context) => {
    const { username, password } = await context.req.json<Record<string, string>>();
    if (username !== user.email || password !== user.password) return context.json({ code: 'wrong' }, 400);
    setCookie(context, 'csrftoken', standIn.signIn(context).csrf, { path: '/' });
    return context.json({});
  });
  app.get('/api/me/', (context) => {
    const refused = visitorIsRefused(context);
    return refused ?? context.json({ pk: user.id, email: user.email, full_name: user.name });
  });
  app.delete('/api/me/', (context) => {
    standIn.signOut(context);
    return context.body(null, 204);
  });
  app.post('/api/passkeys/challenge/', async (context) =>
    context.json({ publicKey: await standIn.requestOptions(standIn.sessionOf(context)) }),
  );
  app.post('/api/passkeys/login/', async (context) => {
    const { credential } = await context.req.json();
    if (!(await standIn.verify(standIn.sessionOf(context), credential))) return context.json({ code: 'wrong' }, 400);
    setCookie(context, 'csrftoken', standIn.signIn(context).csrf, { path: '/' });
    return context.body(null, 204);
  });
  app.post('/api/passkeys/new/', async (context) => {
    const refused = visitorIsRefused(context);
    return refused ?? context.json({ publicKey: await standIn.creationOptions(standIn.sessionOf(context)) });
  });
  app.post('/api/passkeys/', async (context) => {
    const { credential } = await context.req.json();
    const passkey = await standIn.register(standIn.sessionOf(context), credential, '');
    return passkey ? context.json({ synced: passkey.backedUp }, 201) : context.json({ code: 'wrong' }, 400);
  });
  app.get('/api/passkeys/', (context) => {
    const refused = visitorIsRefused(context);
    const { email: name, name: displayName } = user;
    const userId = Buffer.from(String(user.id)).toString('base64url');
    return (
      refused ??
      context.json({ rpId: 'localhost', userId, name, displayName, credentials: standIn.passkeys.map(describe) })
    );
  });
  app.delete('/api/passkeys/:id/', (context) => {
    const place = standIn.passkeys.findIndex(({ credential }) => credential.id === context.req.param('id'));
    standIn.passkeys.splice(place, 1);
    return context.body(null, 204);
  });

  // The page sets the cookie with the token, as Django's do.
  app.get('/', (context) => {
    setCookie(context, 'csrftoken', getCookie(context, 'csrftoken') ?? standIn.sessionOf(context).csrf, { path: '/' });
    return context.body(null);
  });

  return {
    script,
    handle: (request) => (new URL(request.url).pathname.startsWith('/api/') ? app.fetch(request) : undefined),
    prepare: async (request) => ({ cookies: (await app.fetch(request)).headers.getSetCookie() }),
  };
}
