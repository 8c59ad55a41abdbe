import { listHeadTags, type HeadTag } from '../site/build-head.js';
import type { ProcessedResult } from '../types.js';

/**
 * Takes the page's own link to a manifest out, so that the bundler does not take the manifest for a file like any
 * other. What it says in `crossorigin` has to be said by the one in its place.
 */
export function dropManifestLinks(html: string): { html: string; crossorigin: string | undefined } {
  const links: string[] = [];
  const rest = html.replace(
    /[ \t]*<link\b[^>]*\srel\s*=\s*(?:"manifest"|'manifest'|manifest(?=[\s>]))[^>]*>\r?\n?/gi,
    (link: string) => {
      links.push(link);
      return '';
    },
  );
  const attribute = /\scrossorigin(?:\s*=\s*["']?([\w-]*)|(?=[\s/>]))/i.exec(links[0] ?? '');
  return { html: rest, crossorigin: attribute ? (attribute[1] ?? '') : undefined };
}

/**
 * The tags in a page's head for its manifest, without those that the page has already.
 *
 * @param options.prefix What comes before an address on the origin of the app: nothing, or the way from the page to the
 *   root of an app that does not know where it will be.
 * @param options.crossorigin The `crossorigin` of the link to the manifest.
 */
export function listMissingTags(
  html: string,
  processed: ProcessedResult,
  { prefix = '', crossorigin }: { prefix?: string; crossorigin?: string | undefined } = {},
): HeadTag[] {
  return listHeadTags(processed)
    .filter(({ name, attributes: { rel, name: kind } }) => rel === 'manifest' || !hasTag(html, name, rel ?? kind!))
    .map(({ name, attributes }) => ({
      name,
      attributes: {
        ...attributes,
        ...(attributes['href']?.startsWith('/') && prefix && { href: prefix + attributes['href'].slice(1) }),
        ...(attributes['rel'] === 'manifest' && crossorigin !== undefined && { crossorigin }),
      },
    }));
}

/**
 * Whether a page has a tag of this kind, by what its `rel` or `name` begins with: `icon` is one among several in
 * `shortcut icon`.
 */
function hasTag(html: string, tag: string, kind: string): boolean {
  const tags = html.match(new RegExp(`<${tag}\\b[^>]*>`, 'gi')) ?? [];
  return tags.some((text) =>
    new RegExp(`\\b(?:rel|name)\\s*=\\s*["']?(?:[\\w-]+ )*${kind}(?:["'\\s/>])`, 'i').test(text),
  );
}
