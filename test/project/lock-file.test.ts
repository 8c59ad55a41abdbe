import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from './stranger.js';

type Packages = Record<string, Entry>;

interface Entry {
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** One sentence for each thing that keeps a lock file from being installed on every platform and from every registry. */
function findProblems(packages: Packages): string[] {
  const own = new Set(Object.values(packages).flatMap(({ link, resolved }) => (link ? [resolved] : [])));
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...(path && !own.has(path) && !entry.link && !entry.integrity ? [`${path} has no integrity hash`] : []),
    ...(entry.resolved && !entry.link ? [`${path} names the address it came from`] : []),
    ...Object.keys({ ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies })
      .filter((name) => !isResolvable(packages, path, name))
      .map((name) => `${path || 'the package'} needs ${name}, which is not in the lock file`),
  ]);
}

/** Looks `name` up as Node does: in the folder of `path`, then in each folder above it. */
function isResolvable(packages: Packages, path: string, name: string): boolean {
  if (packages[`${path ? `${path}/` : ''}node_modules/${name}`]) return true;
  return path !== '' && isResolvable(packages, path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name);
}

describe('the lock file', () => {
  for (const { file, least } of [
    { file: 'package-lock.json', least: 100 },
    { file: 'bench/peers/package-lock.json', least: 20 },
    { file: 'bench/builders/package-lock.json', least: 20 },
  ])
    test(`${file} installs on every platform and from every registry`, () => {
      const lock = JSON.parse(readFileSync(join(root, file), 'utf8')) as { packages: Packages };
      assert.ok(Object.keys(lock.packages).length > least);
      assert.deepEqual(findProblems(lock.packages), []);
    });

  test('is refused when a package that another one needs is missing from it', () => {
    const packages = {
      '': { dependencies: { lit: '3.3.3' } },
      'node_modules/lit': { integrity: 'sha512-A', optionalDependencies: { fsevents: '2' } },
    };
    assert.deepEqual(findProblems(packages), ['node_modules/lit needs fsevents, which is not in the lock file']);
  });

  test('is refused when a package has no integrity hash or names the address it came from', () => {
    const packages = { '': { dependencies: {} }, 'node_modules/lit': { resolved: 'https://example.org/lit.tgz' } };
    assert.deepEqual(findProblems(packages), [
      'node_modules/lit has no integrity hash',
      'node_modules/lit names the address it came from',
    ]);
  });

  test('names the folder of a package of this repository, which has no integrity hash', () => {
    const packages = { '': {}, 'node_modules/a': { resolved: 'a', link: true }, a: { dependencies: { b: '1' } } };
    assert.deepEqual(findProblems(packages), ['a needs b, which is not in the lock file']);
  });

  test('may hold a package in a folder above the one that needs it', () => {
    const packages = {
      '': {},
      'node_modules/a': { integrity: 'sha512-A' },
      'node_modules/a/node_modules/b': { integrity: 'sha512-B', dependencies: { c: '1' } },
      'node_modules/c': { integrity: 'sha512-C' },
    };
    assert.deepEqual(findProblems(packages), []);
  });
});
