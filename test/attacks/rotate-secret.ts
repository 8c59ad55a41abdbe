// `node --import=tsx test/attacks/rotate-secret.ts`: what is left of the second factors of accounts when the secret of the
// server is replaced: at once as after a theft, without and with `reseal`, and in the ordinary four steps.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { env, execPath } from 'node:process';
import { TOTP } from 'otpauth';
import { createAttacker, startTarget, tally, type Attacker } from './target.js';

const password = 'correct horse battery staple';
const old = 'the old secret of the attack with enough characters';
const next = '27:the next secret of the attack with enough characters';
const accounts = 2;
const tree = resolve(env['TREE'] ?? join(import.meta.dirname, '../..'));

interface Member {
  name: string;
  totp: TOTP;
  recoveryCodes: string[];
}

async function post(client: Attacker, path: string, body?: object): Promise<Record<string, never>> {
  const { text } = await client.send('POST', path, body);
  return (text ? JSON.parse(text) : {}) as Record<string, never>;
}

/** A data folder in which accounts with an authenticator app were made under the old secret. */
async function prepare(): Promise<{ folder: string; members: Member[] }> {
  const target = await startTarget({ SESSION_SECRET: old });
  const members: Member[] = [];
  for (let count = 0; count < accounts; count += 1) {
    const name = `member${count}`;
    const client = createAttacker(target, `198.51.100.${count + 1}`);
    await post(client, '/signup', { username: name, password });
    const { secret } = await post(client, '/account/second-factor/totp');
    const totp = new TOTP({ secret });
    // The step before, so that the present one can still be used.
    const code = totp.generate({ timestamp: Date.now() - 30_000 });
    const { recoveryCodes } = await post(client, '/account/second-factor/totp/confirm', { code });
    members.push({ name, totp, recoveryCodes: recoveryCodes! });
  }
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-rotation-'));
  cpSync(target.dataDirectory, folder, { recursive: true });
  await target.stop();
  return { folder, members };
}

function reseal(folder: string, secret: string): void {
  const { stdout, stderr } = spawnSync(execPath, ['--import=tsx', join(tree, 'server/src/main.ts'), 'reseal'], {
    cwd: tree,
    env: { PATH: env['PATH'], DATA_DIR: folder, SESSION_SECRET: secret },
    encoding: 'utf8',
  });
  console.log(`  reseal: ${(stdout || stderr).trim().replaceAll('\n', '\n          ')}`);
}

/** Signs all members in, first with a code of the app and then with a recovery code. */
async function count(folder: string, members: readonly Member[], secret: string): Promise<void> {
  const target = await startTarget({ SESSION_SECRET: secret, DATA_DIR: folder });
  const byCode = tally();
  const byRecovery = tally();
  for (const [index, { name, totp, recoveryCodes }] of members.entries()) {
    for (const [tallied, code] of [
      [byCode, totp.generate()],
      [byRecovery, recoveryCodes[0]!],
    ] as const) {
      const client = createAttacker(target, `203.0.113.${index + 1}`);
      await post(client, '/login', { username: name, password });
      tallied.add((await client.send('POST', '/session/second-factor', { code })).status);
    }
  }
  console.log('  code of the app:', byCode.counts, '| recovery code:', byRecovery.counts);
  await target.stop();
}

const ways: [string, (folder: string) => void][] = [
  ['at once, without reseal', () => {}],
  ['at once, after reseal with both', (folder) => reseal(folder, `${next},${old}`)],
  ['in four steps', (folder) => reseal(folder, `${next},${old}`)],
];
for (const [way, rotate] of ways) {
  console.log(`${way}:`);
  const { folder, members } = await prepare();
  rotate(folder);
  await count(folder, members, next);
  rmSync(folder, { recursive: true, force: true });
}
