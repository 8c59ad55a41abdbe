import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { boundaries, checkFloors } from '../../scripts/check-floors.mjs';
import { root } from './stranger.js';

const fixtures = join(import.meta.dirname, 'fixtures');

describe('the floors', () => {
  let files: string[];
  let breaches: string[];
  before(async () => {
    const listed = await readdir(join(fixtures, 'floors'), { recursive: true });
    files = listed.filter((file) => /^(src|server|demo)\/.*\.ts$/.test(file)).sort();
    ({ breaches } = checkFloors(join(fixtures, 'floors')));
  });

  /** A fixture that crosses a boundary is named for it; this one has the name of a file that may. */
  const crosses = (file: string): boolean => /\/imports-|^src\/sign-out\/webauthn/.test(file);

  test('refuse every import that crosses a boundary, and no other', () => {
    assert.deepEqual(
      breaches.map((breach) => breach.split(' ')[0]),
      files.filter(crosses),
    );
  });

  test('have a fixture for each folder that has a boundary', () => {
    const folders = boundaries.map(({ of }) => of.replace('<name>', 'passkey')).filter((of) => of.endsWith('/'));
    assert.deepEqual(
      folders.filter((folder) => !files.some((file) => file.startsWith(folder) && crosses(file))),
      [],
    );
  });

  test('say which import crosses a boundary, and whether it is of a type', () => {
    assert.ok(breaches.includes('src/base/imports-lit-lazily.ts must not import lit'));
    assert.ok(breaches.includes('src/base/imports-a-type-of-lit.ts must not import a type of lit'));
  });

  test('keep Lit out of the framework-free entry', () => {
    assert.deepEqual(checkFloors(join(fixtures, 'framework-in-entry')).breaches, [
      'src/events.ts must not import lit',
      'src/index.ts must not import lit',
    ]);
  });

  test('have no circle: of re-exports, of types or of what is loaded later', () => {
    assert.deepEqual(checkFloors(join(fixtures, 'circles')).breaches, [
      'a circle: src/base/exports-one.ts → src/base/exports-two.ts → src/base/exports-three.ts → src/base/exports-one.ts',
      'a circle: src/base/in-place-one.ts → src/base/in-place-two.ts → src/base/in-place-one.ts',
      'a circle: src/base/itself.ts → src/base/itself.ts',
      'a circle: src/base/lazy-one.ts → src/base/lazy-two.ts → src/base/lazy-one.ts',
      'a circle: src/base/types-one.ts → src/base/types-two.ts → src/base/types-one.ts',
    ]);
  });

  test('refuse a module outside of them', () => {
    assert.deepEqual(checkFloors(join(fixtures, 'no-floor')).breaches, [
      'src/leftovers/bytes.ts is in no folder of the table',
    ]);
  });

  test('do not take an empty project for a clean one', () => {
    assert.deepEqual(checkFloors(join(fixtures, 'empty')).breaches, ['there is no module in src, server/src or demo']);
  });
});

describe('the linter', () => {
  test('refuses a promise that is neither awaited nor handled, in the pages and on the server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-lint-'));
    await cp(join(fixtures, 'lint'), folder, { recursive: true });
    for (const file of ['.oxlintrc.json', 'tsconfig.json', 'tsconfig.node.json'])
      await cp(join(root, file), join(folder, file));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const output = await new Promise<string>((resolve) => {
      const options = ['--type-aware', '--format=json', '--ignore-pattern=node_modules'];
      execFile(join(root, 'node_modules/.bin/oxlint'), options, { cwd: folder }, (_error, stdout) => resolve(stdout));
    });
    await rm(folder, { recursive: true });
    const { diagnostics } = JSON.parse(output) as { diagnostics: { filename: string; code: string }[] };
    assert.deepEqual(diagnostics.map(({ filename, code }) => `${filename}: ${code}`).sort(), [
      'server/src/forgets-a-promise.ts: typescript(no-floating-promises)',
      'src/base/forgets-a-promise.ts: typescript(no-floating-promises)',
    ]);
  });
});
