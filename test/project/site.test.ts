import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { before, describe, test } from 'node:test';
import MiniSearch from 'minisearch';
import { parse } from 'parse5';
import { queryFor, searchOptions, type Section } from '../../demo/site/search-options.js';
import { root } from './stranger.js';

const site = join(root, 'dist/demo');
const folder = join(site, 'docs');
/** The page that may be shown at any address. */
const anywhere = '../404.html';

/** A page of the built site: what it links to, and what can be linked to in it. */
interface Page {
  readonly links: readonly string[];
  readonly ids: readonly string[];
  readonly inlined: readonly string[];
}

interface Node {
  readonly nodeName: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Node[];
  readonly content?: Node;
}

describe('the site', () => {
  const files = new Set<string>();
  const pages = new Map<string, Page>();

  before(() => {
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) files.add(entry);
    for (const file of files)
      if (file.endsWith('.html')) pages.set(file, readPage(readFileSync(join(folder, file), 'utf8')));
    for (const entry of readdirSync(site)) files.add(`../${entry}`);
    for (const file of ['../index.html', anywhere]) pages.set(file, readPage(readFileSync(join(folder, file), 'utf8')));
  });

  test('has a page for each document and each tag', () => {
    const { modules } = JSON.parse(readFileSync(join(root, 'custom-elements.json'), 'utf8')) as {
      modules: { declarations?: { tagName?: string }[] }[];
    };
    const tags = modules.flatMap(({ declarations = [] }) => declarations.flatMap(({ tagName }) => tagName ?? []));
    const documents = ['docs', 'docs/frameworks', 'docs/recipes'].flatMap((path) =>
      readdirSync(join(root, path))
        .filter((file) => file.endsWith('.md'))
        .map((file) =>
          posix
            .join(path, file)
            .replace(/^docs\//, '')
            .replace(/md$/, 'html'),
        ),
    );
    assert.ok(tags.length >= 18 && documents.length >= 30);
    const wanted = [...tags.map((tag) => `elements/${tag}.html`), ...documents, 'index.html', 'endpoints.html'];
    assert.deepEqual(
      wanted.filter((file) => !pages.has(file)),
      [],
    );
  });

  test('links to pages, headings and files that exist', () => {
    const dead = [...pages].flatMap(([file, { links }]) =>
      links.filter((link) => !leadsSomewhere(file, link)).map((link) => `${file}: ${link}`),
    );
    assert.deepEqual(dead, []);
  });

  test('names each heading once on a page', () => {
    const twice = [...pages].flatMap(([file, { ids }]) =>
      ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${file}#${id}`),
    );
    assert.deepEqual(twice, []);
  });

  test('has no inline script and no inline style, which its policy refuses', () => {
    assert.deepEqual(
      [...pages].flatMap(([file, { inlined }]) => inlined.map((one) => `${file}: ${one}`)),
      [],
    );
  });

  test('finds what readers look for, in their words and in those of the code', () => {
    const index = MiniSearch.loadJSON<Section>(readFileSync(join(folder, 'search.json'), 'utf8'), searchOptions);
    for (const [typed, path] of [
      ['quick start', 'first-page.html'],
      ['last_way_in', 'backend.html#errors'],
      ['logout', 'sessions.html#sign-out'],
      ['google', 'federated-sign-in.html'],
      ['customize', 'elements.html#style-the-elements'],
      ['css variables', 'elements.html#style-the-elements'],
      ['theme', 'elements.html#style-the-elements'],
      ['magic link', 'one-time-codes.html'],
      ['next.js', 'frameworks/next.html'],
      ['2fa', 'second-factor.html'],
      ['latch-vault-un', 'elements/latch-vault-unlock.html'],
    ] as const) {
      const found = index.search(queryFor(typed)).slice(0, 8);
      assert.ok(
        found.some((section) => (section['path'] as string).startsWith(path)),
        `${typed}: ${found.map((section) => section['path'] as string).join(', ')}`,
      );
    }
    for (const [typed, path] of [
      ['nextjs', 'frameworks/next.html'],
      ['react', 'frameworks/react.html'],
      ['magic link', 'one-time-codes.html'],
      ['2fa', 'second-factor.html'],
      ['google', 'federated-sign-in.html'],
    ])
      assert.equal(index.search(queryFor(typed!))[0]!['path'], path, `comes first for ${typed}`);
    assert.deepEqual(index.search(queryFor('   ')), []);
  });

  test('lists every page for language models', () => {
    const index = readFileSync(join(folder, 'llms.txt'), 'utf8');
    assert.deepEqual(
      [...pages.keys()].filter((file) => file !== anywhere && !index.includes(`](${file})`)),
      [],
    );
  });

  test('lists every page for search engines, at the address where it is published', () => {
    const map = readFileSync(join(site, 'sitemap.xml'), 'utf8');
    const listed = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => new URL(address!).pathname);
    const paths = [...pages.keys()]
      .filter((file) => file !== anywhere)
      .map((file) => posix.join('/docs', file).replace(/(^|\/)index\.html$/, '$1'));
    assert.deepEqual(listed.sort(), paths.sort());
    assert.match(readFileSync(join(site, 'robots.txt'), 'utf8'), /^Sitemap: http\S+\/sitemap\.xml$/m);
  });

  test('has one header on every page, which leads to the documentation, the studio and the demo', () => {
    const without = [...pages].filter(([file, { links }]) => {
      const reach = (end: string) =>
        links.some(
          (link) => posix.join('/docs', posix.dirname(file), link.replace(/^\//, '/')) === end || link === end,
        );
      return file !== anywhere && !['/docs/index.html', '/index.html#studio', '/home'].every(reach);
    });
    assert.deepEqual(
      without.map(([file]) => file),
      [],
    );
  });

  test('answers the first questions of readers within two clicks from the front page', () => {
    const front = pages.get('../index.html')!;
    for (const path of [
      'why.html',
      'why.html#what-it-costs-you',
      'backend.html',
      'elements.html#style-the-elements',
      'recipes/no-email.html',
      'recipes/installed-ios-app.html',
      'offline.html',
      'security-checklist.html',
      'compare.html',
    ])
      assert.ok(front.links.includes(`docs/${path}`), path);
    assert.ok(front.links.includes('#sizes'));
  });

  test('shows a picture in previews of links', () => {
    const html = readFileSync(join(site, 'index.html'), 'utf8');
    const [, picture] = /<meta property="og:image" content="http[^"]*?\/(docs\/[^"]+)"/.exec(html) ?? [];
    assert.ok(picture && existsSync(join(site, picture)), picture);
    assert.match(html, /<meta property="og:title" content="[^"]+"/);
    assert.match(html, /<meta property="og:description" content="[^"]+"/);
  });

  function leadsSomewhere(from: string, link: string): boolean {
    if (/^(https?:|mailto:)/.test(link)) return true;
    const [path = '', fragment] = link.split('#');
    const target = path === '' ? from : posix.relative('/docs', posix.join('/docs', posix.dirname(from), path));
    // The page for any address links from the root; the demo has pages of its own, without their extension.
    const found = path.startsWith('/') && from === anywhere ? posix.relative('/docs', path) : target;
    const page = path.endsWith('/') ? posix.join(found, 'index.html') : found;
    if ((path.startsWith('/') && from !== anywhere) || !(files.has(page) || files.has(`${page}.html`))) return false;
    return !fragment || !pages.has(target) || pages.get(target)!.ids.includes(fragment) || /[=?]/.test(fragment);
  }
});

function readPage(html: string): Page {
  const page = { links: [] as string[], ids: [] as string[], inlined: [] as string[] };
  const visit = (node: Node): void => {
    const attributes = Object.fromEntries((node.attrs ?? []).map(({ name, value }) => [name, value]));
    if (attributes['id']) page.ids.push(attributes['id']);
    if (attributes['style'] !== undefined) page.inlined.push(`style of ${node.nodeName}`);
    if (['script', 'style'].includes(node.nodeName) && !attributes['src']) page.inlined.push(node.nodeName);
    const address = attributes['href'] ?? attributes['src'];
    // An example is a page of its own, whose links lead into the app that uses it.
    if (address && !node.nodeName.startsWith('latch-')) page.links.push(address);
    for (const child of node.childNodes ?? []) visit(child);
  };
  visit(parse(html) as unknown as Node);
  return page;
}
