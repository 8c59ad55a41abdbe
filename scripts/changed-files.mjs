import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { root } from './run.mjs';

/** More commits than a branch has that somebody asks to merge. */
const commits = 20;
/** What changes how every file is to be written. */
const forAll = ['.prettierrc.json', '.prettierignore', 'package-lock.json'];

/**
 * Lists the files that the last commits and the working tree have changed, or `.`, for all, where something has changed
 * how every file is to be written, or where git does not know so many commits.
 *
 * @returns {string[]} Paths from the root of the repository.
 */
export function listChangedFiles() {
  const git = (...words) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  let names;
  try {
    names = [
      ...git('diff', '--name-only', '-z', `HEAD~${commits}`).split('\0'),
      ...git('ls-files', '--others', '--exclude-standard', '-z').split('\0'),
    ];
  } catch {
    return ['.'];
  }
  const changed = names.filter((name) => name && existsSync(root + name));
  return changed.length === 0 || changed.some((name) => forAll.includes(name)) ? ['.'] : changed;
}
