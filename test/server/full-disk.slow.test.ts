import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runServer } from '../support/node/processes.js';

/** Lets no file of the process grow beyond this size, as a disk does that is full. */
function limitFiles(pid: number, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}

function findPrlimit(): string | false {
  try {
    execFileSync('prlimit', ['--version']);
    return false;
  } catch {
    return 'prlimit is not installed';
  }
}

test(
  'while the disk is full, writes are refused and leave nothing, reads go on, and both work again once there is room',
  { skip: findPrlimit() },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-full-'));
    const environment = { PORT: '0', DATA_DIR: folder, RATE_LIMIT: 'off' };
    const program = await runServer(environment);
    const origin = `http://localhost:${await program.port}`;
    const signUp = async (username: string): Promise<Response> =>
      fetch(`${origin}/signup`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
        body: JSON.stringify({ username }),
      });
    const first = await signUp('first');
    const cookie = first.headers.getSetCookie()[0]!.split(';')[0]!;
    const kept = ['first'];
    const refused: string[] = [];
    limitFiles(program.child.pid!, 400_000);
    for (let count = 0; refused.length < 20; count += 1) {
      const name = `user ${count}`;
      const { status, headers } = await signUp(name);
      // The contract has a status of its own for a sign-in whose session cannot be saved.
      assert.ok([201, 500].includes(status), `${name}: ${status}`);
      if (status === 500) assert.deepEqual(headers.getSetCookie(), []);
      (status === 201 ? kept : refused).push(name);
      assert.ok(count < 5000, 'the disk is never full');
    }
    const rename = async (displayName: string): Promise<number> =>
      (
        await fetch(`${origin}/account`, {
          method: 'PATCH',
          headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', Cookie: cookie },
          body: JSON.stringify({ displayName }),
        })
      ).status;
    assert.equal(await rename('Full'), 503);
    const session = await fetch(`${origin}/session`, { headers: { Cookie: cookie } });
    assert.equal(((await session.json()) as { user: { displayName: string } }).user.displayName, 'first');
    assert.equal((await fetch(`${origin}/healthz`)).status, 200);
    limitFiles(program.child.pid!, 'unlimited');
    assert.equal(await rename('Room again'), 200);
    assert.equal((await signUp('after')).status, 201);
    kept.push('after');
    // A refused sign-up left no account, so the name is free.
    for (const name of refused) assert.equal((await signUp(name)).status, 201, name);
    await program.end('SIGKILL');

    const again = await runServer(environment);
    const port = await again.port;
    for (const username of [...kept, ...refused]) {
      const { status } = await fetch(`http://localhost:${port}/signup`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
        body: JSON.stringify({ username }),
      });
      assert.equal(status, 409, `${username} was acknowledged`);
    }
    await again.end('SIGTERM');
    await rm(folder, { recursive: true });
  },
);
