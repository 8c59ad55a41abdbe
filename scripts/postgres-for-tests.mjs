import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { root } from './run.mjs';

const program = join(root, 'test', 'support', 'runner', 'postgres-for-all.ts');

/**
 * Starts a PostgreSQL that all test files of a run share, because starting one takes longer than most of them.
 *
 * @returns `{url, end}`; `url` is undefined where there is none, which the tests that need it say for themselves.
 */
export async function startPostgres() {
  const child = spawn(execPath, ['--import=tsx', program], { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise((resolve) => lines.once('line', resolve).once('close', resolve));
  return { url, end: () => child.stdin.end() };
}
