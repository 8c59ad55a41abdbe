import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { signUpWithPasskey, type Person } from '../support/node/people.js';
import { runServer, type RunningProgram } from '../support/node/processes.js';
import { createVisitor } from '../support/node/visitor.js';
import { skipUnless, skipWithoutMount } from '../support/node/system.js';

/** A disk that can be filled while a server writes to it. */
interface Disk {
  folder: string;
  fill(server: RunningProgram): Promise<void>;
  makeRoom(server: RunningProgram): Promise<void>;
  discard(): Promise<void>;
}

/** Lets no file of the process grow beyond this size, which fails as a disk does that cannot write. */
function limitFiles({ child }: RunningProgram, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:unlimited`]);
}

const disks: Record<string, { skip: string | false; prepare(): Promise<Disk> }> = {
  'with a limit of the size of files': {
    skip: skipUnless('prlimit is not installed.', 'prlimit', ['--version']),
    async prepare() {
      const folder = await mkdtemp(join(tmpdir(), 'latchkey-full-'));
      return {
        folder,
        fill: async (server) => limitFiles(server, 400_000),
        makeRoom: async (server) => limitFiles(server, 'unlimited'),
        discard: () => rm(folder, { recursive: true }),
      };
    },
  },
  'that is a file system of 4 MB': {
    skip: skipWithoutMount(),
    async prepare() {
      const folder = await mkdtemp(join(tmpdir(), 'latchkey-full-'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]);
      const filler = join(folder, 'filler');
      return {
        folder,
        async fill() {
          const { bavail, bsize } = await statfs(folder);
          // Some pages are left, so that a write fails in its middle rather than at its start.
          await writeFile(filler, Buffer.alloc(bavail * bsize - 5 * 4096));
        },
        makeRoom: () => rm(filler),
        async discard() {
          execFileSync('umount', [folder]);
          await rm(folder, { recursive: true });
        },
      };
    },
  },
};

for (const [kind, { skip, prepare }] of Object.entries(disks))
  describe(`a disk ${kind}`, { skip }, () => {
    let disk: Disk | undefined;
    let program: RunningProgram | undefined;
    after(async () => {
      await program?.end('SIGKILL');
      await disk?.discard();
    });

    test('while it is full, writes get 503 with a time to wait and leave nothing, reads go on, and both work again once there is room', async () => {
      disk = await prepare();
      const environment = { PORT: '0', DATA_DIR: disk.folder, RATE_LIMIT: 'off' };
      program = await runServer(environment);
      const origin = `http://localhost:${await program.port}`;
      const site = {
        origin,
        visitor: () =>
          createVisitor(
            origin,
            (request) => fetch(request),
            () => {},
          ),
      };
      const signUp = async (username: string): Promise<Response> =>
        fetch(`${origin}/signup`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
          body: JSON.stringify({ username }),
        });
      const first = await signUpWithPasskey(site, 'first');
      const kept = ['first'];
      const refused: string[] = [];
      await disk.fill(program);
      for (let count = 0; refused.length < 20; count += 1) {
        const name = `user ${count}`;
        const { status, headers } = await signUp(name);
        assert.ok([201, 503].includes(status), `${name}: ${status}`);
        if (status === 503) assert.deepEqual([headers.getSetCookie(), headers.get('Retry-After')], [[], '1']);
        (status === 201 ? kept : refused).push(name);
        assert.ok(count < 5000, 'the disk is never full');
      }
      const rename = async ({ browser }: Person, displayName: string): Promise<number> =>
        (await browser.patch('/account', { displayName })).status;
      const readName = async (): Promise<string> =>
        (await first.browser.get<{ user: { displayName: string } }>('/session')).body.user.displayName;
      let last = 'first';
      for (let count = 0; ; count += 1) {
        const name = `${count} ${'x'.repeat(50)}`;
        const status = await rename(first, name);
        if (status === 503) break;
        assert.equal(status, 200);
        last = name;
        assert.ok(count < 5000, 'the disk is never full');
      }
      assert.equal(await readName(), last);
      // What fits into the room that is left is done, and everything else is refused.
      const signedOut = (await first.signOut()).status;
      const { signedIn } = (await first.browser.get<{ signedIn: boolean }>('/session')).body;
      assert.deepEqual([signedOut, signedIn], signedOut === 200 ? [200, false] : [503, true]);
      assert.equal((await fetch(`${origin}/healthz`)).status, 200);
      await disk.makeRoom(program);
      assert.equal((await first.signIn()).status, 200);
      assert.equal(await rename(first, 'Room again'), 200);
      assert.equal((await signUp('after')).status, 201);
      kept.push('after');
      // A refused sign-up left no account, so the name is free.
      for (const name of refused) assert.equal((await signUp(name)).status, 201, name);
      await program.end('SIGKILL');

      program = await runServer({ ...environment, ORIGIN: origin });
      const port = await program.port;
      for (const username of [...kept, ...refused]) {
        const { status } = await fetch(`http://localhost:${port}/signup`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
          body: JSON.stringify({ username }),
        });
        assert.equal(status, 409, `${username} was acknowledged`);
      }
    });
  });
