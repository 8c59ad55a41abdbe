import type { JsonNode } from '../json-node.js';
import type { Reading } from '../reading.js';
import { memberOf, string, url } from '../rules.js';
import type { Engine } from '../engine.js';
import { findSupport } from '../tables/support-versions.js';
import { isSameOrigin, isWithin, resolveUrl, withoutFragment, writeUrl, type Address } from '../urls.js';
import { quote } from '../text.js';

const butChromium: readonly Engine[] = ['spec', 'webkit', 'gecko'];

/**
 * Works out `start_url`, `scope` and `id`, in this order: each depends on the ones before. Answers which of them the
 * manifest itself gave.
 */
export function readIdentity(reading: Reading, root: JsonNode): { id: string; given: Array<string | undefined> } {
  const startUrl = readStartUrl(reading, memberOf(root, 'start_url'));
  if (startUrl) reading.startUrl = startUrl;
  const folder = folderOf(reading.startUrl);
  const scope = readScope(reading, memberOf(root, 'scope'), folder);
  reading.scope = scope ?? folder;
  const otherwise =
    reading.rules === 'gecko' || reading.rules === 'webkit' ? reading.startUrl.href : withoutFragment(reading.startUrl);
  const id = readId(reading, memberOf(root, 'id'), otherwise);
  reading.hasId = id !== undefined;
  return { id: id ?? otherwise, given: [startUrl && 'start_url', scope && 'scope', id && 'id'] };
}

function readStartUrl(reading: Reading, node: JsonNode): Address | undefined {
  const { documentUrl } = reading.context;
  if (node.value === undefined) return reading.report('missing-member', node, { instead: documentUrl.href });
  if (isEmpty(reading, node, documentUrl)) return undefined;
  const startUrl = url(reading, node, node);
  if (!startUrl || isSameOrigin(startUrl, documentUrl)) return startUrl;
  const { origin } = documentUrl;
  const written = writeUrl(startUrl.href, startUrl.href);
  const path = written.startsWith('/') ? written : '/';
  return reading.report('other-origin', node, { lost: node, detail: origin, fix: write(reading, origin + path) });
}

/** A URL as the manifest writes it. */
function write({ context }: Reading, href: string): string {
  return quote(writeUrl(href, context.manifestUrl.href));
}

function readScope(reading: Reading, node: JsonNode, folder: Address): Address | undefined {
  if (node.value === undefined || isEmpty(reading, node, folder)) return undefined;
  const scope = url(reading, node, node);
  if (!scope) return undefined;
  if (!isWithin(reading.startUrl, scope))
    return reading.report('start-url-outside-scope', node, {
      detail: reading.startUrl.href,
      instead: folder.href,
      fix: write(reading, folder.href),
    });
  const href = withoutQuery(scope.href);
  if (href !== scope.href) reading.report('query-dropped', node, { fix: write(reading, href) });
  if (!href.endsWith('/'))
    reading.report('scope-without-slash', node, { detail: href, fix: write(reading, `${href}/`) });
  return { href, origin: scope.origin, pathname: scope.pathname };
}

/** Everything up to the last slash of the path; of a blob: URL too, which no other URL can be resolved against. */
function folderOf({ href, origin, pathname }: Address): Address {
  return { href: upToSlash(withoutQuery(href)), origin, pathname: upToSlash(pathname) };
}

function upToSlash(text: string): string {
  return text.slice(0, text.lastIndexOf('/') + 1);
}

function withoutQuery(href: string): string {
  return href.replace(/[?#].*/s, '');
}

/** Chromium takes an empty URL for the manifest's own, which everybody else passes over. */
function isEmpty(reading: Reading, node: JsonNode, instead: Address): boolean {
  if (node.value !== '') return false;
  const isRead = reading.rules === 'chromium';
  reading.report('empty-url', node, {
    detail: 'Chromium takes that for the URL of the manifest, and all others for nothing',
    fix: write(reading, instead.origin + instead.pathname),
    ...(isRead ? { engines: ['chromium'] } : { engines: butChromium, instead: instead.href }),
  });
  return !isRead;
}

function readId(reading: Reading, node: JsonNode, instead: string): string | undefined {
  const { origin } = reading.startUrl;
  const fix = quote(withoutFragment(reading.startUrl).slice(origin.length));
  const { engine, platform, version } = reading.context;
  if (node.value === undefined || findSupport('id', engine, platform)! > version) return undefined;
  if (node.value === '') return reading.report('empty-text', node, { fix, instead });
  const given = string(reading, node, node);
  if (given === undefined) return undefined;
  const id = resolveUrl(given, new URL(origin), reading.rules);
  if (!id) return reading.report('invalid-url', node, { detail: 'a URL', fix, instead });
  if (!isSameOrigin(id, reading.startUrl))
    return reading.report('other-origin', node, { detail: origin, fix, instead });
  if (!id.href.includes('#')) return id.href;
  const isKept = reading.rules === 'gecko';
  reading.report(isKept ? 'fragment-kept' : 'fragment-dropped', node, { fix: quote(id.pathname + id.search) });
  return isKept ? id.href : withoutFragment(id);
}
