import type { InstallabilityFacts } from '../../manifest/index.js';
import { checkResponse, readHead } from '../../manifest/site/index.js';
import type { Source } from './source.js';

/** What the page and the way to the manifest mean for installation; nothing where there is no page. */
export function readPageFacts({ page, response, obstacle, manifestUrl }: Source): InstallabilityFacts {
  const status = response && { status: response.status };
  if (!page) return { ...status };
  const tags = readHead(page.html);
  const icon = tags.find(({ name, attributes }) => name === 'link' && attributes.rel?.toLowerCase().split(/\s+/).includes('apple-touch-icon'))?.attributes.href;
  const title = tags.find(({ name }) => name === 'title')?.text?.trim();
  const context = { manifestUrl: page.linked?.url ?? manifestUrl, documentUrl: page.url, policies: page.policies };
  return {
    linked: page.linked !== undefined,
    allowedByPolicy: !checkResponse({}, context).some(({ code }) => code === 'blocked-by-policy'),
    // No answer at all is as good as one that says so.
    ...(obstacle !== undefined && !response ? { status: 0 } : status),
    ...(icon !== undefined && URL.canParse(icon, page.url) && { touchIcon: new URL(icon, page.url).href }),
    ...(title && { title }),
  };
}
