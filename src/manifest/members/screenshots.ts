import { limits } from '../tables/limits.js';
import { storePlatforms, systemPlatforms } from '../tables/platforms.js';
import type { JsonNode } from '../json-node.js';
import { memberOf, type Reading } from '../reading.js';
import type { FormFactor, Screenshot } from '../types.js';
import { readImage } from './images.js';

const formFactors: readonly FormFactor[] = ['narrow', 'wide'];
const rules = 'https://developer.chrome.com/docs/capabilities/web-apis/richer-install-ui';

/** `screenshots`. Those that an install dialog would not show stay, with a finding. */
export function readScreenshots(reading: Reading, node: JsonNode): Screenshot[] {
  const screenshots: Screenshot[] = [];
  for (const item of reading.objects(node)) {
    const image = readImage(reading, item);
    if (!image) continue;
    const formFactor = reading.keyword(memberOf(item, 'form_factor'), formFactors, { exact: reading.rules === 'spec', spaced: false });
    const platform = readPlatform(reading, memberOf(item, 'platform'));
    checkSize(reading, item, image.sizes?.[0]);
    if (!image.label) reading.report('screenshot-unlabelled', item, `${reading.label(item)} has no "label" for people who cannot see it.`, { fix: '"label": "what it shows"' });
    screenshots.push({ ...image, ...(formFactor && { form_factor: formFactor }), ...(platform && { platform }) });
  }
  checkCount(reading, node, screenshots);
  return screenshots;
}

function readPlatform(reading: Reading, node: JsonNode | undefined): string | undefined {
  const platform = reading.text(node);
  if (platform && !systemPlatforms.includes(platform) && !storePlatforms.includes(platform)) {
    reading.report('unknown-value', node!, `${reading.label(node!)} is ${JSON.stringify(platform)}, which no list of platforms has.`, { fix: `one of ${[...systemPlatforms, ...storePlatforms].join(', ')}`, level: 'info' });
  }
  return platform;
}

function checkSize(reading: Reading, node: JsonNode, size: string | undefined): void {
  const [width, height] = size?.split('x').map(Number) ?? [];
  if (!width || !height) return;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const isTooSmall = short < limits.leastScreenshot;
  const isTooLarge = long > limits.mostScreenshot;
  if (!isTooSmall && !isTooLarge && long <= short * limits.screenshotRatio) return;
  const reason = isTooSmall ? `smaller than ${limits.leastScreenshot} pixels` : isTooLarge ? `larger than ${limits.mostScreenshot} pixels` : `more than ${limits.screenshotRatio} times as long as it is short`;
  reading.report('screenshot-size', node, `${reading.label(node)} is ${size}, which is ${reason}; install dialogs leave it out.`, { spec: rules, engines: ['chromium'] });
}

function checkCount(reading: Reading, node: JsonNode, screenshots: Screenshot[]): void {
  const isMobile = reading.context.platform === 'mobile';
  const most = isMobile ? limits.screenshotsOnMobile : limits.screenshots;
  if (screenshots.length > most) {
    reading.report('too-many', node, `There are ${screenshots.length} screenshots. Chromium looks at the first ${limits.screenshots}${isMobile ? `, wide ones included, and shows ${most}` : ''}.`, { spec: rules, engines: ['chromium'] });
  }
  const ratios = new Set(screenshots.filter(({ form_factor }) => isMobile && form_factor !== 'wide').flatMap(({ sizes }) => ratioOf(sizes?.[0]) ?? []));
  if (ratios.size > 1) {
    reading.report('screenshot-size', node, 'On mobile only the narrow screenshots with the ratio of the first one are shown.', { spec: rules, engines: ['chromium'] });
  }
}

function ratioOf(size: string | undefined): string | undefined {
  const [width, height] = size?.split('x').map(Number) ?? [];
  return width && height ? (width / height).toFixed(3) : undefined;
}
