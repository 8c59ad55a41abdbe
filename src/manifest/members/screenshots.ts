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
  const narrow = (isMobile && results?.filter(({ form_factor }) => form_factor !== 'wide')) || [];
  const most = narrow.length > limits.screenshotsOnMobile ? limits.screenshotsOnMobile : limits.screenshots;
  if (results && results.length > most)
    reading.report('too-many', node, { detail: `the first ${most}`, engines: ['chromium'] });
  const ratios = narrow
    .map(({ sizes }) => sidesOf(sizes))
    .flatMap(([width, height]) => (width && height ? width / height : []));
  if (ratios.some((ratio) => ratio !== ratios[0]))
    reading.report('screenshot-size', node, {
      detail: 'of several shapes, where narrow ones have to be like the first',
    });
  return results;
};

function checkSize(reading: Reading, node: JsonNode, { sizes }: Screenshot): void {
  const [width, height] = sidesOf(sizes);
  if (!width || !height) return;
  const short = Math.min(width, height);
  const long = Math.max(width, height);
  if (short < limits.leastScreenshot)
    reading.report('screenshot-size', node, { detail: `smaller than ${limits.leastScreenshot} pixels` });
  else if (long > limits.mostScreenshot)
    reading.report('screenshot-size', node, { detail: `larger than ${limits.mostScreenshot} pixels` });
  else if (long / short > limits.screenshotRatio)
    reading.report('screenshot-size', node, { detail: `more than ${limits.screenshotRatio} times as long as wide` });
}

/** The sides of the first size; none of `any`. */
function sidesOf(sizes: readonly string[] | undefined): number[] {
  return (
    /^(\d+)x(\d+)$/i
      .exec(sizes?.[0] ?? '')
      ?.slice(1)
      .map(Number) ?? []
  );
}
