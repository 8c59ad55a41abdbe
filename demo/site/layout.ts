import { posix } from 'node:path';
import type { Group } from './navigation.js';
import { editLink, escapeHtml, relativeLink } from './markdown.js';
import type { SitePage } from './site-page.js';

/**
 * The policy of every page, for hosts that send no header of their own. It is the one under which the elements promise
 * to run.
 */
const policy = [
  "default-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html latchkey 'allow-duplicates'",
].join('; ');

/** A group of the sidebar with its pages. */
export interface ListedGroup extends Pick<Group, 'title'> {
  readonly pages: readonly SitePage[];
}

/** What a document needs beside its page. */
export interface Surroundings {
  readonly groups: readonly ListedGroup[];
  /** Where the site is published, with a slash at the end: pictures in previews of links need whole addresses. */
  readonly address: string;
  /** Modules that the page needs soon, so that the browser fetches them at once. */
  readonly modules: readonly string[];
}

/** The places of the site that every page leads to. */
const places = [
  { path: 'index.html', title: 'Docs', isOn: (path: string) => !path.startsWith('../') },
  { path: '../index.html#studio', title: 'Studio', isOn: (path: string) => path === '../index.html' },
  { path: '../home', title: 'Demo', isOn: () => false },
];

/** Writes the whole document of a page around its content. */
export function layOut(page: SitePage, content: string, { groups, address, modules }: Surroundings): string {
  const link = (path: string): string =>
    page.isAnywhere ? posix.join('/docs', path).replace(/index\.html$/, '') : relativeLink(page.path, path);
  const order = groups.flatMap(({ pages }) => pages);
  const place = order.findIndex(({ path }) => path === page.path);
  const [previous, next] = [place > 0 ? order[place - 1] : undefined, place === -1 ? undefined : order[place + 1]];
  const isFile = page.source.endsWith('.md');
  const title = page.path === '../index.html' ? page.title : `${page.title} · Latchkey`;
  const head = [
    ...['latchkey/styles.css', 'site.css', ...(page.styles ?? [])].map(
      (style) => `<link rel="stylesheet" href="${link(style)}" />`,
    ),
    ...modules.map((module) => `<link rel="modulepreload" href="${link(module)}" />`),
    ...['site.js', ...(page.scripts ?? [])].map((script) => `<script type="module" src="${link(script)}"></script>`),
  ];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}" />
    <title>${escapeHtml(title)}</title>
    <meta name="description" content="${escapeHtml(page.description)}" />
    <meta property="og:title" content="${escapeHtml(title)}" />
    <meta property="og:description" content="${escapeHtml(page.description)}" />
    <meta property="og:type" content="website" />
    <meta property="og:url" content="${escapeHtml(addressOf(page, address))}" />
    <meta property="og:image" content="${escapeHtml(address)}docs/pictures/card.png" />
    <meta property="og:image:alt" content="A sign-in card beside the lines of CSS that make its look." />
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="${link('favicon.svg')}" type="image/svg+xml" />
    <script src="${link('theme.js')}"></script>
    ${head.join('\n    ')}
  </head>
  <body class="${page.isWide ? 'wide' : 'with-sidebar'}" data-root="${link('index.html').replace(/index\.html$/, '') || './'}">
    <a class="skip" href="#content">Skip to the content</a>
    <header class="top">
      <a class="brand" href="${link('../index.html')}"><img src="${link('favicon.svg')}" alt="" width="28" height="28" />Latchkey</a>
      <nav class="places" aria-label="Site">
        ${places.map(({ path, title: name, isOn }) => `<a href="${link(path)}"${isOn(page.path) ? ' aria-current="true"' : ''}>${name}</a>`).join('\n        ')}
        <a class="repository" href="https://github.com/latchkey/latchkey">GitHub</a>
      </nav>
      <button class="menu" type="button" popovertarget="navigation">Pages</button>
      <search class="search">
        <label class="unseen" for="search">Search the documentation</label>
        <input id="search" type="search" placeholder="Search" autocomplete="off" disabled />
        <div class="results" hidden><p role="status"></p><ul></ul></div>
      </search>
      <label class="theme"><span class="unseen">Theme</span>
        <select disabled><option value="">Auto</option><option value="light">Light</option><option value="dark">Dark</option></select>
      </label>
    </header>
    <nav id="navigation" class="sidebar" aria-label="Pages" popover>
${groups.map((group) => writeGroup(group, page, link)).join('\n')}
    </nav>
    <main id="content" tabindex="-1">
${page.isWide ? content : content.replace('</h1>', `</h1>\n${writeContents(content)}`)}
${
  place === -1
    ? ''
    : `      <footer class="turns">
        <nav aria-label="Previous and next page">
          ${previous ? `<a rel="prev" href="${link(previous.path)}"><span>Previous</span> ${escapeHtml(previous.title)}</a>` : ''}
          ${next ? `<a rel="next" href="${link(next.path)}"><span>Next</span> ${escapeHtml(next.title)}</a>` : ''}
        </nav>
        ${isFile ? `<a class="edit" href="${editLink(page.source)}">Edit this page</a>` : ''}
      </footer>`
}
    </main>
    <footer class="foot">
      <p>Latchkey is free software under the MIT license.</p>
      <nav aria-label="About the project">
        <a href="${link('why.html')}">Why</a>
        <a href="${link('compare.html')}">Compared</a>
        <a href="${link('glossary.html')}">Glossary</a>
        <a href="${link('accessibility.html')}">Accessibility</a>
        <a href="${link('security.html')}">Security</a>
        <a href="${link('changes.html')}">Changes</a>
      </nav>
    </footer>
  </body>
</html>
`;
}

/** The whole address of a page; a folder without the name of its page. */
export function addressOf({ path }: SitePage, address: string): string {
  return address + posix.join('docs', path).replace(/(^|\/)index\.html$/, '$1');
}

/** The sections of a long page; nothing for a page that has few. */
function writeContents(content: string): string {
  const headings = [...content.matchAll(/<h2 id="([^"]*)"[^>]*>(.*?)<\/h2>/gs)];
  if (headings.length < 5) return '';
  const items = headings.map(
    ([, id, heading]) => `<li><a href="#${id}">${heading!.replaceAll(/<\/?(?:a|span)\b[^>]*>/g, '')}</a></li>`,
  );
  return `<details class="contents"><summary>On this page</summary><ul>${items.join('')}</ul></details>`;
}

function writeGroup({ title, pages }: ListedGroup, page: SitePage, link: (path: string) => string): string {
  const isOpen = pages.some(({ path }) => path === page.path);
  const items = pages.map(
    ({ path, title: name }) =>
      `<li><a href="${link(path)}"${path === page.path ? ' aria-current="page"' : ''}>${escapeHtml(name)}</a></li>`,
  );
  return `      <details${isOpen || page.isWide ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>${items.join('')}</ul></details>`;
}
