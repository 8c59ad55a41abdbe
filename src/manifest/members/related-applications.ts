import { wholeValue } from '../json-node.js';
import { anyUrl, flag, list, listOf, memberOf, record, text, type Rule } from '../rules.js';
import { otherPlatforms, platformsOfChromium } from '../tables/known-values.js';
import type { RelatedApplication } from '../types.js';
import { platformOf, platforms } from './platform.js';

const fingerprints: Rule<unknown> = (reading, node, lost) => list(reading, node, lost) && wholeValue(node);
const known = [...platforms, ...platformsOfChromium, ...otherPlatforms];

const applications = listOf(
  record<RelatedApplication>(
    { platform: platformOf(known, platformsOfChromium) },
    { url: anyUrl, id: text, min_version: text, fingerprints },
    {
      check: (app, reading, node, lost) =>
        (app.url ?? app.id) === undefined ? reading.report('missing-member', memberOf(node, 'id'), { lost }) : app,
    },
  ),
);

/** `related_applications`: each needs a URL or an id. Chromium keeps those that it does nothing with. */
export const relatedApplications: Rule<RelatedApplication[]> = (reading, node, lost) => {
  const apps = applications(reading, node, lost);
  const idle = apps?.map(({ platform }) => platform).filter((name) => !platformsOfChromium.includes(name)) ?? [];
  const named = [...new Set(idle)].filter((name) => known.includes(name));
  if (reading.rules === 'chromium' && named.length > 0)
    reading.report('platform-not-used', node, { detail: named.map((name) => JSON.stringify(name)).join(', ') });
  return apps;
};

/** `prefer_related_applications`: true keeps the browser from offering this app, if it offers another one instead. */
export const preference = flag;
