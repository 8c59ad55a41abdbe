import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { operations } = JSON.parse(readFileSync(join(root, 'contract/schemas.json'), 'utf8'));
/** The first segments of the server's paths: those of the contract, and of what only the demo app has. */
const ownSegments = new Set([...Object.keys(operations).map((name) => name.split('/')[1]), 'notes', 'development']);

/**
 * Serves the real reference server, with a separate database and the development provider, on the origin of the test
 * pages: a plugin that runs it, and the middleware that passes requests on.
 */
export function backend() {
  let folder, server, port;

  async function start({ config }) {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-'));
    const env = {
      ...process.env,
      PORT: '0',
      ORIGIN: `http://localhost:${config.port}`,
      DATA_DIR: folder,
      RATE_LIMIT: 'off',
      DATABASE_URL: '',
    };
    server = spawn(process.execPath, ['--import', 'tsx', 'test/support/runner/server-and-provider.mjs'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await Promise.race([once(createInterface(server.stdout), 'line'), once(server, 'exit')]);
    port = /:(\d+)$/.exec(line)?.[1];
    if (!port) throw new Error('The reference server for the browser tests did not start.');
  }

  async function stop() {
    server?.kill();
    if (server && server.exitCode === null) await once(server, 'exit');
    if (folder) await rm(folder, { recursive: true, force: true });
  }

  async function pass(context, next) {
    if (!ownSegments.has(context.path.split('/')[1])) return next();
    const { method, url, headers } = context.req;
    // without an agent: no connection is used again in the moment in which the server closes it as idle
    const forwarded = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false });
    context.req.pipe(forwarded);
    const [answer] = await once(forwarded, 'response');
    context.status = answer.statusCode;
    for (const [name, value] of Object.entries(answer.headers))
      if (name !== 'transfer-encoding') context.set(name, value);
    if (context.status === 204) answer.resume();
    context.body = context.status === 204 ? null : answer;
  }

  return { plugin: { name: 'backend', serverStart: start, serverStop: stop }, middleware: pass };
}
