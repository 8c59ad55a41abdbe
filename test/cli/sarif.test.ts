import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { checkManifest, program, type Outcome } from './run-cli.js';
import { manifest, openSite, page, sound, soundImages } from './site.js';

const root = join(import.meta.dirname, '../..');

/** A manifest with a warning in line 3 that holds what GitHub would take for a command. */
const text = `{
  "name": "Field notes",
  "theme_color": "100%\\n::error::forged",
  "start_url": "/",
  "display": "standalone"
}
`;

interface Sarif {
  runs: Array<{
    tool: { driver: { rules: Array<{ id: string }> } };
    results: Array<{
      ruleId: string;
      level: string;
      message: { text: string };
      locations: Array<{
        physicalLocation: {
          artifactLocation: { uri: string };
          region?: { startLine: number; startColumn: number };
        };
      }>;
    }>;
  }>;
}

const readResults = (stdout: string): Sarif['runs'][0]['results'] => (JSON.parse(stdout) as Sarif).runs[0]!.results;

describe('check-manifest --sarif', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-sarif-'));
    await writeFile(join(folder, 'app.webmanifest'), text);
  });
  after(() => rm(folder, { recursive: true }));

  test('prints each finding with its rule, level and place', async () => {
    const { code, stdout, stderr } = await checkManifest(join(folder, 'app.webmanifest'), '--sarif');
    assert.deepEqual([code, stderr], [1, '']);
    const color = readResults(stdout).find(({ ruleId }) => ruleId === 'invalid-color')!;
    const { artifactLocation, region } = color.locations[0]!.physicalLocation;
    assert.equal(color.level, 'warning');
    assert.match(color.message.text, /^"theme_color" is .*\nFix: such as "#336699"$/s);
    assert.match(artifactLocation.uri, /^file:\/\/\/.*\/app\.webmanifest$/);
    assert.deepEqual(region, { startLine: 3, startColumn: 18 });
  });

  test('lists every rule that a finding breaks, once', async () => {
    const { stdout } = await checkManifest(join(folder, 'app.webmanifest'), '--sarif');
    const { tool } = (JSON.parse(stdout) as Sarif).runs[0]!;
    const broken = new Set(readResults(stdout).map(({ ruleId }) => ruleId));
    assert.deepEqual(
      tool.driver.rules.map(({ id }) => id),
      [...broken],
    );
    assert.ok(broken.size > 1);
  });

  test('names the URL of the text that a finding is about', async () => {
    const site = await openSite({
      '/': page('<link rel="manifest" href="/app.webmanifest"><meta name="theme-color" content="sky">'),
      '/app.webmanifest': manifest(JSON.parse(text) as object),
    });
    const { stdout } = await checkManifest(`${site.origin}/`, '--sarif');
    await site.close();
    const uriOf = (rule: string): string | undefined =>
      readResults(stdout).find(({ ruleId }) => ruleId === rule)?.locations[0]!.physicalLocation.artifactLocation.uri;
    assert.equal(uriOf('invalid-color'), `${site.origin}/app.webmanifest`);
    assert.equal(uriOf('theme-color-invalid'), `${site.origin}/`);
  });

  test('cannot be combined with --json', async () => {
    const { code, stderr } = await checkManifest('app.webmanifest', '--sarif', '--json');
    assert.equal(code, 2);
    assert.match(stderr, /^Choose one of --json and --sarif\.\nSee latchkey check-manifest --help/);
  });
});

interface Action {
  inputs: Record<string, { default?: string }>;
  runs: { steps: Array<{ run: string; env: Record<string, string> }> };
}

const skipWithoutBash = spawnSync('bash', ['-c', ':']).status === 0 ? false : 'There is no bash on this machine.';

describe('action.yml', { concurrency: true, skip: skipWithoutBash }, () => {
  let folder: string;
  let action: Action;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-action-'));
    action = parse(await readFile(join(root, 'action.yml'), 'utf8')) as Action;
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    await mkdir(join(folder, 'public'));
    await writeFile(join(folder, 'public/my app.webmanifest'), text);
    // npx as it is once the package is published: it runs the program of the version that is named.
    await mkdir(join(folder, 'bin'));
    await writeFile(
      join(folder, 'bin/npx'),
      `#!/bin/sh\n[ "$1 $2" = "--yes latchkey@${version}" ] || exit 9\nshift 2\nexec "$NODE" "$PROGRAM" "$@"\n`,
    );
    await chmod(join(folder, 'bin/npx'), 0o755);
  });
  after(() => rm(folder, { recursive: true }));

  /** Runs the steps of the action as a runner does, in the folder of the project. */
  async function runAction(given: Record<string, string>): Promise<Outcome> {
    const [{ run, env }] = action.runs.steps as [Action['runs']['steps'][0]];
    const inputs = Object.entries(env).map(([name, expression]) => {
      const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression)![1]!;
      assert.ok(input in action.inputs, input);
      return [name, given[input] ?? action.inputs[input]!.default ?? ''];
    });
    const { NODE_TEST_CONTEXT: _context, FORCE_COLOR: _color, PATH, ...inherited } = process.env;
    const environment = {
      ...inherited,
      PATH: `${join(folder, 'bin')}${delimiter}${PATH}`,
      GITHUB_ACTION_PATH: root,
      NODE: process.execPath,
      PROGRAM: program,
      ...(Object.fromEntries(inputs) as Record<string, string>),
    };
    return new Promise((resolve) => {
      execFile('bash', ['-e', '-c', run], { cwd: folder, env: environment }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
      );
    });
  }

  test('annotates the line of each finding, writes the SARIF file and fails on errors', async () => {
    const { code, stdout } = await runAction({ target: 'public/my app.webmanifest', 'sarif-file': 'found.sarif' });
    assert.equal(code, 1, stdout);
    assert.match(
      stdout,
      /^::warning file=public\/my app\.webmanifest,line=3,col=18,title=invalid-color::"theme_color"/m,
    );
    assert.match(stdout, /^::error file=public\/my app\.webmanifest,line=1,col=1,title=[\w-]+::/m);
    const results = readResults(await readFile(join(folder, 'found.sarif'), 'utf8'));
    assert.equal(stdout.match(/^::/gm)?.length, results.length);
  });

  test('lets no text of a manifest issue a command, and fails on no finding if so configured', async () => {
    const { code, stdout } = await runAction({ target: 'public/my app.webmanifest', 'fail-on': 'never' });
    assert.equal(code, 0);
    assert.match(stdout, /100%25/);
    assert.doesNotMatch(stdout, /^::error::forged/m);
  });

  for (const target of [
    'public/my app.webmanifest\n::error::forged',
    '::error::forged',
    '##[error]forged',
    '\r::stop-commands::forged',
  ])
    test(`lets its target issue no command: ${JSON.stringify(target)}`, async () => {
      await mkdir(join(folder, dirname(target)), { recursive: true });
      await writeFile(join(folder, target), text);
      const { stdout } = await runAction({ target, 'fail-on': 'never' });
      assert.match(stdout, /^::warning file=/m);
      for (const line of stdout.split(/[\r\n]/)) {
        assert.doesNotMatch(line, /^\s*::(?!(?:error|warning|notice) file=)/);
        if (!line.startsWith('::')) assert.doesNotMatch(line, /##\[/);
      }
    });

  test('shows brackets in annotations as they are', async () => {
    await writeFile(join(folder, 'brackets.webmanifest'), text.replace('100%', '\\\\[x](//evil.example)'));
    const { stdout } = await runAction({ target: 'brackets.webmanifest', 'fail-on': 'never' });
    assert.match(stdout, /^::warning .*invalid-color::.*[^\\]\\\\\[x\]\(\/\/evil/m);
  });

  test('annotates a published manifest without a file, and fails on warnings if so configured', async () => {
    const site = await openSite({
      ...soundImages,
      '/': page('<link rel="manifest" href="/app.webmanifest">'),
      '/app.webmanifest': manifest({ ...sound, theme_color: 'sky' }),
    });
    const { code, stdout } = await runAction({ target: `${site.origin}/`, 'fail-on': 'warning' });
    await site.close();
    assert.equal(code, 1);
    assert.match(stdout, /^::warning title=invalid-color::/m);
    assert.doesNotMatch(stdout, /^::error/m);
  });

  const wrong: Array<[Record<string, string>, RegExp]> = [
    [{ target: 'public/my app.webmanifest', 'fail-on': 'always' }, /^::error::fail-on must be .* not always\.$/m],
    [{ target: '--help', 'fail-on': 'never' }, /^::error::The file --help does not exist\.$/m],
  ];
  for (const [inputs, complaint] of wrong)
    test(`fails on ${JSON.stringify(inputs)} and says why`, async () => {
      const { code, stdout } = await runAction(inputs);
      assert.equal(code, 2);
      assert.match(stdout, complaint);
    });
});
