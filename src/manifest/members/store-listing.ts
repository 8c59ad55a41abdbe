import { wholeValue } from '../json-node.js';
import { anyUrl, flag, keyword, list, listOf, memberOf, record, type Rule, string, text } from '../rules.js';
import { otherPlatforms, platformsOfChromium, storePlatforms, systemPlatforms } from '../tables/known-values.js';
import type { FormFactor, RelatedApplication, Screenshot } from '../types.js';
import { image } from './images.js';
import { quote } from '../text.js';

/** The platforms that the specification lists. */
const platforms: readonly string[] = [...systemPlatforms, ...storePlatforms];

/** `platform` of a screenshot or of a related application: any text, with advice where the tables do not know it. */
function platformOf(known: readonly string[] = platforms, advised = known): Rule<string> {
  return (reading, node, lost) => {
    const name = text(reading, node, lost);
    if (name && !known.includes(name))
      reading.report('unknown-value', node, {
        detail: quote(name),
        fix: advised.join(', '),
        level: 'info',
      });
    return name;
  };
}

/** `categories`: any texts, as they are. */
export const categories = listOf<string>((reading, node, lost) => {
  const category = string(reading, node, lost);
  if (category === undefined) return undefined;
  const small = category.toLowerCase();
  if (category !== small)
    reading.report('not-lower-case', node, {
      detail: quote(category),
      fix: quote(small),
      level: 'info',
    });
  return category;
});

const formFactor = keyword<FormFactor>(['narrow', 'wide'], true);
const readPlatform = platformOf();
/** Under which it is told once. */
const platformPath = 'screenshots[].platform';

/** Chromium does not look at it: stores do. */
const platform: Rule<string> = (reading, node, lost) => {
  if (reading.rules !== 'chromium') return readPlatform(reading, node, lost);
  if (!reading.unknown.has(platformPath)) reading.report('member-for-few', node, { detail: 'a store' });
  reading.unknown.add(platformPath);
  return undefined;
};

const others = record<Screenshot>(
  {},
  { form_factor: formFactor, platform },
  { besides: ['src', 'sizes', 'type', 'purpose', 'label'] },
);

/** `screenshots`. Those that an install dialog would leave out stay; `checkScreenshots` finds them. */
export const screenshots: Rule<Screenshot[]> = listOf<Screenshot>((reading, node, lost) => {
  const screenshot = image(reading, node, lost);
  return screenshot && Object.assign(screenshot, others(reading, node, lost));
});

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
    reading.report('platform-not-used', node, { detail: named.map(quote).join(', ') });
  return apps;
};

/** `prefer_related_applications`: true keeps the browser from offering this app, if it offers another one instead. */
export const preference = flag;
