import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { root } from '../scripts/run.mjs';
import { contestant, type Measurement } from './measurement.js';
import { openLibsql } from '../server/src/store/libsql.js';
import { migrate } from '../server/src/store/migrations.js';
import { findFreePort } from '../scripts/free-port.mjs';
import { sampleInTurns } from './sampling.js';

const longestStart = 30_000;

const bareServer = `const server = require('node:http').createServer((request, response) => response.end());
server.listen(0, '127.0.0.1', () => console.log('ready'));`;
const programs = { server: ['server/dist/main.js'], command: ['scripts/start.mjs'], raw: ['--eval', bareServer] };
type Name = keyof typeof programs;

interface Start {
  /** From the spawn to the line that says it is ready. */
  readonly milliseconds: number;
  /** Resident at that moment, in MB. */
  readonly memory: number;
}

async function sampleStart(name: Name, dataFolder: string): Promise<Start> {
  const began = performance.now();
  const child = spawn(execPath, programs[name], {
    cwd: root,
    env: { PATH: env['PATH'], PORT: '0', DATA_DIR: dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  child.stderr.on('data', (chunk) => errors.push(String(chunk)));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const deadline = setTimeout(() => child.kill('SIGKILL'), longestStart);
  try {
    return await new Promise((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', () =>
        resolve({ milliseconds: performance.now() - began, memory: readMemory(child.pid!) }),
      );
      void ended.then(() =>
        reject(new Error(`${programs[name].join(' ')} ended before it was ready: ${findError(errors.join(''))}`)),
      );
    });
  } finally {
    clearTimeout(deadline);
    child.kill('SIGTERM');
    await ended;
  }
}

const sessions = 1_000_000;

/** Writes so many sessions of signed-in users into a new database in the folder. */
async function fillWithSessions(folder: string): Promise<void> {
  const database = await openLibsql(join(folder, 'latchkey.db'));
  await migrate(database);
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sessions})`;
  await database.transact([
    {
      sql: `${numbers} insert into users (id, handle, username, skeleton, name, display_name, created_at)
        select printf('u%08d', n), printf('h%08d', n), printf('user%d', n), printf('user%d', n), 'A user', 'A user', 1700000000000 from numbers where n % 10 = 0`,
      values: [],
    },
    {
      sql: `${numbers} insert into sessions (id, public_id, user_id, auth_method, auth_time, device, started_at, last_seen_at, created_at, expires, ends_at)
        select printf('s%08d', n), printf('p%08d', n), printf('u%08d', n / 10 * 10 + 10), 'passkey-uv', 1700000000000, 'Chrome on Windows', 1700000000000, 1700000000000,
        1700000000000, 4000000000000 + n, 4000000000000 + n from numbers where n < ${sessions} - 10`,
      values: [],
    },
  ]);
  await database.close();
}

/**
 * Kills the server with SIGKILL while it writes for 50 visitors, and starts it again over the same database. Returns the
 * milliseconds from that spawn to the first answer of `/readyz`.
 */
async function sampleRestart(dataFolder: string): Promise<number> {
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const start = (): ReturnType<typeof spawn> =>
    spawn(execPath, programs.server, {
      cwd: root,
      env: { PATH: env['PATH'], PORT: String(port), DATA_DIR: dataFolder, RATE_LIMIT: 'off', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const first = start();
  await new Promise<void>((resolve) => createInterface({ input: first.stdout! }).once('line', () => resolve()));
  let begun = 0;
  const ended = new Promise((resolve) => first.once('exit', resolve));
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      for (;;) {
        begun += 1;
        if (begun === 2000) first.kill('SIGKILL');
        const answer = await fetch(`${origin}/webauthn/login/options`, {
          method: 'POST',
          headers: { Origin: origin },
        }).catch(() => undefined);
        if (!answer) return;
        await answer.text();
      }
    }),
  );
  await ended;
  const began = performance.now();
  const second = start();
  try {
    const deadline = began + longestStart;
    for (;;) {
      const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
      if (answer?.status === 200) return performance.now() - began;
      if (performance.now() > deadline) throw new Error('The server was not ready again.');
      await new Promise((resume) => setTimeout(resume, 5));
    }
  } finally {
    second.kill('SIGKILL');
  }
}

/** Milliseconds that Node takes to run nothing. */
async function sampleNode(): Promise<number> {
  const began = performance.now();
  await new Promise((resolve) => spawn(execPath, ['--eval', '0'], { stdio: 'ignore' }).once('exit', resolve));
  return performance.now() - began;
}

/** The line that says what is wrong, among those around it. */
function findError(output: string): string {
  const lines = output.trim().split('\n');
  return lines.find((line) => /error/i.test(line)) ?? lines[0]!;
}

/** The resident memory of a process in MB, as `ps` tells it in KiB. */
function readMemory(pid: number): number {
  return (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) * 1024) / 1e6;
}

/** What a start of the server costs. */
export const serverStart: Measurement = {
  name: 'server-start',
  title: 'Server start over an embedded database that exists, everything installed and built',
  notes: [
    'From the spawn of the program to its ready line, and its resident memory at that moment. It is compared with Node and an empty HTTP server.',
    'Ready again: the server is killed while it writes; from the spawn of the next one to its first answer.',
  ],
  async measure({ quick }) {
    const dataFolder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'));
    const [filledFolder, emptyFolder] = [
      await mkdtemp(join(tmpdir(), 'latchkey-bench-')),
      await mkdtemp(join(tmpdir(), 'latchkey-bench-')),
    ];
    try {
      await fillWithSessions(filledFolder);
      const restarts = await sampleInTurns(['filled', 'empty', 'node'], quick ? 3 : 15, (name) =>
        name === 'node' ? sampleNode() : sampleRestart(name === 'filled' ? filledFolder : emptyFolder),
      );
      const restart = (name: string, key: keyof typeof restarts) => contestant(name, restarts[key], (spent) => spent);
      const series = await sampleInTurns(Object.keys(programs) as Name[], quick ? 1 : 15, (name) =>
        sampleStart(name, dataFolder),
      );
      const time = (name: string, key: Name) => contestant(name, series[key], (start) => start.milliseconds);
      const memory = (name: string, key: Name) => contestant(name, series[key], (start) => start.memory);
      return [
        {
          what: 'server ready',
          unit: 'ms',
          contestants: [time('node server/dist/main.js', 'server'), time('Node with an empty server', 'raw')],
          target: { atMost: 1000 },
        },
        {
          what: `server ready again after SIGKILL, with ${sessions.toLocaleString('en')} sessions`,
          unit: 'ms',
          contestants: [
            restart('node server/dist/main.js', 'filled'),
            restart('the same over a database that was empty at first', 'empty'),
            restart('node --eval 0', 'node'),
          ],
          target: { atMost: 500 },
        },
        {
          what: 'server and development provider ready',
          unit: 'ms',
          contestants: [time('npm start, without npm itself', 'command'), time('Node with an empty server', 'raw')],
          target: { atMost: 1000 },
        },
        {
          what: 'memory of the server',
          unit: 'MB',
          contestants: [memory('node server/dist/main.js', 'server'), memory('Node with an empty server', 'raw')],
          target: { atMost: 120 },
        },
        {
          what: 'memory of server and development provider',
          unit: 'MB',
          contestants: [memory('npm start, without npm itself', 'command'), memory('Node with an empty server', 'raw')],
          target: { atMost: 120 },
        },
      ];
    } finally {
      await rm(dataFolder, { recursive: true });
      await rm(filledFolder, { recursive: true });
      await rm(emptyFolder, { recursive: true });
    }
  },
};
