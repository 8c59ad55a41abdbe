import type { Installability, ProcessedResult } from '../types.js';
import { note } from './notes.js';

/** Gecko asks nothing of a site: people add it to the home screen, or pin it to the taskbar of Windows. */
export function checkGecko({ manifest, platform }: ProcessedResult): Installability {
  const isMobile = platform === 'mobile';
  const message = isMobile
    ? 'People add it themselves: menu, Add to Home screen.'
    : 'People pin it to the taskbar themselves: on Windows, from version 143 on; on Linux if a preference is set; not on macOS.';
  return {
    installable: true,
    promotable: false,
    effectiveDisplay: isMobile ? manifest.display : 'minimal-ui',
    reasons: [note('added-by-hand', message)],
  };
}
