import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openStore } from '../../server/src/store/open.js';
import description from '../../server/package.json' with { type: 'json' };
import { runServer, type RunningProgram } from '../support/node/processes.js';
import { buildProgram } from '../support/node/program.js';
import { firstOf } from '../support/node/quick.js';
import { findFreePort } from '../../scripts/free-port.mjs';

const secret = 's'.repeat(32);
const { version } = description;

/** Opens a connection and sends the head and the first part of a body; the rest is up to the caller. */
async function beginRequest(port: number): Promise<{ finish: () => Promise<Response> }> {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
      controller.enqueue(new TextEncoder().encode('{"username":'));
    },
  });
  const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
  const answer = fetch(`http://localhost:${port}/signup`, {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit);
  return {
    async finish() {
      controller.enqueue(new TextEncoder().encode('"slow"}'));
      controller.close();
      return answer;
    },
  };
}

describe('the server as a program', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-main-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function assertRefused({ ended, stdout, stderr }: RunningProgram, sentence: RegExp): Promise<void> {
    assert.equal(await ended, 1);
    assert.deepEqual(stdout, []);
    assert.equal(stderr.length, 1, stderr.join('\n'));
    assert.match(stderr[0]!, sentence);
  }

  test('says one line when it is ready, with the address', async () => {
    const program = await runServer({ PORT: '0', DATA_DIR: join(folder, 'ready') });
    const port = await program.port;
    assert.equal((await fetch(`http://localhost:${port}/healthz`)).status, 200);
    assert.deepEqual(await (await fetch(`http://localhost:${port}/.well-known/webauthn`)).json(), {
      origins: [`http://localhost:${port}`],
    });
    assert.equal(await program.end('SIGTERM'), 0);
    assert.deepEqual([program.stdout.length, program.stderr], [1, []]);
  });

  test('makes a data folder with a secret that no one else may read, and keeps it', async () => {
    const data = join(folder, 'deep', 'data');
    const read = async (): Promise<string> => {
      const program = await runServer({ PORT: '0', DATA_DIR: data });
      await program.port;
      await program.end('SIGTERM');
      return readFile(join(data, 'session-secret'), 'utf8');
    };
    const first = await read();
    assert.match(first, /^[\w-]{43}$/);
    assert.equal((await stat(join(data, 'session-secret'))).mode & 0o777, 0o600);
    assert.equal(await read(), first);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal} lets a request that runs end, then the program ends with 0`, async () => {
      const program = await runServer({ PORT: '0', DATA_DIR: join(folder, signal) });
      const port = await program.port;
      const request = await beginRequest(port);
      // The answer to another request shows that the connection of the first was accepted before.
      await fetch(`http://localhost:${port}/healthz`);
      const ended = program.end(signal);
      await refusesConnections(port);
      const answer = await request.finish();
      assert.equal(answer.status, 201);
      assert.equal(await ended, 0);
    });
  }

  async function refusesConnections(port: number): Promise<void> {
    for (;;) {
      try {
        await (await fetch(`http://localhost:${port}/healthz`, { headers: { Connection: 'close' } })).text();
      } catch {
        return;
      }
    }
  }

  test('a client that hangs up in the middle of its body is no fault of the server', async () => {
    const program = await runServer({ PORT: '0', DATA_DIR: join(folder, 'hang-up') });
    const port = await program.port;
    const head =
      'POST /signup HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\n';
    for (const body of [
      'Content-Length: 50\r\n\r\n{"us',
      'Transfer-Encoding: chunked\r\n\r\n5\r\n{"use\r\n',
      'Transfer-Encoding: chunked\r\n\r\nZZ\r\n',
    ]) {
      const socket = connect(port, '127.0.0.1');
      socket.end(head + body);
      await new Promise((resolve) => socket.resume().once('close', resolve));
    }
    assert.equal((await fetch(`http://localhost:${port}/healthz`)).status, 200);
    assert.equal(await program.end('SIGTERM'), 0);
    assert.deepEqual(program.stderr, []);
  });

  test('a connection beyond those that may be open gets 503 with Retry-After, and one that closes makes room', async () => {
    const program = await runServer({ PORT: '0', DATA_DIR: join(folder, 'connections'), MAX_CONNECTIONS: '3' });
    const port = await program.port;
    const open = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'));
    await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    const refused = connect(port, '127.0.0.1');
    let answer = '';
    refused.on('data', (chunk) => (answer += String(chunk)));
    await new Promise((resolve) => refused.once('close', resolve));
    assert.match(answer, /^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: 1\r\n[\s\S]*\r\n\r\n\{"error":"unavailable"\}$/);
    const closed = open.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of open) socket.destroy();
    await Promise.all(closed);
    for (;;) {
      const { status } = await fetch(`http://localhost:${port}/healthz`, { headers: { Connection: 'close' } });
      if (status === 200) break;
      assert.equal(status, 503);
    }
    assert.equal(await program.end('SIGTERM'), 0);
  });

  test('a port that is taken: one sentence and exit code 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    await assertRefused(
      await runServer({ PORT: String(port), DATA_DIR: join(folder, 'taken') }),
      new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken by another program; choose another with PORT\\.$`),
    );
    other.close();
  });

  test('an address that is not ours: one sentence and exit code 1', async () => {
    await assertRefused(
      await runServer({ PORT: '0', HOST: '203.0.113.1', DATA_DIR: join(folder, 'host') }),
      /^Port 0 on 203\.0\.113\.1 cannot be used \(EADDRNOTAVAIL\); check HOST and PORT\.$/,
    );
  });

  test('a data folder that cannot be written: one sentence and exit code 1', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    for (const [data, extra] of [
      [file, {}],
      [join(file, 'below'), {}],
      [file, { SESSION_SECRET: secret }],
    ] as const) {
      await assertRefused(
        await runServer({ PORT: '0', DATA_DIR: data, ...extra }),
        /^The data folder .* cannot be written \((EEXIST|ENOTDIR)\); choose another with DATA_DIR\.$/,
      );
    }
  });

  test(
    'a data folder that the system will not have: one sentence and exit code 1, not a wait without end',
    { skip: existsSync('/proc/self') ? false : 'this system has no /proc' },
    async () => {
      await assertRefused(
        await runServer({ PORT: '0', DATA_DIR: '/proc/latchkey/data' }),
        /^The data folder \/proc\/latchkey\/data cannot be written \(ENOENT\); choose another with DATA_DIR\.$/,
      );
    },
  );

  test('an invalid database file: one sentence and exit code 1', async () => {
    const data = await mkdtemp(join(folder, 'broken-'));
    await writeFile(
      join(data, 'latchkey.db'),
      'this is no database, and it is long enough to be sure of that. '.repeat(20),
    );
    await assertRefused(
      await runServer({ PORT: '0', DATA_DIR: data }),
      /^The database in the data folder .* cannot be opened \(SQLITE_NOTADB\); check DATA_DIR\.$/,
    );
  });

  test('a database that cannot be reached: one sentence without the password, and exit code 1', async () => {
    const port = await findFreePort();
    const url = `postgres://user:hunter2@127.0.0.1:${port}/latchkey`;
    await assertRefused(
      await runServer({ PORT: '0', DATABASE_URL: url, SESSION_SECRET: secret }),
      new RegExp(
        `^The database at 127\\.0\\.0\\.1:${port}/latchkey cannot be reached \\(ECONNREFUSED\\); check DATABASE_URL\\.$`,
      ),
    );
  });

  test('a database that accepts and says nothing: one sentence and exit code 1, not a wait without end', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    await assertRefused(
      await runServer({ PORT: '0', DATABASE_URL: `postgres://127.0.0.1:${port}/x`, SESSION_SECRET: secret }),
      /^The database at .* cannot be reached \(.*timeout.*\); check DATABASE_URL\.$/,
    );
    silent.close();
  });

  test('a system for which the embedded database has no program: one sentence and exit code 1', async () => {
    const resolve = `export const resolve = (name, context, next) => { if (name === 'libsql') throw new Error('Cannot find module'); return next(name, context); }`;
    const hook = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(resolve)}`)});`;
    const program = await runServer({
      PORT: '0',
      DATA_DIR: join(folder, 'other-system'),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
    });
    await assertRefused(
      program,
      /The embedded database does not run on \w+-\w+\. Set DATABASE_URL to use PostgreSQL\./,
    );
  });

  test('a wrong variable: its sentence and exit code 1', async () => {
    await assertRefused(await runServer({ PORT: 'http' }), /^PORT must be/);
  });

  test('warns when browsers may not follow all related origins', async () => {
    const origins = Array.from({ length: 6 }, (_, index) => `https://site${index}.example`).join();
    const program = await runServer({ PORT: '0', ORIGIN: origins, DATA_DIR: join(folder, 'related') });
    await program.port;
    await program.end('SIGTERM');
    assert.match(program.stderr.join(), /many-related-origins/);
  });
});

describe('the commands of the server', () => {
  let folder: string;
  let program: string;
  before(async () => {
    program = await buildProgram();
    folder = await mkdtemp(join(tmpdir(), 'latchkey-commands-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** Runs a command in the folder, which is empty, to its end. */
  const run = (
    parameters: readonly string[],
    environment: Record<string, string> = {},
  ): Promise<{ code: number; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      execFile(process.execPath, [program, ...parameters], { cwd: folder, env: environment }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });
  const assertEmpty = async (): Promise<void> => assert.deepEqual(await readdir(folder), []);

  test('are listed by --help, -h and help, also after a command, with the variables and the version', async () => {
    const usage = await run(['--help']);
    assert.deepEqual([usage.code, usage.stderr], [0, '']);
    assert.ok(usage.stdout.startsWith(`latchkey-server ${version}`), usage.stdout);
    for (const word of [
      'backup',
      'drill',
      'reseal',
      'PORT',
      'ORIGIN',
      'DATA_DIR',
      'DATABASE_URL',
      'reference-server.md',
    ])
      assert.ok(usage.stdout.includes(word), word);
    for (const line of usage.stdout.split('\n')) assert.ok(line.length <= 100, line);
    for (const parameters of firstOf(1, [['backup', '--help'], ['-h'], ['help'], ['drill', '-h'], ['reseal', 'help']]))
      assert.deepEqual(await run(parameters), usage, parameters.join(' '));
    await assertEmpty();
  });

  test('print the version for --version', async () => {
    for (const parameters of firstOf(1, [['--version'], ['-v'], ['backup', '--version']]))
      assert.deepEqual(await run(parameters), { code: 0, stdout: `${version}\n`, stderr: '' }, parameters.join(' '));
    await assertEmpty();
  });

  for (const [parameters, complaint] of firstOf(4, [
    [['bakcup'], 'Unknown command bakcup. The commands are backup, drill, reseal.'],
    [['constructor'], 'Unknown command constructor. The commands are backup, drill, reseal.'],
    [['--port', '80'], 'Unknown option --port. The server is configured by environment variables.'],
    [['backup'], 'Name a new folder for the backup.'],
    [['backup', ''], 'Name a new folder for the backup.'],
    [['backup', '--force'], 'Unknown option --force. Write ./--force for a folder of this name.'],
    [['backup', '-'], 'Unknown option -. Write ./- for a folder of this name.'],
    [['backup', 'one', 'two'], 'Remove two: backup does not take it.'],
    [['drill', 'all'], 'Remove all: drill does not take it.'],
    [['reseal', '--now'], 'Remove --now: reseal does not take it.'],
  ] as const))
    test(`refuse ${JSON.stringify(parameters)} with exit code 2, and create nothing`, async () => {
      assert.deepEqual(await run(parameters), {
        code: 2,
        stdout: '',
        stderr: `${complaint}\nSee latchkey-server --help\n`,
      });
      await assertEmpty();
    });

  test('that need a database say that there is none, with exit code 1, and create nothing', async () => {
    for (const [parameters, environment, place] of firstOf(1, [
      [['reseal'], { DATA_DIR: 'deep/data', SESSION_SECRET: secret }, 'deep/data'],
      [['backup', 'copy'], {}, 'data'],
      [['drill'], {}, 'data'],
      [['drill'], { DATA_DIR: '.' }, '.'],
    ] as const)) {
      const stderr = `There is no database in the data folder ${place}; choose another with DATA_DIR.\n`;
      assert.deepEqual(await run(parameters, environment), { code: 1, stdout: '', stderr });
      await assertEmpty();
    }
  });

  test('that need the secret of the data folder name the file that is missing, and create none', async () => {
    const data = await mkdtemp(join(tmpdir(), 'latchkey-no-secret-'));
    await (await openStore({ dataDirectory: data }, () => {})).close();
    // the log of the database goes when its statements are collected
    const list = async () => (await readdir(data)).filter((name) => !/-(?:wal|shm)$/.test(name));
    const files = await list();
    const stderr = `The data folder has no readable secret: ${join(data, 'session-secret')} (ENOENT).\n`;
    for (const parameters of firstOf(1, [['backup', 'copy'], ['drill'], ['reseal']]))
      assert.deepEqual(await run(parameters, { DATA_DIR: data }), { code: 1, stdout: '', stderr });
    assert.deepEqual(await list(), files);
    await assertEmpty();
    const { code, stderr: none } = await run(['drill'], { DATA_DIR: data, SESSION_SECRET: secret });
    assert.deepEqual([code, none], [0, ''], 'it is in the environment');
    await rm(data, { recursive: true });
  });
});
