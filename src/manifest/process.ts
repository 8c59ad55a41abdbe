import { readColorWord } from './color-words.js';
import { provideColorWords } from './color.js';
import { processText } from './process-text.js';
import type { ProcessedResult, ProcessOptions } from './types.js';

/**
 * Processes the text of a manifest as one engine does. Answers the manifest that the engine ends up with, the identity
 * of the installed app, and what is to be said about the text. Never throws because of the text: what is not JSON
 * leaves a manifest of defaults and a finding of level `error`.
 *
 * @throws {TypeError} naming the option that is missing or wrong.
 * @see {@link https://www.w3.org/TR/appmanifest/#processing-the-manifest Web Application Manifest, Processing the
 *   manifest}
 */
export function processManifest(manifestText: string, options: ProcessOptions): ProcessedResult {
  provideColorWords(readColorWord);
  return processText(manifestText, options);
}
