// The reference server, mounted below /api/ in an app of your own.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createServer, keepSessionSecret, openStore } from 'latchkey-server';

const port = Number(process.env['PORT'] ?? 3000);
const origin = process.env['ORIGIN'] ?? `http://localhost:${port}`;
const dataDirectory = process.env['DATA_DIR'] ?? 'data';

const store = await openStore({ dataDirectory, databaseUrl: process.env['DATABASE_URL'] });
const latchkey = createServer(
  {
    origins: [origin],
    basePath: '/api',
    rpId: new URL(origin).hostname,
    rpName: 'Example',
    sessionSecret: await keepSessionSecret(dataDirectory),
    trustedProxies: (process.env['TRUST_PROXY'] ?? '').split(',').filter(Boolean),
    limitFailures: process.env['RATE_LIMIT'] !== 'off',
  },
  store,
);

const app = new Hono();

// The address of the client is for the rate limits.
app.mount(
  '/api',
  (request, environment: { incoming?: { socket: { remoteAddress?: string } } }) =>
    latchkey.fetch(request, { address: environment.incoming?.socket.remoteAddress }),
  { optionHandler: ({ env }) => [env] },
);

app.get('/hello', async (context) => {
  const user = await latchkey.readUser(context.req.raw);
  context.header('Cache-Control', 'no-store');
  return user ? context.text(`Hello ${user.name}.`) : context.text('Sign in first.', 401);
});

serve({ port, hostname: '127.0.0.1', fetch: app.fetch }, () => {
  console.log(`The backend is ready: ${origin}/api/`);
});
