import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createVerifier } from '../../../server/src/wallet/verifier.js';
import { authorityFolder, keepAuthority } from '../../../demo/wallet/kept-authority.js';
import type { IdentityResponse } from '../../../src/base/contract/types.js';
import { buildProgram, root } from '../../support/node/program.js';
import { firstOf } from '../../support/node/quick.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import { createRunningClock } from '../../support/node/clock.js';

describe('the wallet as a program', () => {
  let folder: string;
  let server: TestServer;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-wallet-'));
    const authority = await keepAuthority(authorityFolder({ DATA_DIR: folder }));
    server = await startServer({ clock: createRunningClock(), identity: createVerifier({ roots: [authority.root] }) });
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  async function run(parameters: string[], input: string): Promise<{ code: number; output: string; errors: string }> {
    const child = spawn(process.execPath, [await buildProgram('demo/wallet/main.ts'), ...parameters], {
      cwd: root,
      env: { ...process.env, DATA_DIR: folder },
    });
    // A program that is called wrongly exits at once, without waiting for its input.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number]>,
    ]);
    return { code, output, errors };
  }

  for (const protocol of ['openid4vp-v1-unsigned', 'org-iso-mdoc']) {
    test(`answers a request by ${protocol} so that the server verifies it`, async () => {
      const visitor = server.visitor();
      const asked = await visitor.get(`/identity/request?protocol=${protocol}`);
      const { code, output } = await run([server.origin], asked.text);
      assert.equal(code, 0);
      assert.equal((await visitor.post('/identity/verify', JSON.parse(output) as IdentityResponse)).status, 200);
    });
  }

  test('says how to use it, with exit code 2', async () => {
    for (const parameters of firstOf(1, [['localhost'], [], [server.origin, 'more']])) {
      const { code, output, errors } = await run(parameters, '{}');
      assert.deepEqual([code, output], [2, '']);
      assert.match(errors, /^Name the origin that asks/);
    }
  });

  test('says what it cannot answer, with exit code 1', async () => {
    const inputs = [
      '{}',
      '',
      'x',
      'null',
      '{"protocol":"org-iso-mdoc"}',
      '{"protocol":"org-iso-mdoc","data":{"deviceRequest":"AA","encryptionInfo":"AA"}}',
    ];
    for (const input of firstOf(1, inputs)) {
      const { code, output, errors } = await run([server.origin], input);
      assert.deepEqual([code, output], [1, ''], input);
      assert.match(errors, /^The request cannot be answered: /);
    }
  });
});
