import { provideColorNames } from './color.js';
import { processText } from './process-text.js';
import type { ProcessedResult, ProcessOptions } from './types.js';

/** A color that may be a name, wherever it stands in the text; an escape may hide one. */
const maybeNamed = /_color"\s*:\s*"\s*(?:[a-z]|\/\*)|\\/i;

/**
 * Does the same as {@link processManifest}, but loads the names of colors only for a manifest that has one: a page that
 * imports this alone loads 1 kB less.
 *
 * @throws {TypeError} naming the option that is missing or wrong.
 */
export async function processManifestLazily(manifestText: string, options: ProcessOptions): Promise<ProcessedResult> {
  if (maybeNamed.test(manifestText)) provideColorNames((await import('./color-names.js')).colorNames);
  return processText(manifestText, options);
}
