import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { runServer } from '../support/node/processes.js';
import { buildProgram } from '../support/node/program.js';

const json = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };

describe('a backup of the embedded database', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'latchkey-backup-'))));
  after(() => rm(folder, { recursive: true }));

  const backUp = async (environment: Record<string, string>, target: string): Promise<string> => {
    const program = await buildProgram();
    const ended = await promisify(execFile)(process.execPath, [program, 'backup', target], { env: environment });
    return ended.stdout;
  };

  const signUp = async (port: number, username: string): Promise<{ status: number; cookie: string }> => {
    const body = JSON.stringify({ username, password: 'correct horse battery' });
    const answer = await fetch(`http://localhost:${port}/signup`, { method: 'POST', headers: json, body });
    return { status: answer.status, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  };

  test('is taken while the server writes, and restores what was acknowledged before it began, sessions included', async () => {
    const environment = { PORT: '0', DATA_DIR: join(folder, 'data'), RATE_LIMIT: 'off' };
    const program = await runServer(environment);
    const port = await program.port;
    const first = await signUp(port, 'first');
    for (let count = 0; count < 20; count += 1) assert.equal((await signUp(port, `user ${count}`)).status, 201);
    let isOver = false;
    let during = 0;
    const writing = (async () => {
      while (!isOver) {
        assert.equal((await signUp(port, `during ${during}`)).status, 201);
        during += 1;
      }
    })();
    const target = join(folder, 'backup');
    assert.equal(await backUp(environment, `${target}/`), `Copied the database and the secret to ${target}/.\n`);
    isOver = true;
    await writing;
    assert.ok(during > 0);
    await program.end('SIGKILL');

    assert.deepEqual((await readdir(target)).toSorted(), ['latchkey.db', 'session-secret']);
    for (const name of ['', 'latchkey.db', 'session-secret'])
      assert.equal((await stat(join(target, name))).mode & 0o077, 0, name);
    const restored = await runServer({ ...environment, DATA_DIR: target });
    const restoredPort = await restored.port;
    const session = await fetch(`http://localhost:${restoredPort}/session`, { headers: { Cookie: first.cookie } });
    assert.equal(((await session.json()) as { signedIn: boolean }).signedIn, true);
    for (let count = 0; count < 20; count += 1) assert.equal((await signUp(restoredPort, `user ${count}`)).status, 409);
    assert.equal((await signUp(restoredPort, 'new')).status, 201);
    await restored.end('SIGTERM');
  });

  test('leaves a folder alone that has the name of its draft, whether it succeeds or fails', async () => {
    const environment = { DATA_DIR: join(folder, 'data') };
    for (const [variables, name] of [
      [environment, 'beside'],
      [{ DATA_DIR: join(folder, 'none') }, 'failing'],
    ] as const) {
      const foreign = join(folder, `${name}.part`);
      await mkdir(foreign);
      await writeFile(join(foreign, 'precious'), 'kept');
      await backUp(variables, join(folder, name)).catch(() => {});
      assert.equal(await readFile(join(foreign, 'precious'), 'utf8'), 'kept');
    }
    assert.deepEqual((await readdir(join(folder, 'beside'))).toSorted(), ['latchkey.db', 'session-secret']);
    assert.deepEqual((await readdir(folder)).filter((name) => /^(?:beside|failing)/.test(name)).toSorted(), [
      'beside',
      'beside.part',
      'failing.part',
    ]);
  });

  test('replaces no other, and leaves nothing when it cannot be made', async () => {
    const environment = { DATA_DIR: join(folder, 'data') };
    const before = (await readdir(folder)).toSorted();
    for (const [variables, target, sentence] of [
      [environment, join(folder, 'backup'), /^The backup .* cannot be written \(EEXIST\)\.$/],
      [environment, join(folder, 'missing', 'backup'), /^The backup .* cannot be written \(ENOENT\)\.$/],
      [
        { DATA_DIR: join(folder, 'none') },
        join(folder, 'another'),
        /^There is no database in the data folder .*none; choose another with DATA_DIR\.$/,
      ],
      [
        { DATABASE_URL: 'postgres://db/x', SESSION_SECRET: 's'.repeat(32) },
        join(folder, 'another'),
        /^DATABASE_URL is set: .*pg_dump\.$/,
      ],
    ] as [Record<string, string>, string, RegExp][])
      await assert.rejects(backUp(variables, target), ({ code, stderr }: { code: number; stderr: string }) => {
        assert.equal(code, 1);
        assert.match(stderr.trim(), sentence);
        return true;
      });
    assert.deepEqual((await readdir(folder)).toSorted(), before);
  });
});
