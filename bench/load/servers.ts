import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { findFreePort } from '../../scripts/free-port.mjs';
import { root } from '../../scripts/run.mjs';
import { createDatabase } from '../../test/support/node/postgres.js';
import { findPostmaster } from './processor-time.js';

export type Backend = 'latchkey' | 'better-auth';
export type Engine = 'embedded' | 'PostgreSQL';

/** Server processes over one database. */
export interface Servers {
  readonly origin: string;
  readonly ports: readonly number[];
  readonly pids: readonly number[];
  /** The process of PostgreSQL that is the parent of all others; undefined for the embedded database. */
  readonly databasePid: number | undefined;
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  /** Kills all processes at once, and starts them again over the same database. Returns the milliseconds until ready. */
  restart(): Promise<number>;
  stop(): Promise<void>;
}

async function startProgram(command: readonly string[], environment: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(execPath, command, {
    cwd: root,
    env: { PATH: env['PATH'], NODE_ENV: 'production', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const killAtExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killAtExit);
  child.once('exit', () => process.off('exit', killAtExit));
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code, signal) => reject(new Error(`${command.join(' ')} ended with ${code ?? signal}.`)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.startsWith('Latchkey is ready')) resolve();
    });
  });
  return child;
}

/**
 * Starts `count` processes of a backend over a new database; Latchkey with the flags of the Dockerfile. Latchkey's limits are on; each browser has an address. */
export async function startServers(backend: Backend, engine: Engine, count: number): Promise<Servers> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'latchkey-load-'));
  const databaseUrl = engine === 'PostgreSQL' ? await createDatabase() : undefined;
  const ports: number[] = [];
  while (ports.length < count) ports.push(await findFreePort());
  const origin = `http://localhost:${ports[0]}`;
  const command =
    backend === 'latchkey'
      ? ['--max-semi-space-size=4', join(root, 'server/dist/main.js')]
      : ['--import=tsx', join(root, 'bench/load/better-auth-server.ts')];
  const environment = {
    ORIGIN: origin,
    DATA_DIR: dataDirectory,
    SESSION_SECRET: 'the same for every process of the run, at least 32 characters',
    TRUST_PROXY: 'loopback',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  let programs: ChildProcess[] = [];
  const start = async (): Promise<void> => {
    programs = [];
    // The first one makes the tables.
    for (const [index, port] of ports.entries())
      programs.push(
        await startProgram(command, { ...environment, PORT: String(port), ...(index > 0 && { MIGRATE: 'off' }) }),
      );
  };
  const end = (signal: NodeJS.Signals): Promise<unknown> =>
    Promise.all(
      programs.map((program) => {
        const ended = new Promise((resolve) => program.once('exit', resolve));
        program.kill(signal);
        return ended;
      }),
    );
  await start();
  return {
    origin,
    ports,
    get pids() {
      return programs.map(({ pid }) => pid!);
    },
    databasePid: databaseUrl === undefined ? undefined : await findPostmaster(databaseUrl),
    databaseUrl,
    dataDirectory,
    async restart() {
      await end('SIGKILL');
      const began = performance.now();
      await start();
      return performance.now() - began;
    },
    async stop() {
      await end('SIGTERM');
      await rm(dataDirectory, { recursive: true });
      if (!databaseUrl) return;
      const client = new pg.Client({ connectionString: databaseUrl.replace(/[^/]*$/, 'postgres') });
      await client.connect();
      await client.query(`drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
      await client.end();
    },
  };
}
