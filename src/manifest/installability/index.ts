import type { Installability, InstallabilityFacts, ProcessedResult } from '../types.js';
import { checkChromium } from './chromium.js';
import { collectNotes, note } from './notes.js';

/**
 * Says whether the app can be installed with the engine that the manifest was processed for. For Chromium that means by
 * the browser's own offer, with the reasons that its developer tools name; for WebKit and Gecko it means whether a
 * user can add the site, and what the manifest gives to it. `facts` are what only the page and the network know; what
 * is not given is not judged.
 */
export function checkInstallability(processed: ProcessedResult, facts: InstallabilityFacts = {}): Installability {
  const result = check(processed, facts);
  return { ...result, reasons: [...result.reasons, ...collectNotes(processed, facts)] };
}

function check(processed: ProcessedResult, facts: InstallabilityFacts): Installability {
  switch (processed.engine) {
    case 'chromium':
      return checkChromium(processed, facts);
    case 'webkit':
      return checkWebKit(processed, facts);
    case 'gecko':
      return checkGecko(processed);
    case 'spec':
      return {
        installable: true,
        promotable: false,
        effectiveDisplay: processed.manifest.display,
        reasons: [note('any-site', 'By the specification every site can be installed.')],
      };
  }
}

/**
 * WebKit has no requirements: users add a site to the Home Screen or the Dock themselves, and the manifest sets its
 * appearance.
 */
function checkWebKit({ manifest, platform }: ProcessedResult, { touchIcon }: InstallabilityFacts): Installability {
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

/** Gecko has no requirements: users add a site to the home screen, or pin it to the taskbar of Windows. */
function checkGecko({ manifest, platform }: ProcessedResult): Installability {
  const isMobile = platform === 'mobile';
  const message = isMobile
    ? 'Users add it themselves: menu, Add to Home screen.'
    : 'Users pin it to the taskbar themselves: on Windows from version 143; on Linux if a preference is set; not on macOS.';
  return {
    installable: true,
    promotable: false,
    effectiveDisplay: isMobile ? manifest.display : 'minimal-ui',
    reasons: [note('added-by-hand', message)],
  };
}
