import type { Installability, InstallabilityFacts, InstallabilityReason, ProcessedResult } from '../types.js';
import { note } from './notes.js';

/** WebKit asks nothing of a site: people add it to the Home Screen or the Dock themselves, and the manifest makes it look right. */
export function checkWebKit({ manifest, platform }: ProcessedResult, { touchIcon }: InstallabilityFacts): Installability {
  const reasons: InstallabilityReason[] = [note('added-by-hand', platform === 'mobile' ? 'People add the site by Share, Add to Home Screen.' : 'People add the site by File, Add to Dock.')];
  if (touchIcon !== undefined) reasons.push(note('touch-icon-wins', `The page's apple-touch-icon ${touchIcon} is used, and none of the manifest's icons.`));
  else if (!manifest.icons.some(({ purpose }) => purpose.includes('any'))) {
    reasons.push(note('no-usable-icon', 'There is neither an apple-touch-icon nor an icon of purpose any: a picture of the page stands in.', '<link rel="apple-touch-icon" href="/icon-180.png">'));
  }
  if (platform === 'mobile' && (manifest.display === 'browser' || manifest.display === 'minimal-ui')) {
    reasons.push(note('opens-in-browser-before-26', `Before iOS 26 the site opens in the browser, because "display" is ${manifest.display}.`, '"display": "standalone"'));
  }
  return { installable: true, promotable: false, effectiveDisplay: 'standalone', reasons };
}
