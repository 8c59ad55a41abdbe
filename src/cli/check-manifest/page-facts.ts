import type { InstallabilityFacts } from '../../manifest/index.js';
import { checkResponse, readHead, type ResponseContext } from '../../manifest/site/index.js';
import { findTouchIcon } from '../../manifest/site/head/apple-tags.js';
import type { Source } from './source.js';

/** How the page links the manifest; empty if there is no page. */
export function describeDelivery({ page, response, manifestUrl }: Source): ResponseContext {
  if (!page) return {};
  return {
    manifestUrl: page.linked?.url ?? manifestUrl,
    documentUrl: page.url,
    withCredentials: page.linked?.withCredentials ?? false,
    policies: page.policies,
    ...(response?.redirected && { redirectedTo: response.url }),
  };
}

/** What the page, and how the manifest was fetched, mean for installation. */
export function readPageFacts(source: Source): InstallabilityFacts {
  const { page, response, obstacle, text, isUnchecked } = source;
  const status = response && { status: response.status };
  if (!page) return { ...status };
  const touchIcon = findTouchIcon(readHead(page.html), page.url);
  const isAllowed = !checkResponse({}, describeDelivery(source)).some(({ code }) => code === 'blocked-by-policy');
  return {
    linked: page.isLinked,
    allowedByPolicy: isAllowed,
    // Without a response, or with one that the page may not read.
    reached: response
      ? text !== undefined || obstacle !== undefined
      : obstacle === undefined && page.linked !== undefined,
    sandboxed: page.isSandboxed,
    ...status,
    ...(isUnchecked &&
      isAllowed &&
      obstacle && { obstacle: { message: obstacle.message, ...(obstacle.fix && { fix: obstacle.fix }) } }),
    ...(touchIcon && { touchIcon: touchIcon.url }),
  };
}
