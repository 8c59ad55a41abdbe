import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { root } from './stranger.js';

const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
const files = listed.split('\0').filter((file) => file && existsSync(join(root, file)));
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

  test('names no absolute path of somebody’s machine', () => {
    assert.deepEqual(findLines(/(^|[\s'"`(=])\/(work|farm|root|tmp|Users)\/[\w.]/), []);
  });

  test('speaks plain English to users: in the README, the docs, the sentences of elements and findings, and the demo', () => {
    const read =
      /^(README|SECURITY|CONTRIBUTING)\.md|^docs\/(?!decisions\/|figures)[^:]*\.md|^src\/elements\/messages\/(en\/|manifest)|^src\/manifest\/finding-codes|^demo\/[^/]*\.html/;
    const stiff =
      /\b(nobody|somebody|whoever|by itself|comes to nothing|goes with no|belongs into|begin(s|ning)? anew|start anew|occasion to|in the meanwhile|has got|hand(s|ed)? out|leaves? (the|a) \w+ away|let(s|ting)? go of|what .* has not got)\b/i;
    assert.deepEqual(
      findLines(stiff).filter((line) => read.test(line)),
      [],
    );
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

describe('the workflows', () => {
  interface Workflow {
    permissions: unknown;
    jobs: Record<string, { strategy?: { matrix: { node: number[] } }; steps: { run?: string }[] }>;
  }
  const workflows = texts
    .filter(({ file }) => file.startsWith('.github/workflows/'))
    .map(({ file, text }) => ({ file, ...(parse(text) as Workflow) }));
  const { scripts, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
    engines: { node: string };
  };

  test('run the same commands as a contributor', () => {
    const commands = workflows.flatMap(({ jobs }) =>
      Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? [])),
    );
    assert.ok(commands.includes('npm test'));
    const names = commands.map((command) => /^npm (?:run )?([\w:]+)$/.exec(command)?.[1] ?? command);
    assert.deepEqual(
      names.filter((name) => !(name in scripts)),
      [],
    );
  });

  test('test every version of Node that package.json names', () => {
    const ci = workflows.find(({ file }) => file.endsWith('/ci.yml'))!;
    const majors = [...engines.node.matchAll(/(\d+)\.\d+\.\d+/g)].map(([, major]) => Number(major));
    assert.deepEqual(ci.jobs['test']!.strategy!.matrix.node, majors);
  });

  test('may read the repository and nothing else', () => {
    for (const { permissions } of workflows) assert.deepEqual(permissions, { contents: 'read' });
  });
});
