import { readColorWord } from './color-words.js';
import { provideColorWords, readColor } from './color.js';
import type { Engine } from './engine.js';

/** The color as `#rrggbbaa`, as {@link readColor} reads it, words included. */
export function parseColor(text: string, engine?: Engine): string | undefined {
  provideColorWords(readColorWord);
  return readColor(text, engine);
}
