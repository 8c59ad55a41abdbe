import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkPages, checkTypes, extractSnippets, listDocuments, type Snippet } from './snippets.js';
import { createStranger, root, type Stranger } from './stranger.js';
import mutations from '../mutations/mutations.json' with { type: 'json' };
import { providerFaults } from '../../src/conformance/index.js';
import { runsEverything, testInFullRuns } from '../support/node/quick.js';

const fixtures = 'test/project/fixtures/snippets';

async function readSnippets(file: string): Promise<Snippet[]> {
  return extractSnippets(await readFile(join(root, file), 'utf8'), file);
}

let stranger: Stranger;
before(async () => {
  stranger = await createStranger();
});
after(() => stranger.remove());

describe('the documents', () => {
  const documents = listDocuments().filter((file) => !file.startsWith('test/'));

  test('begin with a README that shows a complete page', async () => {
    assert.ok(documents.includes('README.md'), 'there is no README.md');
    const pages = (await readSnippets('README.md')).filter(({ language }) => language === 'html');
    assert.ok(pages.length > 0, 'README.md shows no page');
  });

  test('show pages and programs that are complete', async () => {
    const snippets = (await Promise.all(documents.map(readSnippets))).flat();
    const partial = snippets.filter(({ language, text }) => language === 'html' && !/^<!doctype html>/i.test(text));
    assert.deepEqual(
      partial.map(({ place }) => place),
      [],
    );
  });

  test('show programs that compile against the published package', async () => {
    const snippets = (await Promise.all(documents.map(readSnippets))).flat();
    assert.deepEqual(await checkTypes(snippets, stranger), []);
  });

  test('show pages that build and run with the published package', async () => {
    const chosen = runsEverything ? documents : ['README.md'];
    const snippets = (await Promise.all(chosen.map(readSnippets))).flat();
    assert.deepEqual(await checkPages(snippets, stranger), []);
  });

  test('name tests that exist in the security checklist, and every requirement once', async () => {
    const text = await readFile(join(root, 'docs/security-checklist.md'), 'utf8');
    const named = [...text.matchAll(/`(test\/[^`]+)` “([^”]+)”/g)];
    assert.ok(named.length > 60, `only ${named.length} tests are named`);
    const gone: string[] = [];
    for (const [, file, title] of named) {
      const tests = await readFile(join(root, file!), 'utf8').catch(() => '');
      if (!tests.includes(title!)) gone.push(`${file}: ${title}`);
    }
    assert.deepEqual(gone, []);
    const ids = [...text.matchAll(/^\| (\d+\.\d+\.\d+) +\|/gm)]
      .map(([, id]) => id!)
      .filter((id) => !id.startsWith('2.'));
    const counts: Record<string, number> = {};
    for (const id of ids) counts[id.split('.')[0]!] = (counts[id.split('.')[0]!] ?? 0) + 1;
    assert.deepEqual(counts, { '6': 47, '7': 19, '10': 36 });
    assert.equal(new Set(ids).size, ids.length);
  });

  test('name a test in the security checklist only where a broken rule shows that it notices', async () => {
    const [asvs, rfc9700] = (await readFile(join(root, 'docs/security-checklist.md'), 'utf8')).split('## RFC 9700');
    const rowsIn = (text: string, prefix: string): { id: string; row: string }[] =>
      [...text.matchAll(/^\| ([\d.]+) +\|.*$/gm)].map(([row, id]) => ({ id: `${prefix}${id}`, row }));
    const unproven = [...rowsIn(asvs!, 'asvs-'), ...rowsIn(rfc9700!, 'asvs-rfc9700-')].filter(({ id, row }) => {
      const files = [...row.matchAll(/`(test\/[^`]+\.test\.ts)` “/g)].map(([, file]) => file!);
      const words = mutations.filter((one) => one.id === id || one.id.startsWith(`${id}-`)).flatMap((one) => one.words);
      return files.length > 0 && !files.some((file) => words.some((word) => file.includes(word)));
    });
    assert.deepEqual(
      unproven.map(({ id }) => id),
      [],
    );
  });

  test('name files that exist', async () => {
    const gone: string[] = [];
    const current = documents.filter((file) => !/^docs\/decisions\/|^CHANGELOG/.test(file));
    for (const document of current)
      for (const [, path] of (await readFile(join(root, document), 'utf8')).matchAll(
        /`((?:bench|contract|demo|docs|scripts|src|test)\/[\w/.-]+\.\w+)`/g,
      ))
        if (!existsSync(join(root, path!))) gone.push(`${document}: ${path}`);
    assert.deepEqual(gone, []);
  });

  test('link to files and headings that exist', async () => {
    const withoutCode = async (file: string): Promise<string> =>
      (await readFile(join(root, file), 'utf8')).replace(/^```[\s\S]*?^```$/gm, '');
    const findAnchors = (text: string): string[] =>
      [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
        heading!
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s_-]/gu, '')
          .replaceAll(' ', '-'),
      );
    const dead: string[] = [];
    for (const document of documents) {
      for (const [, link] of (await withoutCode(document)).matchAll(
        /\]\((?!(?!https:\/\/github\.com\/latchkey\/)https?:|mailto:)([^)\s]+)/g,
      )) {
        const [path, anchor] = link!.split('#');
        const inRepository = /^https:\/\/github\.com\/latchkey\/latchkey\/blob\/main\/(.*)$/.exec(path!)?.[1];
        const target = inRepository ?? (path ? join(dirname(document), path) : document);
        if (!existsSync(join(root, target))) dead.push(`${document}: ${link}`);
        else if (anchor && !findAnchors(await withoutCode(target)).includes(anchor)) dead.push(`${document}: ${link}`);
      }
    }
    assert.deepEqual(dead, []);
  });
});

describe('the table of frameworks', () => {
  test('was written for the versions of the apps in demo/frameworks, with nothing that failed', async () => {
    const page = await readFile(join(root, 'docs/frameworks.md'), 'utf8');
    const rows = [...page.matchAll(/^\| (.+?) (\d+\.\d+\.\d+) +\| (yes .*)\|$/gm)];
    const written = rows.map(([, name, version]) => `${name} ${version}`);
    const versions = await Promise.all(
      [
        ['React', 'react', 'react'],
        ['React', 'react-18', 'react'],
        ['Next', 'next', 'next'],
        ['Vue', 'vue', 'vue'],
        ['Svelte', 'svelte', 'svelte'],
        ['Solid', 'solid', 'solid-js'],
        ['Angular', 'angular', '@angular/core'],
      ].map(async ([name, folder, dependency]) => {
        const description = await readFile(join(root, `demo/frameworks/${folder}/package.json`), 'utf8');
        const { dependencies } = JSON.parse(description) as { dependencies: Record<string, string> };
        return `${name} ${dependencies[dependency!]}`;
      }),
    );
    assert.deepEqual(written, versions);
    for (const [, name, , cells] of rows) assert.doesNotMatch(cells!, /\bno\b/, name);
  });
});

describe('the page on hostile providers', () => {
  test('has a row for every fault with its report, and Latchkey passes them all', async () => {
    const page = await readFile(join(root, 'docs/hostile-providers.md'), 'utf8');
    const rows = [...page.matchAll(/^\| .+ \(`([\w-]+)`\) \| \[[^\]]+\]\((.+?)\) \| ([\w ]+) \|/gm)];
    assert.deepEqual(
      rows.map(([, name, report, outcome]) => [name, report, outcome]),
      Object.entries(providerFaults).map(([name, { report }]) => [name, report, 'passes']),
    );
  });
});

describe('the page on accessibility', () => {
  const read = (file: string) => readFile(join(root, file), 'utf8');
  const rowsOf = (text: string) =>
    text
      .split('\n')
      .filter((line) => /^\| (?!-|\w+ +\| (?:promise|file) )/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));

  test('has a section for every element, with its name, keyboard, announcements and limits', async () => {
    const text = await read('docs/accessibility.md');
    const { modules } = JSON.parse(await read('custom-elements.json')) as {
      modules: { declarations?: { tagName?: string }[] }[];
    };
    const tags = new Set(
      modules.flatMap(({ declarations = [] }) => declarations.flatMap(({ tagName }) => tagName ?? [])),
    );
    assert.ok(tags.size >= 16, `only ${tags.size} elements were found`);
    for (const tag of tags) {
      const section = text.split(/^## /m).find((part) => part.startsWith(`${tag}\n`));
      assert.ok(section, `docs/accessibility.md has no section on ${tag}`);
      const subjects = rowsOf(section).map(([, subject]) => subject);
      for (const subject of ['name', 'keyboard', 'announced', 'limits'])
        assert.ok(subjects.includes(subject), `the section on ${tag} has no row "${subject}"`);
    }
  });

  test('names for each promise a test that exists', async () => {
    const [promises = '', list = ''] = (await read('docs/accessibility.md')).split('## The tests\n');
    const tests = rowsOf(list);
    assert.ok(tests.length > 30, `only ${tests.length} tests are listed`);
    for (const [, , file = '', title = ''] of tests)
      assert.ok((await read(file.replaceAll('`', ''))).includes(title), `${file} has no test "${title}"`);
    const numbers = tests.map(([, number]) => number);
    const rows = rowsOf(promises).filter((cells) => !cells.includes('tests'));
    assert.ok(rows.length > 60, `only ${rows.length} promises were found`);
    for (const cells of rows)
      for (const number of cells.at(-2)!.split(', '))
        assert.ok(numbers.includes(number), `"${cells[2]}" names test "${number}", which is not in the list`);
  });
});

describe('the conformance report', () => {
  test('judges each criterion of WCAG 2.2 of levels A and AA once, by tests that the page on accessibility lists', async () => {
    const [report, page] = await Promise.all(
      ['accessibility-conformance-report.md', 'accessibility.md'].map((file) =>
        readFile(join(root, 'docs', file), 'utf8'),
      ),
    );
    const rows = [...report!.matchAll(/^\| (\d\.\d+\.\d+) [^|]+\| ([\w ]+?) +\|(.*)\|$/gm)];
    const criteria = rows.filter(([, number]) => /^[1-4]\.[1-6]\.\d+$/.test(number!) && !number!.startsWith('4.2.'));
    assert.equal(criteria.length, 31 + 24);
    assert.equal(new Set(criteria.map(([, number]) => number)).size, 31 + 24);
    const listed = new Set([...page!.matchAll(/^\| (\d+) /gm)].map(([, number]) => number));
    for (const [, number, level, remark] of criteria) {
      assert.ok(
        ['Supports', 'Partially Supports', 'Does Not Support', 'Not Applicable'].includes(level!),
        `${number} is "${level}"`,
      );
      for (const [, tests] of remark!.matchAll(/\((\d+(?:, \d+)*)\)/g))
        for (const test of tests!.split(', ')) assert.ok(listed.has(test), `${number} names test ${test}`);
    }
  });
});

describe('the check of the snippets', () => {
  testInFullRuns('accepts pages and programs that hold', async () => {
    const snippets = await readSnippets(`${fixtures}/sound.md`);
    assert.equal(snippets.length, 4);
    assert.deepEqual(await checkTypes(snippets, stranger), []);
    assert.deepEqual(await checkPages(snippets, stranger), []);
  });

  testInFullRuns('refuses each page that does not build, run or define its tags', async () => {
    const complaints = await checkPages(await readSnippets(`${fixtures}/broken.md`), stranger);
    assert.equal(complaints.length, 4, complaints.join('\n'));
    assert.match(complaints[0]!, /broken\.md:5 cannot be built: .*no-such-element/s);
    assert.match(complaints[1]!, /broken\.md:19 does not define <latch-passkey-button>/);
    assert.match(complaints[2]!, /broken\.md:33 throws: .*null/);
    assert.match(complaints[3]!, /broken\.md:47 does not define <latch-passkey-button>/);
  });

  testInFullRuns('refuses a program that uses what the package does not export', async () => {
    const complaints = await checkTypes(await readSnippets(`${fixtures}/broken.md`), stranger);
    assert.equal(complaints.length, 1, complaints.join('\n'));
    assert.match(complaints[0]!, /broken\.md:62.*noSuchVerb/);
  });
});
