import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { listRepositoryFiles } from '../support/node/repository-files.js';
import { root } from './stranger.js';

const files = listRepositoryFiles();
const texts = files
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  .filter(({ text }) => !text.includes('\0'));

/** Every line of the repository that `pattern` matches, as `file:line: text`. */
function findLines(pattern: RegExp): string[] {
  return texts.flatMap(({ file, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );
}

describe('the repository', () => {
  test('is read whole', () => {
    assert.ok(files.includes('package.json') && files.length > 50, `only ${files.length} files were listed`);
  });

  test('makes every template of an element with the html that a translation of the page cannot freeze', () => {
    const direct = texts.filter(
      ({ file, text }) =>
        /^src\/(?!base\/element\/html\.ts)/.test(file) && /import \{[^}]*\bhtml\b[^}]*\} from 'lit'/.test(text),
    );
    assert.deepEqual(
      direct.map(({ file }) => file),
      [],
    );
  });

  test('names no absolute path of a developer’s machine', () => {
    assert.deepEqual(findLines(/(^|[\s'"`(=])\/(work|farm|root|tmp|Users)\/[\w.]/), []);
  });

  test('names no package registry', () => {
    assert.deepEqual(findLines(/registry[.](npmjs|yarnpkg)[.]|"resolved": "https?:|npm[.]pkg[.]github/), []);
  });

  test('calls the browser engines by their names', () => {
    assert.deepEqual(findLines(/\bEngine [ABC]\b/), []);
  });

  test('has no folder or file that says nothing about what is inside', () => {
    const vague = /^(utils?|helpers?|common|internal|misc|lib)$/;
    assert.deepEqual(
      files.filter((file) =>
        [...dirname(file).split('/'), basename(file).split('.')[0]!].some((part) => vague.test(part)),
      ),
      [],
    );
  });

  test('leaves nothing for later and no test focused', () => {
    assert.deepEqual(
      findLines(/\b(TODO|FIXME|XXX)\b(?!.*\\b)|\b(describe|it|test)\.only\(/).filter(
        (line) => !line.startsWith('package-lock.json'),
      ),
      [],
    );
  });
});

describe('the build of the container', () => {
  test('gets no settings, secrets or data of the machine that it runs on', () => {
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
    for (const pattern of [
      '.git',
      'data',
      'node_modules',
      '*.env',
      '**/*.env',
      '**/.env*',
      '**/session-secret',
      '**/*.db',
    ])
      assert.ok(ignored.includes(pattern), pattern);
  });
});

describe('the workflows', () => {
  interface Workflow {
    permissions: unknown;
    on: { push?: { tags?: string[] } };
    jobs: Record<
      string,
      {
        strategy?: { matrix: { node: number[] } };
        needs?: string;
        permissions?: Record<string, string>;
        steps: { run?: string; uses?: string }[];
      }
    >;
  }
  const workflows = texts
    .filter(({ file }) => file.startsWith('.github/workflows/'))
    .map(({ file, text }) => ({ file, text, ...(parse(text) as Workflow) }));
  const { scripts, engines, publishConfig } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
    engines: { node: string };
    publishConfig: { provenance: boolean };
  };
  const release = workflows.find(({ file }) => file.endsWith('/release.yml'))!;

  test('run the same commands as a contributor', () => {
    const commands = workflows.flatMap(({ jobs }) =>
      Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? [])),
    );
    assert.ok(commands.includes('npm test'));
    const names = commands.map((command) => /^npm (?:run )?([\w:]+)$/.exec(command)?.[1] ?? command);
    assert.deepEqual(
      names.filter((name) => !(name in scripts)),
      [
        'npm ci --no-audit --no-fund',
        'publish',
        'npm publish --workspace latchkey-server',
        'npm publish --workspace create-latchkey',
      ],
    );
  });

  test('test every version of Node that package.json names', () => {
    const ci = workflows.find(({ file }) => file.endsWith('/ci.yml'))!;
    const majors = [...engines.node.matchAll(/(\d+)\.\d+\.\d+/g)].map(([, major]) => Number(major));
    assert.deepEqual(ci.jobs['test']!.strategy!.matrix.node, majors);
  });

  test('may read the repository and nothing else, but for the job that publishes', () => {
    for (const { permissions } of workflows) assert.deepEqual(permissions, { contents: 'read' });
    const more = workflows.flatMap(({ file, jobs }) =>
      Object.entries(jobs).flatMap(([job, { permissions }]) => (permissions ? [[file, job, permissions]] : [])),
    );
    assert.deepEqual(more, [['.github/workflows/release.yml', 'publish', { contents: 'read', 'id-token': 'write' }]]);
  });

  test('name each action by the hash of a commit, with its version beside it', () => {
    const used = workflows.flatMap(({ text }) => text.split('\n').filter((line) => line.includes('uses:')));
    assert.ok(used.length >= 6);
    assert.deepEqual(
      used.filter((line) => !/uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
      [],
    );
    const versions = new Map<string, Set<string>>();
    for (const line of used) {
      const [, action, rest] = /uses: ([^@]+)@(.*)$/.exec(line)!;
      versions.set(action!, (versions.get(action!) ?? new Set()).add(rest!));
    }
    for (const [action, of] of versions) assert.equal(of.size, 1, action);
  });

  test('publish a tagged version once everything has passed, with a statement of provenance', () => {
    assert.deepEqual(release.on.push!.tags, ['v*']);
    const { needs, permissions, steps } = release.jobs['publish']!;
    assert.equal(publishConfig.provenance, true);
    assert.equal(permissions!['id-token'], 'write');
    assert.deepEqual(
      release.jobs[needs!]!.steps.flatMap(({ run }) => run ?? []),
      ['npm run test:all'],
    );
    assert.deepEqual(steps.flatMap(({ run }) => run ?? []).slice(-4), [
      'npm run release:check',
      'npm publish',
      'npm publish --workspace latchkey-server',
      'npm publish --workspace create-latchkey',
    ]);
  });
});
