import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createDatabase, skipWithoutPostgres } from '../support/node/postgres.js';
import { root } from '../support/node/program.js';

/** The names of all files below a folder. */
const filesOf = async (folder: string): Promise<string[]> => (await readdir(folder, { recursive: true })).toSorted();

test('the packed server runs on its own, on both databases, serves its pages, and writes nothing beside its data', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-packed-'));
  const app = join(folder, 'app');
  await promisify(execFile)(process.execPath, [join(root, 'scripts/pack-server.mjs'), app]);
  const files = await filesOf(app);
  const databases: Record<string, string>[] = [{ DATA_DIR: join(folder, 'data') }];
  if (!(await skipWithoutPostgres()))
    databases.push({ DATABASE_URL: await createDatabase(), SESSION_SECRET: 's'.repeat(32) });
  for (const database of databases) {
    const child = spawn(process.execPath, ['server.mjs'], {
      cwd: app,
      env: { PORT: '0', NODE_ENV: 'production', LOG_LEVEL: 'warn', ...database },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const address = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`It ended with ${code}.`)));
      createInterface({ input: child.stdout }).once('line', (line) => resolve(/http:\S+/.exec(line)![0]));
    });
    const signedUp = await fetch(`${address}/signup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
      body: JSON.stringify({ username: 'ada', password: 'correct horse battery' }),
    });
    assert.equal(signedUp.status, 201);
    for (const path of ['/', '/latchkey/latchkey.js', '/readyz'])
      assert.equal((await fetch(address + path)).status, 200, path);
    child.removeAllListeners('exit');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    assert.equal(await ended, 0);
  }
  assert.deepEqual(await filesOf(app), files);
  await rm(folder, { recursive: true });
});

test('the image packs the server in the same way, and runs it without root', () => {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
  assert.match(text, /node scripts\/pack-server\.mjs \/app\n/);
  assert.match(text, /\nUSER node\n/);
  assert.ok(text.indexOf('\nUSER node\n') > text.lastIndexOf('\nRUN '));
});
