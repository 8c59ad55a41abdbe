import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { root } from './stranger.js';
import { findFreePort } from '../../scripts/free-port.mjs';
import { isSoak } from '../support/node/quick.js';

const execute = promisify(execFile);

let data: string;
before(async () => {
  data = await mkdtemp(join(tmpdir(), 'latchkey-start-'));
});
after(() => rm(data, { recursive: true }));

/**
 * Starts a program, to be killed at the latest when the test ends, and collects what it prints; `firstLine` resolves
 * with the first line on stdout, or undefined if the program ends without one; `reported` when stderr matches or the
 * program has ended.
 */
function start(context: TestContext, program: string, parameters: string[], port: number, folder = root) {
  const child = spawn(program, parameters, {
    cwd: folder,
    env: { ...process.env, PORT: String(port), ORIGIN: `http://localhost:${port}`, DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  context.after(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  let errors = '';
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const reported = async (pattern: RegExp) => {
    while (!pattern.test(errors) && child.exitCode === null) await Promise.race([once(child.stderr, 'data'), closed]);
  };
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const firstLine = Promise.race([once(child.stdout, 'data').then(String), closed.then(() => undefined)]);
  return { child, lines, closed, firstLine, reported, errors: () => errors };
}

/** Resolves when nothing accepts connections on `port` any more, however long that takes. */
async function whenUnreachable(port: number): Promise<void> {
  while (
    await fetch(`http://localhost:${port}/healthz`).then(
      () => true,
      () => false,
    )
  )
    continue;
}

const startScript = ['scripts/start.mjs'];

describe('npm start', () => {
  test('prints one line with the address when the server is ready, and ends cleanly on SIGTERM', async (context) => {
    const port = await findFreePort();
    const server = start(context, process.execPath, startScript, port);
    assert.match((await server.firstLine) ?? server.errors(), new RegExp(`http://localhost:${port}`));
    const health = await fetch(`http://localhost:${port}/healthz`);
    assert.equal(health.status, 200);
    server.child.kill('SIGTERM');
    assert.deepEqual(await server.closed, [0, null]);
    assert.equal(server.lines.length, 1);
  });

  test('prints nothing else but the addresses of the development providers', async (context) => {
    const server = start(context, process.execPath, startScript, await findFreePort());
    await server.reported(/Acme Staff runs at .*\n/);
    assert.match(
      server.errors(),
      /^The development provider Example ID runs at http:\/\/idp\.localhost:\d+\nThe development provider Acme Staff runs at http:\/\/acme\.localhost:\d+\n$/,
    );
  });

  test('ends the server when npm is killed', async (context) => {
    const port = await findFreePort();
    const npm = start(context, 'npm', ['start', '--silent'], port);
    assert.match((await npm.firstLine) ?? npm.errors(), new RegExp(`http://localhost:${port}`));
    npm.child.kill('SIGKILL');
    await whenUnreachable(port);
  });

  test('says in one sentence that the port is taken, and ends with code 1', async (context) => {
    const occupant = createServer().listen(0, '127.0.0.1');
    context.after(() => occupant.close());
    await once(occupant, 'listening');
    const { port } = occupant.address() as AddressInfo;
    const server = start(context, process.execPath, startScript, port);
    assert.deepEqual(await server.closed, [1, null]);
    assert.deepEqual(server.lines, []);
    assert.match(server.errors(), new RegExp(`${port}`));
    assert.equal(server.errors().trim().split('\n').length, 1, server.errors());
  });

  test(
    'is enough in a fresh clone',
    { skip: isSoak ? false : 'installs everything again: run by npm run test:soak' },
    async (context) => {
      const clone = await mkdtemp(join(tmpdir(), 'latchkey-clone-'));
      context.after(() => rm(clone, { recursive: true }));
      await execute('git', ['clone', '--quiet', root, clone]);
      const port = await findFreePort();
      const server = start(context, 'npm', ['start', '--silent'], port, clone);
      assert.match((await server.firstLine) ?? server.errors(), new RegExp(`http://localhost:${port}`));
      server.child.kill('SIGKILL');
      await whenUnreachable(port);
    },
  );
});

describe('two installations at once', () => {
  test(
    'wait for each other',
    { skip: isSoak ? false : 'installs everything again: run by npm run test:soak' },
    async (context) => {
      const clone = await mkdtemp(join(tmpdir(), 'latchkey-twice-'));
      context.after(() => rm(clone, { recursive: true }));
      await execute('git', ['clone', '--quiet', root, clone]);
      const install = [
        '--input-type=module',
        '--eval',
        `await (await import('${clone}/scripts/dependencies.mjs')).installDependencies()`,
      ];
      const results = await Promise.all([execute(process.execPath, install), execute(process.execPath, install)]);
      const said = results.map(({ stderr }) => stderr).join('');
      assert.equal(said.match(/Installing the locked dependencies/g)?.length, 1, said);
      assert.match(said, /Waiting for process/);
    },
  );
});
