import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { authorityFolder, keepAuthority } from '../../demo/wallet/kept-authority.js';
import { createWallet } from '../../demo/wallet/wallet.js';
import type { IdentityRequest } from '../../src/core/contract-types.js';
import { signUpWithPasskey } from '../support/node/people.js';
import { createDatabase, skipWithoutPostgres } from '../support/node/postgres.js';
import { root } from '../support/node/program.js';
import { createVisitor } from '../support/node/visitor.js';

/** The names of all files below a folder. */
const filesOf = async (folder: string): Promise<string[]> => (await readdir(folder, { recursive: true })).toSorted();

test('the packed server runs on its own, on both databases, with all that it loads later, and writes nothing beside its data', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-packed-'));
  const app = join(folder, 'app');
  await promisify(execFile)(process.execPath, [join(root, 'scripts/pack-server.mjs'), app]);
  const files = await filesOf(app);
  const databases: Record<string, string>[] = [{ DATA_DIR: join(folder, 'data') }];
  if (!(await skipWithoutPostgres()))
    databases.push({ DATABASE_URL: await createDatabase(), SESSION_SECRET: 's'.repeat(32) });
  const authority = await keepAuthority(authorityFolder({ DATA_DIR: join(folder, 'wallet') }));
  const wallet = await createWallet({ authority });
  const metricsToken = 'a-token-to-read-the-metrics';
  for (const database of databases) {
    const child = spawn(process.execPath, ['server.mjs'], {
      cwd: app,
      env: {
        PORT: '0',
        NODE_ENV: 'production',
        LOG_LEVEL: 'error',
        METRICS_TOKEN: metricsToken,
        IDENTITY_ROOTS: join(authorityFolder({ DATA_DIR: join(folder, 'wallet') }), 'root.pem'),
        EMAIL_VERIFICATION: 'on',
        SMTP_URL: 'smtp://localhost:1',
        MAIL_FROM: 'app@example.com',
        ...database,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    context.after(() => child.kill('SIGKILL'));
    const origin = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`It ended with ${code}.`)));
      createInterface({ input: child.stdout }).once('line', (line) => resolve(/http:\S+/.exec(line)![0]));
    });
    const site = {
      origin,
      visitor: () =>
        createVisitor(
          origin,
          (request) => fetch(request),
          () => {},
        ),
    };
    const person = await signUpWithPasskey(site, 'ada');
    assert.equal((await person.signOut()).status, 200);
    assert.equal((await person.signIn()).status, 200);
    for (const protocol of ['openid4vp-v1-unsigned', 'org-iso-mdoc']) {
      const visitor = site.visitor();
      const { body } = await visitor.get<IdentityRequest>(`/identity/request?protocol=${protocol}`);
      const presented = await wallet.answerRequest({ ...body, origin });
      assert.equal((await visitor.post('/identity/verify', presented)).status, 200, protocol);
    }
    for (const path of ['/', '/latchkey/latchkey.js', '/readyz'])
      assert.equal((await fetch(origin + path)).status, 200, path);
    const metrics = await fetch(`${origin}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } });
    assert.match(await metrics.text(), /latchkey_ceremonies_total\{ceremony="passkey-sign-in",outcome="ok"\} 1/);
    child.removeAllListeners('exit');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    assert.equal(await ended, 0);
  }
  assert.deepEqual(await filesOf(app), files);
  await rm(folder, { recursive: true });
});

test('the image packs the server in the same way, and runs it without root', () => {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
  assert.match(text, /node scripts\/pack-server\.mjs \/app\n/);
  assert.match(text, /\nUSER node\n/);
  assert.ok(text.indexOf('\nUSER node\n') > text.lastIndexOf('\nRUN '));
});
