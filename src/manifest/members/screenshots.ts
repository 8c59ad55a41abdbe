import type { JsonNode } from '../json-node.js';
import type { Reading } from '../reading.js';
import { keyword, listOf, memberOf, record, type Rule } from '../rules.js';
import * as limits from '../tables/limits.js';
import type { FormFactor, Screenshot } from '../types.js';
import { image } from './images.js';
import { platformOf } from './platform.js';

const formFactor = keyword<FormFactor>(['narrow', 'wide'], true);
const others = record<Screenshot>({}, { form_factor: formFactor, platform: platformOf() });

const anyScreenshots = listOf<Screenshot>((reading, node, lost) => {
  const screenshot = image(reading, node, lost);
  if (!screenshot) return undefined;
  Object.assign(screenshot, others(reading, node, lost));
  if (!screenshot.label) reading.report('screenshot-unlabelled', memberOf(node, 'label'));
  checkSize(reading, node, screenshot);
  return screenshot;
});

/** `screenshots`. Those that an install dialog would leave out stay, with a finding. */
export const screenshots: Rule<Screenshot[]> = (reading, node, lost) => {
  const results = anyScreenshots(reading, node, lost);
  const isMobile = reading.context.platform === 'mobile';
  const most = isMobile ? limits.screenshotsOnMobile : limits.screenshots;
  if (results && results.length > most) reading.report('too-many', node, { detail: `the first ${most}`, engines: ['chromium'] });
  const ratios = new Set(results?.flatMap(({ form_factor, sizes }) => (isMobile && form_factor !== 'wide' ? (ratioOf(sizes) ?? []) : [])));
  if (ratios.size > 1) reading.report('screenshot-size', node, { detail: 'of several shapes, where narrow ones have to be like the first' });
  return results;
};

function checkSize(reading: Reading, node: JsonNode, { sizes }: Screenshot): void {
  const [short, long] = sidesOf(sizes);
  if (!short || !long) return;
  if (short < limits.leastScreenshot) reading.report('screenshot-size', node, { detail: `smaller than ${limits.leastScreenshot} pixels` });
  else if (long > limits.mostScreenshot) reading.report('screenshot-size', node, { detail: `larger than ${limits.mostScreenshot} pixels` });
  else if (long > short * limits.screenshotRatio) reading.report('screenshot-size', node, { detail: `more than ${limits.screenshotRatio} times as long as wide` });
}

/** The short and the long side of the first size; none of `any`. */
function sidesOf(sizes: readonly string[] | undefined): number[] {
  const [, width, height] = /^(\d+)x(\d+)$/i.exec(sizes?.[0] ?? '') ?? [];
  return [Math.min(Number(width), Number(height)), Math.max(Number(width), Number(height))];
}

function ratioOf(sizes: readonly string[] | undefined): string | undefined {
  const [short, long] = sidesOf(sizes);
  return short && long ? (long / short).toFixed(2) : undefined;
}
