import { keyword, listOf, record, type Rule } from '../rules.js';
import type { FormFactor, Screenshot } from '../types.js';
import { image } from './images.js';
import { platformOf } from './platform.js';

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
