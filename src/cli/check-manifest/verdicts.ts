import {
  checkInstallability,
  processManifest,
  type Engine,
  type Installability,
  type InstallabilityFacts,
  type Platform,
  type ProcessedResult,
} from '../../manifest/index.js';
import { isRegistrable, isSameSite } from './same-site.js';
import type { Source } from './source.js';

/** How one engine reads a manifest, on one kind of device. */
export interface Verdict {
  /** As people call it: `Chromium desktop`. */
  label: string;
  engine: Engine;
  platform: Platform;
  processed: ProcessedResult;
  installability: Installability;
}

const places: ReadonlyArray<[label: string, engine: Engine, platform: Platform]> = [
  ['Chromium desktop', 'chromium', 'desktop'],
  ['Chromium ChromeOS', 'chromium', 'chromeos'],
  ['Chromium Android', 'chromium', 'mobile'],
  ['WebKit macOS', 'webkit', 'desktop'],
  ['WebKit iOS', 'webkit', 'mobile'],
  ['Gecko desktop', 'gecko', 'desktop'],
  ['Gecko Android', 'gecko', 'mobile'],
  ['Specification', 'spec', 'desktop'],
];

/** Processes the manifest of `source` as each of `engines` does, and checks the installability with the `facts`. */
export function judge(
  { text = '', manifestUrl, documentUrl }: Source,
  engines: readonly Engine[],
  facts: InstallabilityFacts,
): Verdict[] {
  return places
    .filter(([, engine]) => engines.includes(engine))
    .map(([label, engine, platform]) => {
      const processed = processManifest(text, {
        manifestUrl,
        documentUrl,
        engine,
        platform,
        sameSite: isSameSite,
        isRegistrable,
      });
      return { label, engine, platform, processed, installability: checkInstallability(processed, facts) };
    });
}
