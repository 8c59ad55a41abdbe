import { provideColorWords } from './color.js';
import { processText } from './process-text.js';
import type { ProcessedResult, ProcessOptions } from './types.js';

/** A color that may be a name or a function, wherever it stands in the text; an escape may hide one. */
const maybeWord = /_color"\s*:\s*"\s*(?:[a-z]|\/\*)|\\/i;

/**
 * Does the same as {@link processManifest}, but loads what reads the names of colors and functions like `rgb()` only for a
 * manifest that has one: a page that imports this alone loads 2 kB less.
 *
 * @throws {TypeError} naming the option that is missing or wrong.
 */
export async function processManifestLazily(manifestText: string, options: ProcessOptions): Promise<ProcessedResult> {
  if (maybeWord.test(manifestText)) provideColorWords((await import('./color-words.js')).readColorWord);
  return processText(manifestText, options);
}
