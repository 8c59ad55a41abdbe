import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { authorityFolder, keepAuthority } from '../../demo/wallet/kept-authority.js';
import { createWallet } from '../../demo/wallet/wallet.js';
import type { IdentityRequest } from '../../src/base/contract/types.js';
import { signUpWithPasskey } from '../support/node/people.js';
import { createDatabase, skipWithoutPostgres } from '../support/node/postgres.js';
import { root } from '../support/node/program.js';
import { createVisitor, type Visitor } from '../support/node/visitor.js';
import { skipUnless } from '../support/node/system.js';

/** The address of a server, as soon as it reports that it is ready. */
async function visitOnceReady(child: ChildProcess): Promise<{ origin: string; visitor: () => Visitor }> {
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`It ended with ${code}.`)));
    createInterface({ input: child.stdout! }).once('line', (line) => resolve(/http:\S+/.exec(line)![0]));
  });
  child.removeAllListeners('exit');
  const nothing = (): void => {};
  return { origin, visitor: () => createVisitor(origin, (request) => fetch(request), nothing) };
}

/** Signs up and in with a passkey, and asks whether the server is ready. */
async function useServer(site: { origin: string; visitor: () => Visitor }): Promise<void> {
  const userId = await signUpWithPasskey(site, 'ada');
  assert.equal((await userId.signOut()).status, 200);
  assert.equal((await userId.signIn()).status, 200);
  assert.equal((await fetch(`${site.origin}/readyz`)).status, 200);
}

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
    const child = spawn(process.execPath, ['--max-semi-space-size=4', 'server.mjs'], {
      cwd: app,
      env: {
        PORT: '0',
        NODE_ENV: 'production',
        LOG_LEVEL: 'error',
        PAGES_DIR: 'pages',
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
    const site = await visitOnceReady(child);
    await useServer(site);
    for (const protocol of ['openid4vp-v1-unsigned', 'org-iso-mdoc']) {
      const visitor = site.visitor();
      const { body } = await visitor.get<IdentityRequest>(`/identity/request?protocol=${protocol}`);
      const presented = await wallet.answerRequest({ ...body, origin: site.origin });
      assert.equal((await visitor.post('/identity/verify', presented)).status, 200, protocol);
    }
    for (const path of ['/', '/latchkey/latchkey.js'])
      assert.equal((await fetch(site.origin + path)).status, 200, path);
    const metrics = await fetch(`${site.origin}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } });
    assert.match(await metrics.text(), /latchkey_ceremonies_total\{ceremony="passkey-sign-in",outcome="ok"\} 1/);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    assert.equal(await ended, 0);
  }
  assert.deepEqual(await filesOf(app), files);
  await rm(folder, { recursive: true });
});

/** The command that runs what follows as user 1000, without capabilities, on a root that is read-only but for `/data`. */
const sandboxed = (app: string, data: string): string[] =>
  [
    'bwrap --unshare-all --share-net --uid 1000 --gid 1000 --cap-drop ALL --die-with-parent --clearenv',
    '--ro-bind /usr /usr --symlink usr/lib /lib --symlink usr/lib64 /lib64 --proc /proc --dev /dev',
    `--ro-bind ${app} /app --bind ${data} /data --remount-ro / --chdir /app`,
    // As the Dockerfile has it.
    '--setenv NODE_ENV production --setenv HOST 0.0.0.0 --setenv PORT 0 --setenv DATA_DIR /data',
    '--setenv LOG_LEVEL warn --setenv SMTP_URL smtp://localhost:1 --setenv MAIL_FROM app@example.com',
  ].flatMap((line) => line.split(' '));

/** As the sandbox runs it: the Node of the system, which may be another one than that of the tests. */
const isNewNode = `process.exit(Number.parseInt(process.versions.node) >= 20 ? 0 : 1)`;
const trial =
  '--unshare-all --ro-bind /usr /usr --symlink usr/lib /lib --symlink usr/lib64 /lib64 --proc /proc --dev /dev';
const skip = skipUnless(
  'There is no bwrap that may be used here, with Node 20 or later in /usr/bin.',
  '/usr/bin/bwrap',
  [...trial.split(' '), '/usr/bin/node', '-e', isNewNode],
);

test(
  'the packed server runs as another user on a read-only file system, by the command of the image',
  { skip },
  async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-sandbox-'));
    const [app, data] = [join(folder, 'app'), join(folder, 'data')];
    await promisify(execFile)(process.execPath, [join(root, 'scripts/pack-server.mjs'), app]);
    await mkdir(data, { mode: 0o700 });
    const asUser = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};
    if (asUser.uid) {
      await chmod(folder, 0o755);
      await chown(data, asUser.uid, asUser.gid);
    }
    const [, command] = /\nCMD (\[.*\])/.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))!;
    const [bwrap, ...options] = sandboxed(app, data);
    const child = spawn(bwrap!, [...options, ...(JSON.parse(command!) as string[])], {
      ...asUser,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    context.after(() => child.kill('SIGKILL'));
    const site = await visitOnceReady(child);
    await useServer(site);
    assert.ok((await readdir(data)).includes('latchkey.db'));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  },
);

test('the image packs the server in the same way, and runs it without root', () => {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
  assert.match(text, /node scripts\/pack-server\.mjs \/app\n/);
  assert.match(text, /\nUSER node\n/);
  assert.ok(text.indexOf('\nUSER node\n') > text.lastIndexOf('\nRUN '));
});
