import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { root } from '../scripts/run.mjs';
import { contestant, type Measurement } from './measurement.js';
import { sampleInTurns } from './sampling.js';

const longestStart = 30_000;

const bareServer = `const server = require('node:http').createServer((request, response) => response.end());
server.listen(0, '127.0.0.1', () => console.log('ready'));`;
const programs = { server: ['dist/server/main.js'], command: ['scripts/start.mjs'], raw: ['--eval', bareServer] };
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
  ],
  async measure({ quick }) {
    const dataFolder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'));
    try {
      const series = await sampleInTurns(Object.keys(programs) as Name[], quick ? 1 : 15, (name) =>
        sampleStart(name, dataFolder),
      );
      const time = (name: string, key: Name) => contestant(name, series[key], (start) => start.milliseconds);
      const memory = (name: string, key: Name) => contestant(name, series[key], (start) => start.memory);
      return [
        {
          what: 'server ready',
          unit: 'ms',
          contestants: [time('node dist/server/main.js', 'server'), time('Node with an empty server', 'raw')],
          target: { atMost: 1000 },
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
          contestants: [memory('node dist/server/main.js', 'server'), memory('Node with an empty server', 'raw')],
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
    }
  },
};
