import type { Installability, ProcessedResult } from '../types.js';
import { note } from './notes.js';

/** Gecko asks nothing of a site: people add it to the home screen, or pin it to the taskbar of Windows. */
export function checkGecko({ manifest, platform }: ProcessedResult): Installability {
  const reasons =
    platform === 'mobile'
      ? [note('added-by-hand', 'People add the site by the menu, Add to Home screen.')]
      : [note('added-by-hand', 'People pin the site to the taskbar on Windows, from version 143 on. On Linux a preference has to be set; on macOS it cannot be done.')];
  return { installable: true, promotable: false, effectiveDisplay: platform === 'mobile' ? manifest.display : 'minimal-ui', reasons };
}
