import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { findFreePort } from '../../../scripts/free-port.mjs';

const run = promisify(execFile);

/** Says in one sentence why tests with PgBouncer must be skipped, or false when they can run. */
export async function skipWithoutPgBouncer(): Promise<string | false> {
  return run('pgbouncer', ['--version']).then(
    () => false,
    () => 'PgBouncer is not installed: apt-get install pgbouncer.',
  );
}

/** A PgBouncer in transaction mode. */
export interface PgBouncer {
  /** Its URL, with the database. */
  readonly url: string;
  /** Sends new connections to another server. */
  pointTo(databaseUrl: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a PgBouncer that shares 5 connections to the database among all clients, as Debian configures it otherwise. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-pgbouncer-'));
  const [port, file] = [await findFreePort(), join(folder, 'pgbouncer.ini')];
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const [uid = 0, gid = 0] = isRoot
    ? await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)))
    : [];
  const write = async (target: string): Promise<void> => {
    const { hostname, port: targetPort, pathname, username } = new URL(target);
    await writeFile(
      file,
      `[databases]
app = host=${hostname} port=${targetPort} dbname=${pathname.slice(1)} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
max_client_conn = 200
server_login_retry = 0.2
server_fast_close = 1
`,
    );
  };
  await write(databaseUrl);
  if (isRoot) await chown(folder, uid, gid);
  const child = spawn('pgbouncer', [file], {
    ...(isRoot && { uid, gid }),
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      if (line.includes('process up')) resolve();
    });
    child.once('exit', () => reject(new Error(`PgBouncer did not start:\n${said.join('\n')}`)));
  });
  const endAtExit = (): void => void child.kill('SIGKILL');
  process.once('exit', endAtExit);
  return {
    url: `postgres://app@127.0.0.1:${port}/app`,
    async pointTo(target) {
      await write(target);
      child.kill('SIGHUP');
    },
    async stop() {
      process.off('exit', endAtExit);
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}
