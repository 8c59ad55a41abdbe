import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './program.js';

/**
 * The files of the repository that exist, as paths from its root: with those that are new, and without those that are
 * ignored. Also where there is no repository around them, as in an archive, or none that git reads for this user.
 */
export function listRepositoryFiles(): string[] {
  const list = (...before: string[]): string[] =>
    execFileSync('git', [...before, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .split('\0')
      .filter((file) => file && existsSync(join(root, file)));
  try {
    return list();
  } catch {
    const empty = mkdtempSync(join(tmpdir(), 'latchkey-files-'));
    try {
      execFileSync('git', ['init', '--quiet', empty]);
      return list(`--git-dir=${join(empty, '.git')}`, `--work-tree=${root}`);
    } finally {
      rmSync(empty, { recursive: true });
    }
  }
}
