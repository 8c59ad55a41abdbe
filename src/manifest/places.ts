import type { Engine, Platform } from './engine.js';
import type { Installability, ProcessedResult } from './types.js';

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
