import { colorNames } from './color-names.js';
import { provideColorNames, readColor } from './color.js';
import type { Engine } from './engine.js';

/** The color as `#rrggbbaa`, as {@link readColor} reads it, names included. */
export function parseColor(text: string, engine?: Engine): string | undefined {
  provideColorNames(colorNames);
  return readColor(text, engine);
}
