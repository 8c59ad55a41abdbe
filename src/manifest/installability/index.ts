import type { Installability, InstallabilityFacts, ProcessedResult } from '../types.js';
import { checkChromium } from './chromium.js';
import { checkGecko } from './gecko.js';
import { collectNotes, note } from './notes.js';
import { checkWebKit } from './webkit.js';

/**
 * Says whether the app can be installed with the engine that the manifest was processed for. For Chromium that means by
 * the browser's own offer, with the reasons that its developer tools name; for WebKit and Gecko it means whether a
 * person can add the site, and what the manifest gives to it. `facts` are what only the page and the network know; what
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
