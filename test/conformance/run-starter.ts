import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../../scripts/free-port.mjs';
import { root } from '../support/node/program.js';

export const folder = join(root, 'examples/backends');

/** The interpreter that has Debian's packages, which need not be the first on the path. */
const python = ['python3', '/usr/bin/python3'].find(
  (command) => spawnSync(command, ['-c', 'import flask, fido2, sqlite3']).status === 0,
);

export interface Starter {
  name: string;
  command: string | undefined;
  arguments: string[];
  /** Where it runs. */
  cwd: string;
  /** The line with which it says that it listens. */
  ready: RegExp;
  path: string;
  /** Why it cannot run here. */
  skip?: string;
}

export const starters: Readonly<Record<'node' | 'hono' | 'python', Starter>> = {
  node: {
    name: 'Node without a framework',
    command: process.execPath,
    arguments: ['server.js'],
    cwd: join(folder, 'node'),
    ready: /^The backend is ready/,
    path: '/',
  },
  hono: {
    name: 'the reference server in an app with hono',
    command: process.execPath,
    arguments: ['--import', 'tsx', 'server.ts'],
    cwd: join(folder, 'hono'),
    ready: /^The backend is ready/,
    path: '/api/',
  },
  python: {
    name: 'Flask',
    command: python,
    arguments: ['app.py'],
    cwd: join(folder, 'python'),
    ready: /Running on http/,
    path: '/',
    ...(!python && { skip: 'Python with python3-flask and python3-fido2 is not installed.' }),
  },
};

/** Runs a starter over an empty database while `use` looks at it. */
export async function withStarter(starter: Starter, use: (origin: string) => Promise<void>): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'latchkey-starter-'));
  const port = await findFreePort();
  const child = spawn(starter.command!, starter.arguments, {
    cwd: starter.cwd,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE: join(data, 'passkeys.db'),
      DATA_DIR: join(data, 'data'),
      RATE_LIMIT: 'off',
      PYTHONDONTWRITEBYTECODE: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    await new Promise<void>((resolve, reject) => {
      for (const output of [child.stdout, child.stderr])
        createInterface({ input: output }).on('line', (line) => {
          said.push(line);
          if (starter.ready.test(line)) resolve();
        });
      void ended.then(() => reject(new Error(`It ended before it was ready:\n${said.join('\n')}`)));
    });
    await use(`http://localhost:${port}`);
  } finally {
    child.kill();
    await ended;
    await rm(data, { recursive: true });
  }
}
