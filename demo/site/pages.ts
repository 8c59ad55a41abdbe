import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { shipped } from '../../src/messages/shipped.js';
import { readDeclarations, type Declaration } from './custom-elements.js';
import { writeElementPage } from './element-page.js';
import { writeEndpointPage } from './endpoint-page.js';
import type { ListedGroup } from './layout.js';
import { writeInspectPage, writeMemberPage } from './manifest-pages.js';
import { createMarkdown } from './markdown.js';
import { groups } from './navigation.js';
import type { SitePage } from './site-page.js';
import { writeFrontPage } from './front-page.js';
import { writeMissingPage } from './missing-page.js';
import { writeStartPage } from './start-page.js';

const ownFiles: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'changes.html',
  'SECURITY.md': 'security.html',
  'ARCHITECTURE.md': 'architecture.html',
  'CONTRIBUTING.md': 'contributing.html',
};

/** Every page of the site, from the repository at `root`, which ends in a slash; and the groups of the sidebar. */
export function collectPages(root: string): {
  pages: SitePage[];
  /** The page that is shown in place of one that does not exist. */
  missing: SitePage;
  sidebar: ListedGroup[];
  render: Render;
} {
  const read = (file: string): string => readFileSync(root + file, 'utf8');
  const folders = ['docs', 'docs/frameworks', 'docs/recipes'];
  const documents = [...folders.flatMap((folder) => list(root, folder)), ...Object.keys(ownFiles)];
  const places = new Map([
    ...documents.map((file) => [file, ownFiles[file] ?? file.replace(/^docs\//, '').replace(/md$/, 'html')] as const),
    ['README.md', 'index.html'],
    ['contract/openapi.yaml', 'endpoints.html'],
  ]);
  const markdown = createMarkdown(places);
  const render: Render = (text, source, path) => markdown.render(text, { source, path });
  const declarations = readDeclarations(`${root}custom-elements.json`);
  const languages = ['en', ...Object.keys(shipped)];

  const generated: SitePage[] = [
    describe('endpoints', 'endpoints.html', writeEndpointPage(`${root}contract/openapi.yaml`)),
    describe('members', 'manifest-members.html', writeMemberPage()),
    {
      source: 'inspect',
      path: 'inspect.html',
      title: 'Inspect a manifest',
      description: 'What each browser engine makes of a web app manifest.',
      text: writeInspectPage(),
      isHtml: true,
      scripts: ['inspect.js'],
    },
    ...declarations.map((declaration) => describeTag(declaration, languages, read, render)),
  ];
  const pages = [...documents.map((file) => describe(file, places.get(file)!, read(file))), ...generated];
  const front: SitePage = {
    source: 'front',
    path: '../index.html',
    title: 'Latchkey: sign-in, as HTML tags',
    description: 'Custom elements for passkeys, passwords, providers, codes, a vault and sign-out, for any backend.',
    text: writeFrontPage(languages, read('docs/figures.md')),
    isHtml: true,
    isWide: true,
    styles: ['studio.css'],
    scripts: ['studio.js'],
  };
  const start: SitePage = {
    source: 'start',
    path: 'index.html',
    title: 'Documentation',
    description: 'Guides, every tag with a live example, the contract of the backend, and the figures.',
    text: writeStartPage(declarations),
    isHtml: true,
    isWide: true,
    scripts: ['playground.js'],
  };
  const missing: SitePage = {
    source: 'missing',
    path: '../404.html',
    title: 'This page does not exist',
    description: 'Nothing is at this address.',
    text: writeMissingPage(),
    isHtml: true,
    isWide: true,
    isAnywhere: true,
  };
  return { pages: [front, start, ...pages], missing, sidebar: group(pages), render };
}

/** Renders Markdown of the file `source` for the page `path`. */
export type Render = (markdown: string, source: string, path: string) => string;

function list(root: string, folder: string): string[] {
  return readdirSync(root + folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => `${folder}/${file}`);
}

/** A page of Markdown: its title is the first heading, its description the first paragraph. */
function describe(source: string, path: string, text: string): SitePage {
  const title = /^# (.*)$/m.exec(text)?.[1];
  if (!title) throw new Error(`${source} has no heading of level 1`);
  const paragraph = /^(?![#|>`<-])\S[^\n]*(?:\n\S[^\n]*)*/m.exec(text.replace(/^# .*$/m, ''))?.[0] ?? title;
  const plain = paragraph.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
  const [sentence = plain] = plain.replaceAll(/\s+/g, ' ').split(/(?<=\.)\s/);
  return { source, path, title, description: sentence, text };
}

function describeTag(
  declaration: Declaration,
  languages: readonly string[],
  read: (file: string) => string,
  render: Render,
): SitePage {
  const path = `elements/${declaration.tagName}.html`;
  const text = writeElementPage(declaration, {
    languages,
    read,
    render: (markdown, source) => render(markdown, source, path),
  });
  const [sentence = ''] = declaration.description
    .replaceAll(/\s+/g, ' ')
    .replaceAll('`', '')
    .split(/(?<=\.)\s/);
  return {
    source: `elements/${declaration.tagName}`,
    path,
    title: declaration.tagName,
    description: sentence,
    text,
    isHtml: true,
    scripts: ['playground.js'],
  };
}

/** Sorts the pages into the groups of the sidebar; what no group names follows in the last one. */
function group(pages: readonly SitePage[]): ListedGroup[] {
  const rest = new Set(pages);
  const listed = groups.map(({ title, pages: wanted }) => ({
    title,
    pages: wanted.flatMap((name) => {
      const found = [...rest].filter(({ source }) =>
        name.endsWith('/*') ? source.startsWith(name.slice(0, -1)) : source === name,
      );
      for (const page of found) rest.delete(page);
      return found;
    }),
  }));
  listed.at(-1)!.pages.push(...rest);
  return listed.filter(({ pages: some }) => some.length > 0);
}

/** The whole documentation for language models: a list of the pages, and their text. */
export function writeForModels(pages: readonly SitePage[]): { index: string; full: string } {
  const documents = pages.filter(({ isHtml }) => !isHtml);
  const index = `# Latchkey

> Sign-in for installed web apps, as HTML tags: custom elements over any backend that implements a small documented contract.

## Pages

${pages.map(({ path, title, description }) => `- [${title}](${path}): ${description}`).join('\n')}
`;
  const full = documents.map(({ text, path }) => `<!-- ${basename(path)} -->\n\n${text.trim()}\n`).join('\n\n');
  return { index, full };
}
