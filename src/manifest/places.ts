import type { Engine, Platform } from './engine.js';
import { checkInstallability } from './installability/index.js';
import { processManifest } from './process.js';
import type { Installability, InstallabilityFacts, ProcessedResult, ProcessOptions } from './types.js';

/** Where a manifest is judged. */
export interface Place {
  /** As people call it: `Chromium desktop`. */
  label: string;
  engine: Engine;
  platform: Platform;
}

/** How a manifest is read in one place, and whether the app can be installed there. */
export interface PlaceVerdict extends Place {
  processed: ProcessedResult;
  installability: Installability;
}

const all: ReadonlyArray<[label: string, engine: Engine, platform: Platform]> = [
  ['Chromium desktop', 'chromium', 'desktop'],
  ['Chromium ChromeOS', 'chromium', 'chromeos'],
  ['Chromium Android', 'chromium', 'mobile'],
  ['WebKit macOS', 'webkit', 'desktop'],
  ['WebKit iOS', 'webkit', 'mobile'],
  ['Gecko desktop', 'gecko', 'desktop'],
  ['Gecko Android', 'gecko', 'mobile'],
  ['Specification', 'spec', 'desktop'],
];

/** All places, in the order in which they are told. */
export const places: readonly Place[] = all.map(([label, engine, platform]) => ({ label, engine, platform }));

/** Processes a manifest as it is read in some places, and checks with the `facts` whether the app can be installed there. */
export function judgeIn(
  some: readonly Place[],
  manifestText: string,
  options: Omit<ProcessOptions, 'engine' | 'platform'>,
  facts: InstallabilityFacts = {},
): PlaceVerdict[] {
  return some.map((place) => {
    const processed = processManifest(manifestText, { ...options, engine: place.engine, platform: place.platform });
    return { ...place, processed, installability: checkInstallability(processed, facts) };
  });
}
