import { processManifest, type Engine, type Platform, type ProcessedResult } from '../../src/manifest/index.js';

/** A manifest with everything that the tests change. */
export const base = {
  id: '/app',
  name: 'Field notes',
  short_name: 'Notes',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#102030',
  background_color: '#ffffff',
  description: 'Notes from the field.',
  icons: [{ src: '/icon-1.png', sizes: '192x192', type: 'image/png' }],
};

/** Processes `manifest` as one engine does, as if a page on https://app.example linked it. */
export function processed(
  manifest: object,
  engine: Engine = 'chromium',
  platform: Platform = 'desktop',
): ProcessedResult {
  return processManifest(JSON.stringify(manifest, null, 2), {
    manifestUrl: 'https://app.example/site.webmanifest',
    documentUrl: 'https://app.example/index.html',
    engine,
    platform,
    sameSite: (one, other) => one.hostname.split('.').at(-2) === other.hostname.split('.').at(-2),
  });
}
