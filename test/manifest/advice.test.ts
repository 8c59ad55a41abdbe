import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { adviceGroups, adviseOn, processManifest } from '../../src/manifest/index.js';
import { realManifests } from './real-manifests.js';

const complete = {
  id: '/',
  name: 'Field notes',
  short_name: 'Notes',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#102030',
  background_color: '#ffffff',
  icons: [
    { src: '/192.png', sizes: '192x192', type: 'image/png' },
    { src: '/512.png', sizes: '512x512', type: 'image/png' },
    { src: '/mask.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots: [
    { src: '/n.png', sizes: '1080x1920', type: 'image/png', form_factor: 'narrow', label: 'Notes' },
    { src: '/w.png', sizes: '1920x1080', type: 'image/png', form_factor: 'wide', label: 'Notes' },
  ],
};

function advise(
  changes: object,
  manifestUrl = 'https://a.example/app.webmanifest',
): Array<[code: string, path: string, fix?: string]> {
  const text = JSON.stringify({ ...complete, ...changes }, null, 2);
  const processed = processManifest(text, { engine: 'chromium', manifestUrl, documentUrl: 'https://a.example/' });
  return adviseOn(text, processed).map(({ code, path, fix }) => (fix === undefined ? [code, path] : [code, path, fix]));
}
const codesOf = (changes: object, manifestUrl?: string): string[] => advise(changes, manifestUrl).map(([code]) => code);

describe('advice', () => {
  test('for a manifest on another origin names the scope in full, and the id as a path', () => {
    const start_url = 'https://a.example/app/?from=home';
    assert.deepEqual(advise({ id: undefined, scope: undefined, start_url }, 'https://cdn.example/app.webmanifest'), [
      ['id-missing', 'id', '"id": "/app/?from=home"'],
      ['scope-missing', 'scope', '"scope": "https://a.example/app/"'],
    ]);
  });

  test('is not needed for a complete manifest', () => {
    assert.deepEqual(advise({}), []);
  });

  for (const [code, changes] of [
    ['id-missing', { id: undefined }],
    ['scope-missing', { scope: undefined }],
    ['short-name-missing', { short_name: undefined, name: 'A name that is long' }],
    ['short-name-long', { short_name: 'Notes in fields' }],
    ['description-long', { description: 'x'.repeat(301) }],
    ['maskable-missing', { icons: complete.icons.slice(0, 2) }],
    ['icon-192-missing', { icons: complete.icons.slice(1) }],
    ['icon-512-missing', { icons: [complete.icons[0], complete.icons[2]] }],
    ['combined-purposes', { icons: [...complete.icons, { ...complete.icons[0], purpose: 'any maskable' }] }],
    ['icon-type-missing', { icons: [...complete.icons, { src: '/a.png', sizes: '48x48' }] }],
    ['shortcut-icon-small', { shortcuts: [{ name: 'New', url: '/new', icons: [{ src: '/s.png', sizes: '48x48' }] }] }],
    ['theme-color-missing', { theme_color: undefined }],
    ['background-color-missing', { background_color: undefined }],
    ['screenshots-missing', { screenshots: undefined }],
    ['screenshot-unlabelled', { screenshots: complete.screenshots.map((shot) => ({ ...shot, label: undefined })) }],
    ['orientation-lock', { orientation: 'landscape' }],
    ['unknown-category', { categories: ['cars', 'spoons'] }],
    ['launch-queue-needed', { launch_handler: { client_mode: 'focus-existing' } }],
    ['tab-strip-unused', { tab_strip: {} }],
    ['user-identifier', { start_url: '/?user_id=7' }],
  ] as const)
    test(`tells ${code}, once, and nothing else`, () => {
      assert.deepEqual(codesOf(changes), [code]);
    });

  for (const changes of [
    { short_name: undefined, name: 'Short' },
    { short_name: 'Twelve chars' },
    { description: 'x'.repeat(300) },
    { icons: [{ src: '/a.svg', sizes: 'any', type: 'image/svg+xml' }, complete.icons[2]] },
    { orientation: 'any' },
    { orientation: 'natural' },
    { display_override: ['tabbed'], tab_strip: {} },
    { start_url: '/?source=pwa' },
    { shortcuts: [{ name: 'New', url: '/new', icons: [{ src: '/s.png', sizes: '96x96' }] }] },
  ])
    test(`is not needed with ${JSON.stringify(changes).slice(0, 60)}`, () => {
      assert.deepEqual(advise(changes), []);
    });

  test('counts the icons that an installed app keeps, by their purposes', () => {
    const many = (count: number, purpose: string): object[] =>
      Array.from({ length: count }, (_, index) => ({
        src: `/${index}.png`,
        sizes: `${index + 1}x${index + 1}`,
        type: 'image/png',
        purpose,
      }));
    const large = complete.icons;
    assert.deepEqual(codesOf({ icons: [...large, ...many(17, 'any')] }), []);
    assert.deepEqual(
      advise({ icons: [...many(18, 'any'), ...large] }).map(([code, path]) => [code, path]),
      [['icons-too-many', 'icons[20]']],
    );
    assert.deepEqual(codesOf({ icons: [...large, ...many(9, 'any monochrome')] }), ['icons-too-many']);
  });

  test('names the places that have no screenshots', () => {
    const [, wide] = complete.screenshots;
    const text = JSON.stringify({ ...complete, screenshots: [wide] });
    const processed = processManifest(text, {
      engine: 'chromium',
      manifestUrl: 'https://a.example/m.json',
      documentUrl: 'https://a.example/',
    });
    assert.match(adviseOn(text, processed)[0]!.message, /no screenshots for phones, /);
  });

  test('advises wide screenshots behind narrow ones only where the limit is near', () => {
    const [narrow, wide] = complete.screenshots;
    assert.deepEqual(codesOf({ screenshots: [wide, narrow] }), []);
    assert.deepEqual(codesOf({ screenshots: [wide, wide, wide, wide, wide, wide, narrow] }), [
      'screenshots-narrow-first',
    ]);
  });

  test('writes the id that the app has now, to be put in as it is', () => {
    assert.deepEqual(advise({ id: undefined, start_url: '/home?v=1#top' }), [
      ['id-missing', 'id', '"id": "/home?v=1"'],
    ]);
  });

  test('of a manifest among assets that starts in their folder is to start at the root, and not to make the mistake permanent', () => {
    const found = advise({ id: undefined, scope: undefined, start_url: '.' }, 'https://a.example/assets/manifest.json');
    assert.deepEqual(found, [
      ['start-url-in-folder', 'start_url', '"start_url": "/"'],
      ['id-missing', 'id', '"id": "/"'],
      ['scope-missing', 'scope', '"scope": "/"'],
    ]);
  });

  test('of addresses that are relative to a folder writes them from the root', () => {
    assert.deepEqual(advise({ start_url: './', scope: './' }, 'https://a.example/notes/app.webmanifest'), [
      ['relative-url', 'start_url', '"/notes/"'],
      ['relative-url', 'scope', '"/notes/"'],
    ]);
    assert.deepEqual(advise({ start_url: './', scope: './' }), []);
  });

  test('comes in the order of its groups', () => {
    const text = '{}';
    const processed = processManifest(text, {
      engine: 'chromium',
      manifestUrl: 'https://a.example/m.json',
      documentUrl: 'https://a.example/',
    });
    const groups = adviseOn(text, processed).map(({ group }) => adviceGroups.indexOf(group));
    assert.deepEqual(
      groups,
      groups.toSorted((one, other) => one - other),
    );
  });

  test('is not given on what is no manifest', () => {
    for (const text of ['', '[]', '{'])
      assert.deepEqual(
        adviseOn(
          text,
          processManifest(text, {
            engine: 'chromium',
            manifestUrl: 'https://a.example/m',
            documentUrl: 'https://a.example/',
          }),
        ),
        [],
      );
  });

  test('points at lines that are there, in manifests of real sites', () => {
    for (const { name, text } of realManifests) {
      const processed = processManifest(text, {
        engine: 'chromium',
        manifestUrl: 'https://a.example/m.json',
        documentUrl: 'https://a.example/',
      });
      for (const { line, code } of adviseOn(text, processed))
        assert.ok(line >= 1 && line <= text.split('\n').length, `${name} ${code}`);
    }
  });
});
