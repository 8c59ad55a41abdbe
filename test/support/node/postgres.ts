import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
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
  const folders = versions
    .sort((one, other) => Number(other) - Number(one))
    .map((name) => join(debianFolder, name, 'bin'));
  const configured = await run('pg_config', ['--bindir']).then(
    ({ stdout }) => [stdout.trim()],
    () => [],
  );
  // Where only the client is installed there are such folders too.
  return [...folders, ...configured].find((folder) => existsSync(join(folder, 'initdb')));
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
  ).catch((cause: unknown) => {
    throw new PostgresMissing('There is no user postgres, as whom root could start PostgreSQL.', { cause });
  });
  return { uid: uid!, gid: gid! };
}

/**
 * Starts a cluster that lives as long as this process: a shell holds it, and stops it and deletes it when the pipe from
 * here closes, however this process ends. By default writes do not wait for the disk; `settings` are those of
 * postgresql.conf that differ.
 *
 * @returns Its URL, without a database.
 */
export async function startCluster(settings: Readonly<Record<string, string>> = {}): Promise<string> {
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
  const given = { listen_addresses: '127.0.0.1', fsync: 'off', max_connections: '200', ...settings };
  const flags = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const keep = `program="$0" data="$1" port="$2" folder="$3"; shift 3
    "$program" -D "$data" -p "$port" -k "$folder" "$@" & server=$!
    cat; kill -QUIT $server; wait $server; rm -rf "$folder"`;
  const shell = spawn('sh', ['-c', keep, join(binaries, 'postgres'), data, String(port), folder, ...flags], {
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

/** A cluster that can lose its processes. Writes wait for the disk. */
export interface KillableCluster {
  /** Its URL, without a database. */
  url: string;
  /** Ends all its processes at once, without a chance to write anything. */
  kill(): Promise<void>;
  /** Starts it again over what is on the disk; resolves when it accepts connections. */
  start(): Promise<void>;
  /** The same if it has ended, as it does when it cannot write. */
  startIfEnded(): Promise<void>;
  /** Copies it into a standby that confirms every commit from then on, if the cluster waits for one. */
  startStandby(): Promise<Standby>;
  stop(): Promise<void>;
}

/** A copy that follows a cluster. */
export interface Standby {
  readonly url: string;
  /** Makes it the cluster that takes writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a cluster in a new folder below `place`, which is deleted when the cluster is stopped. */
export async function startKillableCluster(
  settings: Readonly<Record<string, string>> = {},
  place = tmpdir(),
): Promise<KillableCluster> {
  const binaries = await installBinaries();
  const user = await findUser();
  const folder = await mkdtemp(join(place, 'latchkey-postgres-'));
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  await run(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--locale=C', '-E', 'UTF8'],
    { ...user, cwd: folder },
  );
  const port = await findFreePort();
  const flags = Object.entries({ listen_addresses: '127.0.0.1', max_connections: '100', ...settings }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  );
  let postmaster: ChildProcess | undefined;
  const killAtExit = (): void => void (postmaster?.pid && killTree(postmaster.pid));
  process.once('exit', killAtExit);
  const start = async (): Promise<void> => {
    // After SIGKILL its children end a moment later, and until then it cannot be started.
    for (;;) {
      const started = spawn(join(binaries, 'postgres'), ['-D', data, '-p', String(port), '-k', folder, ...flags], {
        ...user,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const isReady = await new Promise<boolean>((resolve) => {
        started.once('exit', () => resolve(false));
        createInterface({ input: started.stderr }).on('line', (line) => {
          if (line.includes('ready to accept connections')) resolve(true);
        });
      });
      if (!isReady) continue;
      postmaster = started;
      return;
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = postmaster;
    if (!ended || ended.exitCode !== null || ended.signalCode !== null) return;
    const exited = new Promise((resolve) => ended.once('exit', resolve));
    if (signal === 'SIGKILL') killTree(ended.pid!);
    else ended.kill(signal);
    await exited;
  };
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}`,
    kill: () => end('SIGKILL'),
    start,
    async startIfEnded() {
      if (postmaster!.exitCode !== null || postmaster!.signalCode !== null) await start();
    },
    async startStandby() {
      const [copy, standbyPort] = [join(folder, 'standby'), await findFreePort()];
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
      const backup = ['-D', copy, '-R', '-X', 'stream', '-c', 'fast', ...from];
      await run(join(binaries, 'pg_basebackup'), backup, { ...user, cwd: folder });
      const follower = spawn(
        join(binaries, 'postgres'),
        ['-D', copy, '-p', String(standbyPort), '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
        { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
      );
      const ended = new Promise<void>((resolve) => follower.once('exit', () => resolve()));
      await new Promise<void>((resolve, reject) => {
        createInterface({ input: follower.stderr }).on('line', (line) => {
          if (line.includes('started streaming WAL')) resolve();
        });
        follower.once('exit', () => reject(new Error('The standby did not start.')));
      });
      return {
        url: `postgres://postgres@127.0.0.1:${standbyPort}`,
        async promote() {
          await run(join(binaries, 'pg_ctl'), ['promote', '-D', copy, '-w'], { ...user, cwd: folder });
        },
        async stop() {
          follower.kill('SIGINT');
          await ended;
        },
      };
    },
    async stop() {
      await end('SIGINT');
      process.off('exit', killAtExit);
      await rm(folder, { recursive: true });
    },
  };
}

/** Ends a process and its children with SIGKILL. */
function killTree(pid: number): void {
  let children: string[] = [];
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  } catch {
    // It has ended.
  }
  for (const target of [pid, ...children.map(Number)]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
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

/** Creates an empty database, in the shared cluster or another, and returns its URL. */
export async function createDatabase(clusterUrl?: string): Promise<string> {
  const url = clusterUrl ?? (await useCluster());
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

/** Takes the statistics of a database, as autovacuum does at a time of its own. */
export const analyzeDatabase = (url: string): Promise<void> => execute(url, 'analyze');

/** Faster than `truncate` for tables with few rows. Without triggers and references, so in any order. */
export const emptyAllTables = `do $$ declare name text; begin
  set local session_replication_role = replica;
  for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations' loop
    execute format('delete from %I', name);
  end loop;
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
