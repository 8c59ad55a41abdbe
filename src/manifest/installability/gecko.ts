import type { Installability, ProcessedResult } from '../types.js';
import { note } from './notes.js';

/** Gecko has no requirements: users add a site to the home screen, or pin it to the taskbar of Windows. */
export function checkGecko({ manifest, platform }: ProcessedResult): Installability {
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
