import { posix } from 'node:path';
import MarkdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';
import Prism from 'prismjs';
import loadLanguages from 'prismjs/components/index.js';

const repository = 'https://github.com/latchkey/latchkey';

loadLanguages(['typescript', 'tsx', 'bash', 'json', 'yaml', 'http']);

/** What the documents call a language, and what the highlighter calls it. */
const languages: Readonly<Record<string, string>> = {
  'angular-ts': 'typescript',
  console: 'bash',
  html: 'markup',
  sh: 'bash',
  svelte: 'markup',
  ts: 'typescript',
  js: 'javascript',
  vue: 'markup',
};

/** Colors `code` with classes, for the policy of the site allows no style attributes. */
export function highlight(code: string, language: string): string {
  const name = languages[language] ?? language;
  const grammar = Prism.languages[name];
  return grammar ? Prism.highlight(code, grammar, name) : escapeHtml(code);
}

/** A block of code, which the script of the site gives a button to copy it. */
export function codeBlock(code: string, language: string): string {
  return `<div class="code"><pre tabindex="0"><code class="language-${escapeHtml(language || 'text')}">${highlight(code, language)}</code></pre></div>\n`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The anchor of a heading, as GitHub makes it: links work in the repository and on the site. */
export function slugify(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * Reads Markdown of the repository. `pages` has the page of the site for each document; links to other files lead to the
 * repository. The environment of a rendering names the document (`source`) and its page (`path`).
 */
export function createMarkdown(pages: ReadonlyMap<string, string>): MarkdownIt {
  const markdown = new MarkdownIt({ html: true, highlight });
  markdown.use(anchor, {
    slugify,
    permalink: anchor.permalink.headerLink({ safariReaderFix: true }),
    level: [2, 3, 4],
  });
  const { rules } = markdown.renderer;
  rules.fence = (tokens, index) => codeBlock(tokens[index]!.content, tokens[index]!.info.trim().split(/\s/)[0]!);
  rules.table_open = () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n';
  // A column without a name has no header cell: screen readers would announce an empty one.
  rules.th_open = (tokens, index, options, _environment, renderer) => {
    if (tokens[index + 1]!.content === '') tokens[index]!.tag = tokens[index + 2]!.tag = 'td';
    return renderer.renderToken(tokens, index, options);
  };
  rules.table_close = () => '</table></div>\n';
  rules.link_open = (tokens, index, options, environment: { source: string; path: string }, renderer) => {
    const href = tokens[index]!.attrGet('href');
    if (href) tokens[index]!.attrSet('href', resolveLink(href, environment, pages));
    return renderer.renderToken(tokens, index, options);
  };
  return markdown;
}

/** Where a link of a document leads on the site. */
function resolveLink(
  href: string,
  { source, path }: { source: string; path: string },
  pages: ReadonlyMap<string, string>,
): string {
  const inRepository = href.startsWith(`${repository}/blob/main/`);
  if (href.startsWith('#') || (/^[a-z]+:/.test(href) && !inRepository)) return href;
  const [file = '', fragment] = (inRepository ? href.slice(`${repository}/blob/main/`.length) : href).split('#');
  const target = inRepository ? file : posix.join(posix.dirname(source), file);
  const hash = fragment === undefined ? '' : `#${fragment}`;
  const page = pages.get(target);
  if (page === undefined) return `${repository}/blob/main/${target}${hash}`;
  return relativeLink(path, page) + hash;
}

/** A link from one page of the site to another, which works below any address. Paths are relative to `docs`. */
export function relativeLink(from: string, to: string): string {
  const [start, end] = [posix.join('/docs', posix.dirname(from)), posix.join('/docs', to)];
  return posix.relative(start, end) || posix.basename(to);
}

/** Where people edit or read a file of the repository. */
export const editLink = (source: string): string => `${repository}/edit/main/${source}`;
