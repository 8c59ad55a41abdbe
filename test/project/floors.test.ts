import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkFloors } from '../../scripts/check-floors.mjs';

const root = join(import.meta.dirname, '../..');
const fixtures = join(import.meta.dirname, 'fixtures');

interface Finding {
  filename: string;
  code: string;
}

/** Rules that a file may break although its name tells of another one. */
const expectedRule = (file: string): RegExp =>
  file.includes('cycle') ? /no-cycle/ : file.includes('promise') ? /no-floating-promises/ : /no-restricted-imports/;

const isAllowed = (file: string): boolean => !/(imports|forgets)-|features\/session\/webauthn/.test(file);

/** Lints a copy of the fixtures `name` with the project's own configuration, as if they were the project. */
async function lint(name: string): Promise<{ folder: string; files: string[]; findings: Finding[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-floors-'));
  await cp(join(fixtures, name), folder, { recursive: true });
  for (const file of ['.oxlintrc.json', 'tsconfig.json', 'tsconfig.node.json'])
    await cp(join(root, file), join(folder, file));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const output = await new Promise<string>((resolve) => {
    const options = ['--type-aware', '--format=json', '--ignore-pattern=node_modules'];
    execFile(join(root, 'node_modules/.bin/oxlint'), options, { cwd: folder }, (_error, stdout) => resolve(stdout));
  });
  const { diagnostics } = JSON.parse(output) as { diagnostics: Finding[] };
  const files = (await readdir(folder, { recursive: true })).filter((file) => /^(src|demo)\/.*\.ts$/.test(file));
  return { folder, files, findings: diagnostics };
}

describe('the floors', () => {
  let floors: Awaited<ReturnType<typeof lint>>;
  let entry: Awaited<ReturnType<typeof lint>>;

  before(async () => {
    floors = await lint('floors');
    entry = await lint('framework-in-entry');
  });
  after(() => Promise.all([floors, entry].map(({ folder }) => rm(folder, { recursive: true }))));

  const rulesBroken = (file: string): string[] =>
    floors.findings.filter(({ filename }) => filename === file).map(({ code }) => code);

  test('the linter refuses every import that crosses a boundary', () => {
    const breaches = floors.files.filter((file) => !isAllowed(file));
    assert.ok(breaches.length > 40, `only ${breaches.length} fixtures were found`);
    const missed = breaches.filter((file) => !rulesBroken(file).some((rule) => expectedRule(file).test(rule)));
    assert.deepEqual(missed, []);
  });

  test('the linter accepts what each floor is there to import', () => {
    const allowed = floors.files.filter(isAllowed);
    assert.ok(allowed.length > 20, `only ${allowed.length} fixtures were found`);
    assert.deepEqual(
      allowed.flatMap((file) => rulesBroken(file).map((rule) => `${file}: ${rule}`)),
      [],
    );
  });

  test('the linter keeps Lit out of the framework-free entry', () => {
    const refused = entry.findings
      .filter(({ code }) => /no-restricted-imports/.test(code))
      .map(({ filename }) => filename);
    assert.deepEqual(refused.sort(), ['src/events.ts', 'src/index.ts']);
  });

  test('the module graph shows the same breaches, types and forgotten promises aside', async () => {
    const { breaches } = await checkFloors(floors.folder);
    const graphBreaches = floors.files.filter(
      (file) => file.startsWith('src/') && !isAllowed(file) && !/-type-of-|cycle|promise/.test(file),
    );
    assert.deepEqual(
      graphBreaches.filter((file) => !breaches.some((breach) => breach.startsWith(file))),
      [],
    );
    assert.equal(breaches.length, graphBreaches.length);
  });

  test('a module on no floor is refused', async () => {
    await cp(join(floors.folder, 'src/core/bytes.ts'), join(floors.folder, 'src/helpers/bytes.ts'));
    const { breaches } = await checkFloors(floors.folder);
    assert.ok(breaches.includes('src/helpers/bytes.ts is on no floor'));
  });

  test('an empty project is not taken for a clean one', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'latchkey-empty-'));
    await cp(join(fixtures, 'empty'), empty, { recursive: true });
    const { breaches } = await checkFloors(empty);
    assert.deepEqual(breaches, ['there is no module in src']);
    await rm(empty, { recursive: true });
  });
});
