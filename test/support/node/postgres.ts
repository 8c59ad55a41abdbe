import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from '../../../scripts/free-port.mjs';

const run = promisify(execFile);
const debianFolder = '/usr/lib/postgresql';
const isRoot = process.getuid?.() === 0;

/** Says why there is no PostgreSQL here. */
class PostgresMissing extends Error {
  override readonly name = 'PostgresMissing';
}

async function findBinaries(): Promise<string | undefined> {
  const versions = await readdir(debianFolder).catch(() => []);
  const newest = versions.sort((one, other) => Number(other) - Number(one))[0];
  if (newest) return join(debianFolder, newest, 'bin');
  return run('pg_config', ['--bindir']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}

async function installBinaries(): Promise<string> {
  const found = await findBinaries();
  if (found) return found;
  if (!isRoot) throw new PostgresMissing('PostgreSQL is not installed, and only root can install it.');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    // Several test files may find it missing at once; the lock makes the others wait for the first.
    const lock = ['-o', 'DPkg::Lock::Timeout=300', '-qq'];
    await run('apt-get', [...lock, 'update'], { env: environment });
    await run('apt-get', [...lock, 'install', '-y', '--no-install-recommends', 'postgresql'], { env: environment });
  } catch (cause) {
    throw new PostgresMissing('PostgreSQL is not installed, and apt-get could not install it.', { cause });
  }
  const installed = await findBinaries();
  if (!installed) throw new PostgresMissing('PostgreSQL was installed, but its programs were not found.');
  return installed;
}

/** PostgreSQL refuses to run as root. */
async function findUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (!isRoot) return undefined;
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  return { uid: uid!, gid: gid! };
}

/**
 * Starts a cluster that lives as long as this process: a shell holds it, and stops it and deletes it when the pipe from
 * here closes, however this process ends.
 *
 * @returns Its URL, without a database.
 */
export async function startCluster(): Promise<string> {
  const binaries = await installBinaries();
  const user = await findUser();
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-postgres-'));
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  await run(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--locale=C', '-E', 'UTF8'],
    { ...user, cwd: folder },
  );

  const port = await findFreePort();
  const keep = `"$0" -D "$1" -p "$2" -k "$3" -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200 & server=$!
    cat; kill -QUIT $server; wait $server; rm -rf "$3"`;
  const shell = spawn('sh', ['-c', keep, join(binaries, 'postgres'), data, String(port), folder], {
    ...user,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  const output: string[] = [];
  const lines = createInterface({ input: shell.stderr });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      output.push(line);
      if (line.includes('ready to accept connections')) resolve();
    });
    shell.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${output.join('\n')}`)));
  });
  lines.removeAllListeners('line').resume();
  for (const handle of [shell, shell.stdin, shell.stderr]) (handle as { unref?: () => void }).unref?.();
  return `postgres://postgres@127.0.0.1:${port}`;
}

let cluster: Promise<string> | undefined;

/** The cluster that all test files of a run share, or else one of this process's own. */
function useCluster(): Promise<string> {
  const shared = process.env['TEST_POSTGRES'];
  cluster ??= shared ? Promise.resolve(shared) : startCluster();
  return cluster;
}

/**
 * Says in one sentence why tests on PostgreSQL must be skipped, or false when they can run. The first call starts the
 * cluster.
 */
export async function skipWithoutPostgres(): Promise<string | false> {
  try {
    await useCluster();
    return false;
  } catch (error) {
    if (error instanceof PostgresMissing) return error.message;
    throw error;
  }
}

/** Creates an empty database and returns its URL. */
export async function createDatabase(): Promise<string> {
  const url = await useCluster();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await execute(`${url}/postgres`, `create database ${name}`);
  return `${url}/${name}`;
}

/**
 * Databases with the schema of the store and without a row, for whichever test comes next: to make one takes longer
 * than most tests.
 */
const spares: string[] = [];

/** Answers the URL of a database without a row, which may have the schema of the store already. */
export async function takeDatabase(): Promise<string> {
  return spares.pop() ?? createDatabase();
}

/** Returns a database without connections to the pool, and deletes all rows of the store. */
export async function returnDatabase(url: string): Promise<void> {
  await execute(url, emptyAllTables);
  spares.push(url);
}

const emptyAllTables = `do $$ begin
  execute (select 'truncate ' || string_agg(quote_ident(tablename), ', ') from pg_tables where schemaname = 'public' and tablename <> 'migrations');
end $$`;

async function execute(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
