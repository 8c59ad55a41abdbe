import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { listImages } from '../../src/manifest/images/list-images.js';
import { checkAsJson, checkManifest, type JsonReport } from './run-cli.js';
import { manifest, openSite, page, sound, soundImages, type Site } from './site.js';

describe('--json', () => {
  let site: Site;
  let report: JsonReport & { code: number };
  before(async () => {
    site = await openSite({
      ...soundImages,
      '/': page('<link rel="manifest" href="/app.webmanifest">'),
      '/app.webmanifest': manifest({ ...sound, theme_color: 'sky', orientation: 'portrait' }),
    });
    report = await checkAsJson(`${site.origin}/`);
  });
  after(() => site.close());

  test('prints one document and nothing else', async () => {
    const { stdout, stderr } = await checkManifest(`${site.origin}/`, '--json');
    assert.equal(stderr, '');
    assert.doesNotThrow(() => JSON.parse(stdout));
    assert.ok(stdout.endsWith('}\n'));
  });

  test('tells what was checked and how it went', () => {
    const { target, ok, code, manifestUrl, documentUrl, assumed } = report;
    assert.deepEqual(
      { target, ok, code, manifestUrl, documentUrl, assumed },
      {
        target: `${site.origin}/`,
        ok: true,
        code: 0,
        manifestUrl: `${site.origin}/app.webmanifest`,
        documentUrl: `${site.origin}/`,
        assumed: false,
      },
    );
  });

  test('says of each finding what it is about, and where', () => {
    const [finding] = report.findings.filter(({ code }) => code === 'invalid-color');
    assert.deepEqual(
      [finding?.about, finding?.path, finding?.line, finding?.column],
      ['manifest', 'theme_color', 8, 18],
    );
    const abouts = new Set(report.findings.map(({ about }) => about));
    assert.deepEqual([...abouts].sort(), ['manifest', 'page']);
  });

  test('has every engine with what it makes of the manifest', () => {
    assert.deepEqual(
      report.engines.map(({ engine, platform, installable, appId, manifest: { name } }) => [
        engine,
        platform,
        installable,
        appId,
        name,
      ]),
      [
        ['chromium', 'desktop'],
        ['chromium', 'chromeos'],
        ['chromium', 'mobile'],
        ['webkit', 'desktop'],
        ['webkit', 'mobile'],
        ['gecko', 'desktop'],
        ['gecko', 'mobile'],
        ['spec', 'desktop'],
      ].map(([engine, platform]) => [engine, platform, true, `${site.origin}/`, 'Field notes']),
    );
  });

  test('has no forecast unless one was requested', () => {
    assert.equal('update' in report, false);
  });

  test('has nothing that its documentation does not name', async () => {
    const compared = await checkAsJson(`${site.origin}/`, '--installed', `${site.origin}/app.webmanifest`);
    const parts = [
      { ...compared, code: undefined },
      ...compared.findings,
      ...compared.engines,
      ...compared.images,
      compared.update!,
      compared.update!.identity,
      ...compared.update!.places.map(({ forecast }) => forecast),
    ];
    const section = readFileSync(join(import.meta.dirname, '../../docs/check-manifest.md'), 'utf8')
      .split('\n## As JSON\n')[1]!
      .split('\n## ')[0]!;
    for (const name of new Set(parts.flatMap((part) => Object.keys(part))))
      assert.ok(section.includes(`\`${name}\``), name);
  });

  test('is as strict as its options ask', async () => {
    const strict = await checkAsJson(`${site.origin}/`, '--strict');
    assert.deepEqual([strict.code, strict.ok], [1, false]);
  });
});

describe('the list of images of a manifest', () => {
  const list = (content: object): string[] =>
    listImages(JSON.stringify(content), 'https://app.example/a/m.json').map(
      ({ kind, path, url }) => `${kind} ${path} ${url}`,
    );

  test('has icons and screenshots in the order of the text, with absolute addresses', () => {
    assert.deepEqual(
      list({ screenshots: [{ src: 's.png' }], icons: [{ src: '/i.png' }, { src: 'https://cdn.example/i.png' }] }),
      [
        'screenshot screenshots[0].src https://app.example/a/s.png',
        'icon icons[0].src https://app.example/i.png',
        'icon icons[1].src https://cdn.example/i.png',
      ],
    );
  });

  test('has the icons of shortcuts, file handlers, tabs and languages', () => {
    const icons = [{ src: 'i.png' }];
    const paths = list({
      shortcuts: [{ icons, icons_localized: { de: icons } }],
      file_handlers: [{ icons }],
      tab_strip: { home_tab: { icons } },
      icons_localized: { 'pt-BR': icons },
    }).map((entry) => entry.split(' ')[1]);
    assert.deepEqual(paths, [
      'shortcuts[0].icons[0].src',
      'shortcuts[0].icons_localized.de[0].src',
      'file_handlers[0].icons[0].src',
      'tab_strip.home_tab.icons[0].src',
      'icons_localized.pt-BR[0].src',
    ]);
  });

  test('has nothing that is called src elsewhere, is empty or no address', () => {
    assert.deepEqual(
      list({
        src: 'a.png',
        serviceworker: { src: 'sw.js' },
        icons: [{ src: '' }, { src: 5 }, { src: 'http://[' }, 'b.png'],
        widgets: [{ src: 'c.png' }],
      }),
      [],
    );
  });

  test('is empty for what is not JSON', () => {
    assert.deepEqual(listImages('{ "icons": [{ "src": "a.png" }]', 'https://app.example/'), []);
  });
});
