import type { Engine } from '../../engine.js';
import { writeUrl } from '../../urls.js';
import { openHead, remarkOn, remarkOnMissing, type HeadRule } from './page-head.js';
import type { PageTag } from './read-head.js';

const spec = 'https://html.spec.whatwg.org/multipage/links.html#link-type-manifest';
const engines: Engine[] = ['spec', 'chromium', 'webkit', 'gecko'];

/** Whether the page links the manifest, once, in the right place and the right way. */
export const checkManifestLink: HeadRule = (head, { manifestUrl, documentUrl }) => {
  const links = head.links('manifest');
  const inHead = links.filter((link) => link.inHead);
  const fix = `<link rel="manifest" href="${writeUrl(manifestUrl, documentUrl)}">`;
  if (links.length === 0) {
    const message = 'The page does not link a manifest, so it cannot be installed as this app.';
    return [
      remarkOnMissing('link[rel="manifest"]', {
        code: 'manifest-link-missing',
        level: 'error',
        message,
        engines,
        spec,
        fix,
      }),
    ];
  }
  if (inHead.length === 0) {
    const message =
      'The link to the manifest stands in the body. Chromium looks for it in the head only; a tag before it may have ended the head.';
    return [
      remarkOn(links[0]!, { code: 'manifest-link-outside-head', level: 'error', message, engines: ['chromium'], spec }),
    ];
  }

  const [first, ...others] = inHead;
  const found = others.map((link) =>
    remarkOn(link, {
      code: 'manifest-link-repeated',
      level: 'warning',
      message: 'The page links a manifest before this one; only the first counts.',
      engines,
      spec,
    }),
  );
  const href = first!.attributes.href?.trim();
  if (!href)
    return [
      remarkOn(first!, {
        code: 'manifest-link-empty',
        level: 'error',
        message: 'The link to the manifest has no address.',
        engines,
        spec,
        fix,
      }),
      ...found,
    ];
  if (!URL.canParse(href, head.base))
    return [
      remarkOn(first!, {
        code: 'manifest-link-invalid',
        level: 'error',
        message: `The page links its manifest by "${href}", which is not a valid URL.`,
        engines,
        spec,
        fix,
      }),
      ...found,
    ];
  const linked = new URL(href, head.base).href;
  if (linked !== manifestUrl) {
    const message = `The page links ${linked}; what was checked is ${manifestUrl}.`;
    found.unshift(remarkOn(first!, { code: 'manifest-link-elsewhere', level: 'info', message, engines, spec }));
  }

  const mode = first!.attributes.crossorigin?.toLowerCase();
  if (mode === 'use-credentials') {
    const message = 'The manifest is fetched with cookies. That is needed only if its own address asks for a sign-in.';
    found.push(remarkOn(first!, { code: 'manifest-link-credentials', level: 'info', message, engines, spec }));
  } else if (mode !== undefined && mode !== '' && mode !== 'anonymous') {
    const message = `No browser knows crossorigin="${mode}"; the manifest is fetched without cookies.`;
    found.push(
      remarkOn(first!, {
        code: 'crossorigin-unknown',
        level: 'warning',
        message,
        engines,
        spec,
        fix: 'crossorigin="use-credentials"',
      }),
    );
  }
  return found;
};

/**
 * The link by which the page at `documentUrl` leads to its manifest; undefined if it has none with an address. One in
 * the body is better than none.
 */
export function findManifestLink(
  tags: readonly PageTag[],
  documentUrl: string,
): { url: string; withCredentials: boolean } | undefined {
  const head = openHead(tags, documentUrl);
  const links = head.links('manifest');
  const { href = '', crossorigin = '' } = (links.find((link) => link.inHead) ?? links[0])?.attributes ?? {};
  if (href.trim() === '' || !URL.canParse(href.trim(), head.base)) return undefined;
  return {
    url: new URL(href.trim(), head.base).href,
    withCredentials: crossorigin.toLowerCase() === 'use-credentials',
  };
}
