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

/** Writes the whole document of a page around its content. */
export function layOut(page: SitePage, content: string, groups: readonly ListedGroup[]): string {
  const link = (path: string): string => relativeLink(page.path, path);
  const order = groups.flatMap(({ pages }) => pages);
  const place = order.findIndex(({ path }) => path === page.path);
  const [previous, next] = [place > 0 ? order[place - 1] : undefined, place === -1 ? undefined : order[place + 1]];
  const isFile = page.source.endsWith('.md');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}" />
    <title>${escapeHtml(page.path === 'index.html' ? page.title : `${page.title} · Latchkey`)}</title>
    <meta name="description" content="${escapeHtml(page.description)}" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="${link('favicon.svg')}" type="image/svg+xml" />
    <script src="${link('theme.js')}"></script>
    <link rel="stylesheet" href="${link('latchkey/styles.css')}" />
    <link rel="stylesheet" href="${link('site.css')}" />
    <script type="module" src="${link('site.js')}"></script>
${(page.scripts ?? []).map((script) => `    <script type="module" src="${link(script)}"></script>\n`).join('')}  </head>
  <body class="${page.isWide ? 'wide' : 'with-sidebar'}" data-root="${link('index.html').replace(/index\.html$/, '') || './'}">
    <a class="skip" href="#content">Skip to the content</a>
    <header class="top">
      <a class="brand" href="${link('index.html')}"><img src="${link('favicon.svg')}" alt="" width="28" height="28" />Latchkey</a>
      <button class="menu" type="button" popovertarget="navigation">Pages</button>
      <search class="search">
        <label class="unseen" for="search">Search the documentation</label>
        <input id="search" type="search" placeholder="Search" autocomplete="off" disabled />
        <div class="results" hidden><p role="status"></p><ul></ul></div>
      </search>
      <a class="repository" href="https://github.com/latchkey/latchkey">GitHub</a>
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
  </body>
</html>
`;
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
