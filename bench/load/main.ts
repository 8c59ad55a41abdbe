// `npm run load [-- embedded | postgres] [-- --quick] [-- --write]`: real ceremonies by many software authenticators,
// from this process, against servers in processes of their own. A word measures one database only. `--quick` checks that
// it works; `--write` puts the figures into docs/scale.md.
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { argv, execPath, exit, version } from 'node:process';
import { createInterface } from 'node:readline';
import { format, resolveConfig } from 'prettier';
import { root } from '../../scripts/run.mjs';
import { installPackages } from '../../test/adapters/packages.js';
import { startCluster } from '../../test/support/node/postgres.js';
import { median, quantile } from '../statistics.js';
import { createBrowser, type Browser } from './browser.js';
import { betterAuth, latchkey, type Driver } from './drivers.js';
import { processorTime, processorTimeOfTree, readMemory } from './processor-time.js';
import { startServers, type Backend, type Engine, type Servers } from './servers.js';

const options = ['embedded', 'postgres', '--quick', '--write'];
const unknown = argv.slice(2).find((word) => !options.includes(word));
if (unknown) {
  console.error(`${unknown} is not an option of npm run load. The options are ${options.join(', ')}.`);
  exit(2);
}
const words = argv.slice(2).filter((word) => !word.startsWith('-'));
const isChosen = (word: string): boolean => words.length === 0 || words.includes(word);
if (argv.includes('--write') && words.length > 0) {
  console.error('--write writes all figures, so it cannot be combined with words.');
  exit(2);
}
const quick = argv.includes('--quick');
const roundSeconds = quick ? 1 : 5;
const rounds = quick ? 1 : 3;
const users = quick ? 16 : 48;
const connections = 16;
const slowSockets = quick ? 200 : 5000;
const drivers: Record<Backend, Driver> = { latchkey, 'better-auth': betterAuth };

type Work = 'sign-ins' | 'session reads' | 'outbox writes';

/** One round of one kind of work. Times are in milliseconds. */
interface Round {
  done: number;
  seconds: number;
  latencies: number[];
  /** Processor time of the servers, and of the database. */
  serverTime: number;
  databaseTime: number;
}

interface Contestant {
  title: string;
  backend: Backend;
  servers: Servers;
  browsers: Browser[];
  rounds: Map<Work, Round[]>;
}

/** Runs `work` on so many connections side by side for some seconds; what began before the end is waited for. */
async function runFor(
  { servers, browsers }: Contestant,
  seconds: number,
  atOnce: number,
  work: (browser: Browser) => Promise<void>,
): Promise<Round> {
  const time = () => ({
    server: processorTime(servers.pids),
    database: servers.databasePid === undefined ? 0 : processorTimeOfTree(servers.databasePid),
  });
  const latencies: number[] = [];
  const before = time();
  const began = performance.now();
  const end = began + seconds * 1000;
  let failure: unknown;
  await Promise.all(
    Array.from({ length: atOnce }, async (_, connection) => {
      // No two connections share a browser.
      const own = browsers.filter((_browser, index) => index % atOnce === connection);
      for (let count = 0; performance.now() < end && failure === undefined; count += 1) {
        const from = performance.now();
        await work(own[count % own.length]!).catch((error: unknown) => (failure ??= error));
        latencies.push(performance.now() - from);
      }
    }),
  );
  if (failure !== undefined) throw failure;
  const took = (performance.now() - began) / 1000;
  const after = time();
  return {
    done: latencies.length,
    seconds: took,
    latencies,
    serverTime: after.server - before.server,
    databaseTime: after.database - before.database,
  };
}

async function prepare(backend: Backend, engine: Engine, count: number): Promise<Contestant> {
  const title = `${backend === 'latchkey' ? 'Latchkey' : 'Better Auth'}, ${engine}, ${count} process${count > 1 ? 'es' : ''}`;
  console.error(`Starting ${title}`);
  const servers = await startServers(backend, engine, count);
  const browsers = Array.from({ length: users }, () => createBrowser(servers.origin, servers.ports));
  for (let from = 0; from < users; from += 4)
    await Promise.all(
      browsers
        .slice(from, from + 4)
        .map((browser, index) => drivers[backend].signUp(browser, `user${from + index}`, servers.origin)),
    );
  return { title, backend, servers, browsers, rounds: new Map() };
}

/** Lets contestants take turns, so that what else the machine does falls on each of them. */
async function compete(contestants: readonly Contestant[]): Promise<void> {
  const kinds: [Work, (driver: Driver) => ((browser: Browser) => Promise<void>) | undefined][] = [
    ['sign-ins', (driver) => driver.signIn],
    ['session reads', (driver) => driver.readSession],
    ['outbox writes', (driver) => driver.write],
  ];
  for (const [work, of] of kinds) {
    for (const contestant of contestants) {
      const act = of(drivers[contestant.backend]);
      if (act) await runFor(contestant, roundSeconds / 2, connections, act);
    }
    for (let round = 0; round < rounds; round += 1)
      for (const contestant of contestants) {
        const act = of(drivers[contestant.backend]);
        if (!act) continue;
        const done = await runFor(contestant, roundSeconds, connections, act);
        contestant.rounds.set(work, [...(contestant.rounds.get(work) ?? []), done]);
      }
    console.error(`… ${work} done`);
  }
}

const perSecond = (list: readonly Round[]): number => median(list.map(({ done, seconds }) => done / seconds));
const each = (list: readonly Round[], what: 'serverTime' | 'databaseTime'): number =>
  list.reduce((sum, round) => sum + round[what], 0) / list.reduce((sum, round) => sum + round.done, 0);

function describe({ title, rounds: all }: Contestant): string[] {
  return Array.from(all, ([work, list]) => {
    const latencies = list.flatMap((round) => round.latencies);
    const columns = [
      title,
      work,
      perSecond(list).toFixed(0),
      quantile(latencies, 0.5).toFixed(1),
      quantile(latencies, 0.99).toFixed(1),
      each(list, 'serverTime').toFixed(2),
      each(list, 'databaseTime') === 0 ? '–' : each(list, 'databaseTime').toFixed(2),
    ];
    return `| ${columns.join(' | ')} |`;
  });
}

/** Session reads one after another on 4 connections, while connections are open that never end their request. */
async function readBesideSlowSockets(contestant: Contestant): Promise<string[]> {
  const { servers } = contestant;
  const [pid] = servers.pids;
  const lines: string[] = [];
  const sample = async (what: string): Promise<number> => {
    const { latencies, done, seconds } = await runFor(contestant, quick ? 1 : 10, 4, latchkey.readSession);
    const p99 = quantile(latencies, 0.99);
    const memory = readMemory(pid!);
    const figures = [done / seconds, quantile(latencies, 0.5), p99].map((value, index) => value.toFixed(index ? 1 : 0));
    lines.push(`| ${what} | ${figures.join(' | ')} | ${memory.now.toFixed(0)} | ${memory.most.toFixed(0)} |`);
    return p99;
  };
  await sample('none');
  const holder = spawn(
    execPath,
    ['--import=tsx', join(root, 'bench/load/slow-sockets.ts'), String(servers.ports[0]), String(slowSockets)],
    { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const open: number[] = [];
  createInterface({ input: holder.stderr }).on('line', (line) =>
    open.push((JSON.parse(line) as { open: number }).open),
  );
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: holder.stdout }).once('line', () => resolve());
    holder.once('exit', (code) => reject(new Error(`The slow connections ended with ${code}.`)));
  });
  open.length = 0;
  const p99 = await sample(`${slowSockets}`);
  console.error(`… ${Math.min(...open)} to ${Math.max(...open)} slow connections were open`);
  holder.stdin.end();
  verdicts.push(
    [`p99 of session reads beside ${slowSockets} slow connections under 10 ms`, p99 < 10, `${p99.toFixed(1)} ms`],
    ['memory of the process under 200 MB', readMemory(pid!).most < 200, `${readMemory(pid!).most.toFixed(0)} MB`],
  );
  return lines;
}

/** Compares one process of ours with one of Better Auth. */
function judgeSignIns(where: string, contestants: readonly Contestant[]): void {
  const [ours, theirs] = contestants.map(({ rounds: all }) => perSecond(all.get('sign-ins')!)) as [number, number];
  verdicts.push([
    `sign-ins per second ${where} at least 1.5 times those of Better Auth`,
    ours >= 1.5 * theirs,
    `${ours.toFixed(0)} and ${theirs.toFixed(0)}`,
  ]);
}

const verdicts: [target: string, isMet: boolean, figure: string][] = [];
const began = performance.now();
const loadBefore = loadavg()[0]!;
await installPackages();
process.env['TEST_POSTGRES'] = await startCluster({ fsync: 'on', shared_buffers: '256MB' });

const rows: string[] = [];
const slow: string[] = [];
if (isChosen('embedded')) {
  const contestants = [await prepare('latchkey', 'embedded', 1), await prepare('better-auth', 'embedded', 1)];
  await compete(contestants);
  judgeSignIns('on the embedded database', contestants);
  rows.push(...contestants.flatMap(describe));
  await contestants[1]!.servers.stop();
  slow.push(...(await readBesideSlowSockets(contestants[0]!)));
  await contestants[0]!.servers.stop();
}
for (const count of isChosen('postgres') ? [1, 2, 4] : []) {
  const contestants = [
    await prepare('latchkey', 'PostgreSQL', count),
    await prepare('better-auth', 'PostgreSQL', count),
  ];
  await compete(contestants);
  if (count === 1) judgeSignIns('on PostgreSQL', contestants);
  rows.push(...contestants.flatMap(describe));
  for (const { servers } of contestants) await servers.stop();
}

const conditions = `Measured on ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores (${cpus()[0]?.model.trim()}) with Node ${version}, by \`npm run load\` in ${Math.round((performance.now() - began) / 1000)} s. The clients, the servers and PostgreSQL share these cores. The load of the machine before the run was ${loadBefore.toFixed(1)}.`;
const report = [
  conditions,
  '',
  '| server | work | per second | p50, ms | p99, ms | processor time of the servers each, ms | of PostgreSQL each, ms |',
  '| --- | --- | --- | --- | --- | --- | --- |',
  ...rows,
  '',
  'Session reads on 4 connections, one process on the embedded database:',
  '',
  '| slow connections | reads per second | p50, ms | p99, ms | memory, MB | most memory so far, MB |',
  '| --- | --- | --- | --- | --- | --- |',
  ...slow,
  '',
  '| target | figure | |',
  '| --- | --- | --- |',
  ...verdicts.map(([target, isMet, figure]) => `| ${target} | ${figure} | ${isMet ? 'met' : 'missed'} |`),
].join('\n');
console.log(report);
if (argv.includes('--write')) {
  const file = join(root, 'docs/scale.md');
  const text = await readFile(file, 'utf8');
  const block = /<!-- load -->[^]*<!-- end of load -->/;
  if (!block.test(text)) throw new Error('docs/scale.md has no place for the figures.');
  const written = text.replace(block, () => `<!-- load -->\n\n${report}\n\n<!-- end of load -->`);
  await writeFile(file, await format(written, { ...(await resolveConfig(file)), parser: 'markdown' }));
}
exit(0);
