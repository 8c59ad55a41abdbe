import { listHeadTags, type HeadTag } from '../manifest/site/build-head.js';
import type { ProcessedResult } from '../manifest/types.js';

/** Takes the page's own link to a manifest out, so that the bundler does not take the manifest for a file like any other. */
export function dropManifestLinks(html: string): string {
  return html.replace(/[ \t]*<link\b[^>]*\brel\s*=\s*(?:"manifest"|'manifest'|manifest(?=[\s>]))[^>]*>\r?\n?/gi, '');
}

/**
 * The tags of a page's head that go with its manifest, without those of which the page has one of its own.
 *
 * @param prefix What comes before an address on the origin of the app: nothing, or the way from the page to the root of an app that does not know where it will be.
 */
export function listMissingTags(html: string, processed: ProcessedResult, prefix = ''): HeadTag[] {
  return listHeadTags(processed)
    .filter(({ name, attributes: { rel, name: kind } }) => rel === 'manifest' || !hasTag(html, name, rel ?? kind!))
    .map(({ name, attributes }) => ({ name, attributes: attributes['href']?.startsWith('/') && prefix ? { ...attributes, href: prefix + attributes['href'].slice(1) } : attributes }));
}

/** Whether a page has a tag of this kind, by what its `rel` or `name` begins with: `icon` is one among several in `shortcut icon`. */
function hasTag(html: string, tag: string, kind: string): boolean {
  const tags = html.match(new RegExp(`<${tag}\\b[^>]*>`, 'gi')) ?? [];
  return tags.some((text) => new RegExp(`\\b(?:rel|name)\\s*=\\s*["']?(?:[\\w-]+ )*${kind}(?:["'\\s/>])`, 'i').test(text));
}
