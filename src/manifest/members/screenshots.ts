import { keyword, listOf, record, type Rule } from '../rules.js';
import type { FormFactor, Screenshot } from '../types.js';
import { image } from './images.js';
import { platformOf } from './platform.js';

const formFactor = keyword<FormFactor>(['narrow', 'wide'], true);
const others = record<Screenshot>(
  {},
  { form_factor: formFactor, platform: platformOf() },
  { besides: ['src', 'sizes', 'type', 'purpose', 'label'] },
);

/** `screenshots`. Those that an install dialog would leave out stay; `checkScreenshots` finds them. */
export const screenshots: Rule<Screenshot[]> = listOf<Screenshot>((reading, node, lost) => {
  const screenshot = image(reading, node, lost);
  return screenshot && Object.assign(screenshot, others(reading, node, lost));
});
