import { wholeValue } from '../json-node.js';
import { anyUrl, flag, list, listOf, memberOf, record, text, type Rule } from '../rules.js';
import { platformsOfChromium } from '../tables/known-values.js';
import type { RelatedApplication } from '../types.js';
import { platformOf } from './platform.js';

const fingerprints: Rule<unknown> = (reading, node, lost) => list(reading, node, lost) && wholeValue(node);

/** `related_applications`: each needs a URL or an id. */
export const relatedApplications = listOf(
  record<RelatedApplication>(
    { platform: platformOf(platformsOfChromium) },
    { url: anyUrl, id: text, min_version: text, fingerprints },
    {
      check: (app, reading, node, lost) =>
        (app.url ?? app.id) === undefined ? reading.report('missing-member', memberOf(node, 'id'), { lost }) : app,
    },
  ),
);

/** `prefer_related_applications`: true keeps the browser from offering this app, if it offers another one instead. */
export const preference = flag;
