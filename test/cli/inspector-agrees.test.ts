import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { inspect } from '../../src/manifest/inspector/inspection.js';
import { checkAsJson } from './run-cli.js';

const icon = { src: '/icon.png', sizes: '512x512', type: 'image/png' };
const sound = { name: 'Letters', id: '/', start_url: '/', scope: '/', display: 'standalone', icons: [icon] };

/** Manifests that keep an engine from installing or offering the app, and one that does not. */
const manifests: Record<string, unknown> = {
  sound,
  'without anything': {},
  'without an icon': { ...sound, icons: [] },
  'with icons that are only maskable': { ...sound, icons: [{ ...icon, purpose: 'maskable' }] },
  'with icons without sizes': { ...sound, icons: [{ src: '/icon.png' }] },
  'with a purpose that is none': { ...sound, icons: [{ ...icon, purpose: 'round' }] },
  'that opens in the browser': { ...sound, display: 'browser' },
  'with a display that is none': { ...sound, display: 'stand-alone' },
  'with browser before others': { ...sound, display_override: ['browser'] },
  'with a start page elsewhere': { ...sound, start_url: 'https://elsewhere.example/' },
  'that prefers an app of Android': {
    ...sound,
    prefer_related_applications: true,
    related_applications: [{ platform: 'play', id: 'example.letters' }],
  },
  'that only some read': { ...sound, description: 'Letters', shortcuts: [], screenshots: [], file_handlers: [] },
  'that is a list': [],
};

describe('the inspector says what check-manifest says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inspector-'));
  after(() => rmSync(folder, { recursive: true }));

  for (const [what, manifest] of [...Object.entries(manifests), ['that is not JSON', undefined] as const])
    test(`of a manifest ${what}`, async () => {
      const file = join(folder, 'app.webmanifest');
      const text = manifest === undefined ? '{ "name": "Letters", }' : JSON.stringify(manifest, null, 2);
      writeFileSync(file, text);
      const { findings, manifestUrl, documentUrl } = await checkAsJson(file);
      const inspected = (['desktop', 'mobile', 'chromeos'] as const).flatMap((platform) =>
        inspect({ text, manifestUrl: manifestUrl!, documentUrl, platform }).lines.flatMap(
          ({ findings: found }) => found,
        ),
      );
      // The command looks for pictures, too.
      assert.deepEqual(tell(inspected), tell(findings.filter(({ code }) => !code.startsWith('image-'))));
    });

  /** Each once, whatever the platform. */
  function tell(findings: ReadonlyArray<{ level: string; code: string; path: string; line: number }>): string[] {
    return [...new Set(findings.map(({ level, code, path, line }) => `${line} ${path} ${level} ${code}`))].sort();
  }
});
