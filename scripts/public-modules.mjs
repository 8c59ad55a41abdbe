// What `package.json#exports` names, each pattern as the files that fit it.
import { readFileSync, readdirSync } from 'node:fs';
import { root } from './run.mjs';

/**
 * Lists the public paths of the package: `[path, target]` as in `package.json#exports`, with one entry for each file in
 * `src` in place of a pattern such as `./define/*`.
 *
 * @returns {[path: string, target: string | { types?: string; default: string }][]}
 */
export function listExports() {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  return Object.entries(exports).flatMap(([path, target]) =>
    path.endsWith('*') ? namesOf(target).map((name) => [fill(path, name), fillTarget(target, name)]) : [[path, target]],
  );
}

/** The names that stand for `*` in a pattern of files in `dist`. */
function namesOf({ default: pattern }) {
  const folder = pattern.replace(/^\.\/dist\/(.*)\*\.js$/, 'src/$1');
  return readdirSync(root + folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name.replace(/\.ts$/, ''))
    .sort();
}

const fill = (pattern, name) => pattern.replace('*', name);

const fillTarget = (target, name) =>
  Object.fromEntries(Object.entries(target).map(([condition, pattern]) => [condition, fill(pattern, name)]));
