import type { Installability, InstallabilityFacts, ProcessedResult } from '../types.js';
import { note } from './notes.js';

/**
 * WebKit has no requirements: users add a site to the Home Screen or the Dock themselves, and the manifest sets its
 * appearance.
 */
export function checkWebKit(
  { manifest, platform }: ProcessedResult,
  { touchIcon }: InstallabilityFacts,
): Installability {
  const { display, icons } = manifest;
  const reasons = [
    note('added-by-hand', `Users add it themselves: Share, Add to ${platform === 'mobile' ? 'Home Screen' : 'Dock'}.`),
  ];
  if (touchIcon !== undefined)
    reasons.push(note('touch-icon-wins', `The apple-touch-icon ${touchIcon} is used, and no icon of the manifest.`));
  else if (!icons.some(({ purpose }) => purpose.includes('any')))
    reasons.push(
      note('no-usable-icon', 'Without an apple-touch-icon or an icon of purpose any it gets a picture of the page.'),
    );
  if (platform === 'mobile' && (display === 'browser' || display === 'minimal-ui'))
    reasons.push(
      note('opens-in-browser-before-26', `Before iOS 26 it opens in the browser, because "display" is ${display}.`),
    );
  return { installable: true, promotable: false, effectiveDisplay: 'standalone', reasons };
}
