import type { InstallabilityFacts } from '../../manifest/index.js';
import { checkResponse, readHead, type ResponseContext } from '../../manifest/site/index.js';
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
  const { page, response, obstacle } = source;
  const status = response && { status: response.status };
  if (!page) return { ...status };
  const tags = readHead(page.html);
  const icon = tags.find(
    ({ name, attributes }) =>
      name === 'link' && attributes.rel?.toLowerCase().split(/\s+/).includes('apple-touch-icon'),
  )?.attributes.href;
  const title = tags.find(({ name }) => name === 'title')?.text?.trim();
  return {
    linked: page.linked !== undefined,
    allowedByPolicy: !checkResponse({}, describeDelivery(source)).some(({ code }) => code === 'blocked-by-policy'),
    // No response counts as a missing file.
    ...(obstacle !== undefined && !response ? { status: 0 } : status),
    ...(icon !== undefined && URL.canParse(icon, page.url) && { touchIcon: new URL(icon, page.url).href }),
    ...(title && { title }),
  };
}
