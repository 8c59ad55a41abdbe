import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { median } from '../../bench/statistics.js';
import type { AuthenticationResponse } from '../../src/base/contract/types.js';
import { scaled } from '../support/node/engines.js';
import { startLedger } from '../support/node/ledger.js';
import { createPerson, signUpWithPasskey } from '../support/node/people.js';
import { createDatabase, skipWithoutPostgres, startKillableCluster } from '../support/node/postgres.js';
import { startProcesses, type ServerProcesses } from '../support/node/processes.js';
import { buildProgram, root } from '../support/node/program.js';
import { skipWithoutMount, skipWithoutStrace } from '../support/node/system.js';

const noPostgres = await skipWithoutPostgres();
const versionBefore = findVersionBefore();

/** Waits until a server answers again that its database does; returns the milliseconds. */
async function untilReady({ origin }: { origin: string }): Promise<number> {
  const began = performance.now();
  for (;;) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    await answer?.text();
    if (answer?.status === 200) return performance.now() - began;
    await new Promise((resume) => setImmediate(resume));
  }
}

function report(context: TestContext, what: string, times: readonly number[]): void {
  context.diagnostic(
    `${what}: ${times.length} times, median ${Math.round(median(times))} ms, longest ${Math.round(Math.max(...times))} ms`,
  );
}

/** Has people work, and kills in the middle of it, again and again. `recover` resolves when all is started again. */
async function killRepeatedly(
  servers: ServerProcesses,
  context: TestContext,
  kill: () => Promise<void>,
  recover: () => Promise<void>,
): Promise<void> {
  const ledger = await startLedger(servers, 6);
  const times: number[] = [];
  for (let round = 0; round < scaled(200); round += 1) {
    const enough = ledger.acknowledged + 10 + ((round * 7) % 40);
    let killing: Promise<void> | undefined;
    await ledger.work(() => {
      if (ledger.acknowledged >= enough) killing ??= kill();
      return killing !== undefined;
    });
    await killing;
    const began = performance.now();
    await recover();
    for (const { child, stderr } of servers.programs) assert.equal(child.exitCode, null, stderr.slice(-20).join('\n'));
    await untilReady(servers);
    times.push(performance.now() - began);
    await ledger.check();
  }
  report(context, `ready again, ${ledger.acknowledged} acknowledgements`, times);
}

describe('nothing acknowledged is lost, no challenge is accepted twice, and no session outlives its sign-out', () => {
  test('when a server on the embedded database is killed', async (context) => {
    const servers = await startProcesses();
    await killRepeatedly(
      servers,
      context,
      () => servers.kill(),
      () => servers.restart(),
    );
    await servers.stop();
  });

  test('when two servers on PostgreSQL are killed', { skip: noPostgres }, async (context) => {
    const servers = await startProcesses({ count: 2, store: 'postgres' });
    await killRepeatedly(
      servers,
      context,
      () => servers.kill(),
      () => servers.restart(),
    );
    await servers.stop();
  });

  test('when PostgreSQL is killed', { skip: noPostgres }, async (context) => {
    const cluster = await startKillableCluster();
    const databaseUrl = await createDatabase(cluster.url);
    const servers = await startProcesses({ count: 2, store: 'postgres', databaseUrl });
    await killRepeatedly(
      servers,
      context,
      () => cluster.kill(),
      () => cluster.start(),
    );
    await servers.stop();
    await cluster.stop();
  });

  test(
    'when the connection to PostgreSQL breaks before or after each message',
    { skip: noPostgres },
    async (context) => {
      const line = await startLine(new URL(await createDatabase()));
      const servers = await startProcesses({ store: 'postgres', databaseUrl: line.url });
      let cuts = 0;
      for (const moment of ['before', 'after'] as const)
        for (let message = 1; ; message += 1) {
          const endUser = await signUpWithPasskey(servers, `person ${moment} ${message}`);
          const { cookie: signedIn } = endUser.browser;
          endUser.browser.cookie = undefined;
          line.cutAt(message, moment);
          const answers: number[] = [];
          const note = ({ status }: { status: number }): number => answers.push(status);
          const options = await endUser.browser.post('/webauthn/login/options');
          note(options);
          let sent: { cookie: string | undefined; response: AuthenticationResponse } | undefined;
          let accepted = 0;
          if (options.status === 200) {
            const response = (await endUser.authenticator.get(options.body as never, {
              origin: servers.origin,
            })) as AuthenticationResponse;
            sent = { cookie: endUser.browser.cookie, response };
            const verified = await endUser.browser.post('/webauthn/login/verify', response);
            note(verified);
            if (verified.status === 200) accepted += 1;
          }
          endUser.browser.cookie = signedIn;
          const signedOut = await endUser.browser.post('/logout');
          note(signedOut);
          const created = await createPerson(servers, `other ${moment} ${message}`).browser.post('/signup', {
            username: `other ${moment} ${message}`,
          });
          note(created);
          const isOver = !line.mend();
          for (const status of answers)
            assert.ok([200, 201, 503].includes(status), `${message}: ${answers.join(', ')}`);

          for (let repetition = 0; sent && repetition < 2; repetition += 1) {
            const replay = servers.visitor();
            replay.cookie = sent.cookie;
            if ((await replay.post('/webauthn/login/verify', sent.response)).status === 200) accepted += 1;
          }
          assert.ok(accepted <= 1, 'a response was accepted twice');
          const witness = servers.visitor();
          witness.cookie = signedIn;
          const { body } = await witness.get('/session');
          if (signedOut.status === 200) assert.deepEqual(body, { signedIn: false });
          const taken = await servers.visitor().post('/signup/options', { username: `other ${moment} ${message}` });
          if (created.status === 201) assert.equal(taken.status, 409, 'a sign-up is lost');
          if (isOver) break;
          cuts += 1;
        }
      context.diagnostic(`${cuts} cuts`);
      assert.ok(cuts > 30, `only ${cuts} cuts`);
      await servers.stop();
      await line.stop();
    },
  );

  test('when each write to the disk takes 100 ms', { skip: skipWithoutStrace() }, async (context) => {
    const servers = await startProcesses();
    const ledger = await startLedger(servers, 4);
    const tracer = spawn(
      'strace',
      [
        '-f',
        '-qq',
        '-o',
        '/dev/null',
        '-e',
        'trace=fdatasync,fsync',
        '-e',
        'inject=fdatasync,fsync:delay_exit=100000',
        '-p',
        `${servers.programs[0]!.child.pid}`,
      ],
      { stdio: 'ignore' },
    );
    const reads: number[] = [];
    const witness = servers.visitor();
    let isOver = false;
    const reading = (async () => {
      while (!isOver) {
        const began = performance.now();
        await witness.get('/session');
        reads.push(performance.now() - began);
      }
    })();
    const enough = ledger.acknowledged + scaled(2000);
    await ledger.work(() => ledger.acknowledged >= enough);
    isOver = true;
    await reading;
    report(context, 'session reads beside slow writes', reads);
    await servers.kill();
    tracer.kill('SIGKILL');
    await servers.restart();
    await ledger.check();
    await servers.stop();
  });

  test('when PostgreSQL has no room on its disk', { skip: noPostgres || skipWithoutMount() }, async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=110m,mode=777', 'tmpfs', folder]);
    const cluster = await startKillableCluster({ max_wal_size: '32MB', min_wal_size: '32MB' }, folder);
    const servers = await startProcesses({ store: 'postgres', databaseUrl: await createDatabase(cluster.url) });
    const ledger = await startLedger(servers, 4);
    const filler = join(folder, 'filler');
    const times: number[] = [];
    for (let round = 0; round < scaled(200); round += 1) {
      execFileSync('sh', ['-c', `dd if=/dev/zero of=${filler} bs=64k 2>/dev/null || true`]);
      // Until nothing is acknowledged any more: PostgreSQL first uses what it has reserved.
      let last = -1;
      for (let step = 0; step < 40 && ledger.acknowledged !== last; step += 1) {
        last = ledger.acknowledged;
        let turns = 0;
        await ledger.work(() => (turns += 1) > 60);
      }
      await rm(filler);
      const began = performance.now();
      await cluster.startIfEnded();
      await untilReady(servers);
      times.push(performance.now() - began);
      await ledger.check();
    }
    report(context, 'ready again', times);
    await servers.stop();
    await cluster.stop();
    execFileSync('umount', [folder]);
    await rm(folder, { recursive: true });
  });

  test(
    'while servers of two versions run over one PostgreSQL',
    { skip: noPostgres || (versionBefore === undefined && 'no version was released yet') },
    async () => {
      const tree = await mkdtemp(join(tmpdir(), 'latchkey-before-'));
      execFileSync(
        'sh',
        ['-c', `git archive ${versionBefore} server contract src tsconfig.json package.json | tar -x -C ${tree}`],
        {
          cwd: root,
        },
      );
      const before = await buildProgram('server/src/main.ts', tree);
      const databaseUrl = await createDatabase();
      const alone = await startProcesses({ count: 0, older: [before], store: 'postgres', databaseUrl });
      const bo = await signUpWithPasskey(alone, 'bo');
      await alone.stop();
      const servers = await startProcesses({ count: 2, older: [before], store: 'postgres', databaseUrl });
      const ledger = await startLedger(servers, 6);
      const enough = ledger.acknowledged + scaled(4000);
      await ledger.work(() => ledger.acknowledged >= enough);
      await ledger.check();
      const browser = servers.visitor();
      const { body } = await browser.post('/webauthn/login/options');
      const response = await bo.authenticator.get(body as never, { origin: servers.origin });
      assert.notEqual((await browser.post('/webauthn/login/verify', response)).status, 503);
      // Back to the version before, over the schema of the newest.
      await servers.stop();
      const back = await startProcesses({ count: 0, older: [before], store: 'postgres', databaseUrl });
      await signUpWithPasskey(back, 'cy');
      await back.stop();
      await rm(tree, { recursive: true });
    },
  );
});

/** The tag of the last release; undefined before the first one, and without the history of the repository. */
function findVersionBefore(): string | undefined {
  const ask = (...words: string[]): string =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return ask('describe', '--tags', '--abbrev=0', '--match', 'v*');
  } catch {
    return undefined;
  }
}

/** A line to a database that breaks at a message. */
interface Line {
  url: string;
  /** Breaks all connections when the server sends its `message`th message from now on, or once it was answered. */
  cutAt(message: number, moment: 'before' | 'after'): void;
  /** Breaks no more; whether it did. */
  mend(): boolean;
  stop(): Promise<void>;
}

async function startLine(target: URL): Promise<Line> {
  let left = 0;
  let moment: 'before' | 'after' = 'before';
  let isCut = false;
  const pairs = new Set<[Socket, Socket]>();
  const cut = (): void => {
    isCut = true;
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  const server: Server = createServer((inner) => {
    const outer = connect(Number(target.port), target.hostname);
    const pair: [Socket, Socket] = [inner, outer];
    pairs.add(pair);
    let isLast = false;
    const end = (): void => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    inner.on('data', (chunk) => {
      if (left > 0) {
        left -= 1;
        if (left === 0) {
          if (moment === 'before') return cut();
          isLast = true;
        }
      }
      outer.write(chunk);
    });
    outer.on('data', (chunk) => (isLast ? cut() : inner.write(chunk)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cutAt(message, when) {
      left = message;
      moment = when;
      isCut = false;
    },
    mend() {
      left = 0;
      return isCut;
    },
    async stop() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
