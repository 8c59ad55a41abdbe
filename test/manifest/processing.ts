import { processManifest, type ProcessedResult, type ProcessOptions } from '../../src/manifest/index.js';

/**
 * Processes a manifest, given as text or as a value, for a page at `https://a.example/app/page`; by the specification
 * unless `options` say otherwise.
 */
export function process(manifest: unknown, options: Partial<ProcessOptions> = {}): ProcessedResult {
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  return processManifest(text, {
    engine: 'spec',
    manifestUrl: 'https://a.example/app/manifest.json',
    documentUrl: 'https://a.example/app/page',
    ...options,
  });
}
