import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { signUpWithPasskey } from '../support/node/people.js';
import { createVisitor } from '../support/node/visitor.js';
import { root } from './stranger.js';

const execute = promisify(execFile);

/** An app that mounts the server, as the documents show it. */
const mounting = `
  import { createServer as createHttpServer } from 'node:http';
  import { createServer, keepSessionSecret, openStore, type LatchkeyServer } from 'latchkey-server';

  const store = await openStore({ dataDirectory: 'data' });
  const sessionSecret = await keepSessionSecret('data');
  const latchkey: LatchkeyServer = createServer(
    { origins: ['http://localhost:3000'], rpId: 'localhost', rpName: 'Example', sessionSecret },
    store,
  );
  const user = await latchkey.readUser(new Request('http://localhost:3000/hello'));
  const name: string | undefined = user?.name;
  console.log((await latchkey.fetch(new Request('http://localhost:3000/session'))).status, name);
  createHttpServer(latchkey.listener);
  await store.close();
`;

describe('the package of the server', () => {
  let folder: string;
  let archive: string;
  let packed: string[];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-server-'));
    const { stdout } = await execute('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: join(root, 'server'),
    });
    const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
    archive = join(folder, filename);
    packed = files.map(({ path }) => path);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
    await execute('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', archive], { cwd: folder });
  });
  after(() => rm(folder, { recursive: true }));

  test('holds the program, what is imported and its types, and nothing else', () => {
    assert.deepEqual(
      packed.filter(
        (file) => !/^(package\.json|README\.md|LICENSE|dist\/[\w-]+\.js|dist\/types\/.+\.d\.ts)$/.test(file),
      ),
      [],
    );
    for (const file of ['dist/index.js', 'dist/main.js', 'LICENSE', 'README.md'])
      assert.ok(packed.includes(file), file);
  });

  test('has nothing that publint or attw complain about', async () => {
    const pkgDir = join(folder, 'node_modules/latchkey-server');
    const { messages } = await publint({ pkgDir, level: 'suggestion', strict: true, pack: false });
    assert.deepEqual(messages, []);
    const options = ['--profile=esm-only', '--no-definitely-typed', '--format=ascii', '--no-color'];
    await execute(join(root, 'node_modules/.bin/attw'), [archive, ...options]);
  });

  test('runs no script of a package when it is installed', async () => {
    const { stdout } = await execute('npm', ['query', ':attr(scripts, [install]), :attr(scripts, [postinstall])'], {
      cwd: folder,
    });
    assert.deepEqual(
      (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name),
      [],
    );
  });

  test('starts by one command in an empty folder, and signs users up and in', async () => {
    const child = spawn('npx', ['latchkey-server'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, PORT: '0', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const ended = once(child, 'exit');
    try {
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      const origin = /http:\S+/.exec(line)![0];
      const visitor = () =>
        createVisitor(
          origin,
          (request) => fetch(request),
          () => {},
        );
      const userId = await signUpWithPasskey({ origin, visitor }, 'ada');
      assert.equal((await userId.signOut()).status, 200);
      assert.equal((await userId.signIn()).status, 200);
      assert.ok((await readdir(join(folder, 'data'))).includes('latchkey.db'));
    } finally {
      process.kill(-child.pid!, 'SIGTERM');
      await ended;
    }
  });

  test('is imported by an app, with types that are complete', async () => {
    await writeFile(join(folder, 'app.ts'), mounting);
    await mkdir(dirname(join(folder, 'node_modules/@types/node')), { recursive: true });
    await symlink(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
    const flags = '--strict --target es2022 --module nodenext --types node --lib es2023 --exactOptionalPropertyTypes';
    const { stdout } = await execute(join(root, 'node_modules/.bin/tsc'), [...flags.split(' '), 'app.ts'], {
      cwd: folder,
    }).catch((error: { stdout: string }) => error);
    // Those of other packages, and of this Node, may want more.
    assert.doesNotMatch(stdout, /latchkey-server|^app\.ts/m);
    assert.match((await execute(process.execPath, ['app.js'], { cwd: folder })).stdout, /^200 undefined$/m);
  });
});
