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
  engines?: { node?: string };
  optional?: boolean;
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

const oldest = [20, 19, 0];

/**
 * What asks for a newer Node and runs on the oldest too, as every run of the tests on it shows. The last `puppeteer-core` that
 * admits it misses what appears in a shadow root.
 */
const knownAsTooNew = new Set(['node_modules/puppeteer-core', 'node_modules/@puppeteer/browsers']);

/** Whether the oldest Node that is supported satisfies a range of `engines`, in the forms that the lock file has. */
function admitsOldest(range: string): boolean {
  const alternatives = range.replaceAll(/(>=?|<=?|\^|~|=)\s+/g, '$1').split(/\s*\|\|\s*/);
  return alternatives.some((comparators) => comparators.trim().split(/\s+/).every(satisfies));
}

function satisfies(comparator: string): boolean {
  const [, operator = '', version = ''] = /^(>=?|<=?|\^|~|=|)v?(.*)$/.exec(comparator)!;
  const parts = version.split('.').filter((part) => /^\d/.test(part));
  const wanted = [0, 1, 2].map((index) => Number.parseInt(parts[index] ?? '0', 10));
  const order = oldest.map((part, index) => Math.sign(part - wanted[index]!)).find((sign) => sign !== 0) ?? 0;
  if (operator === '>=') return order >= 0;
  if (operator === '>') return order > 0 && (parts.length > 1 || oldest[0] !== wanted[0]);
  if (operator.startsWith('<')) return order < 0 || (operator === '<=' && order === 0);
  const isSame = oldest.slice(0, operator === '^' ? 1 : operator === '~' ? 2 : parts.length);
  return isSame.every((part, index) => part === wanted[index]) && order >= 0;
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

  test('has no package that the oldest supported Node is too old for, so that npm ci warns of none', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Packages };
    const tooNew = Object.entries(packages)
      // Optional ones are left out where they do not fit.
      .filter(([path]) => !knownAsTooNew.has(path))
      .filter(([, { engines, optional }]) => !optional && engines?.node && !admitsOldest(engines.node))
      .map(([path, { engines }]) => `${path} needs ${engines!.node}`);
    assert.deepEqual(tooNew, []);
    for (const range of ['>=18', '^20.19.0 || >=22.12.0', '20 || 22', '>= 0.8', '*', '20.x', '>=14 <21'])
      assert.ok(admitsOldest(range), range);
    for (const range of ['>=22', '^22.20 || ^24.12', '18 || 22', '>=20.20', '<20', '~20.18.0', '>20'])
      assert.ok(!admitsOldest(range), range);
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
