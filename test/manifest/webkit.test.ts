import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { processManifest, type ProcessedManifest } from '../../src/manifest/index.js';

/** Processes a manifest as WebKit does, by default for a page in the root of its site. */
function process(
  manifest: object,
  { document = 'https://site.example/home', from = 'https://site.example/manifest.json' } = {},
): ProcessedManifest {
  return processManifest(JSON.stringify(manifest), { engine: 'webkit', documentUrl: document, manifestUrl: from })
    .manifest;
}

const notTexts = [123, null, true, {}, [], ['https://site.example/x']];

// The facts are those of the tests that WebKit publishes for its parser,
// Tools/TestWebKitAPI/Tests/WebCore/ApplicationManifestParser.cpp; the examples are ours.
describe('in WebKit', () => {
  test('the start URL is resolved against the manifest and has to be of the page’s origin', () => {
    for (const start_url of [
      ...notTexts,
      '',
      'http:?',
      'http://site.example/x',
      'https://site.example:444/x',
      'https://other.example/x',
    ])
      assert.equal(process({ start_url }).start_url, 'https://site.example/home', String(start_url));
    const deep = { document: 'https://site.example/a/b/page', from: 'https://site.example/c/manifest.json' };
    assert.equal(process({ start_url: 'x' }, deep).start_url, 'https://site.example/c/x');
    assert.equal(process({ start_url: '../x' }, deep).start_url, 'https://site.example/x');
    assert.equal(process({ start_url: '?q' }, deep).start_url, 'https://site.example/c/manifest.json?q');
    assert.equal(
      process({ start_url: '//site.example/x' }, { from: 'https://other.example/m' }).start_url,
      'https://site.example/x',
    );
    assert.equal(
      process({ start_url: 'x' }, { from: 'https://other.example/m' }).start_url,
      'https://site.example/home',
    );
  });

  test('the identity is the start URL, fragment and all, unless an id of the same origin is given', () => {
    const start_url = 'https://site.example/app/start?q=1#part';
    for (const id of [...notTexts, '', 'http:?', 'https://other.example/x', 'https://site.example:a'])
      assert.equal(process({ start_url, id }).id, start_url, String(id));
    for (const [id, expected] of [
      ['/', '/'],
      ['x', '/x'],
      ['./x', '/x'],
      ['x/', '/x/'],
      ['../../x/y', '/x/y'],
      ['x?a=b#c', '/x?a=b'],
      ['x?a#', '/x?a'],
      ['https://site.example/x#y', '/x'],
    ]) {
      assert.equal(process({ start_url, id }).id, `https://site.example${expected}`, id);
    }
  });

  test('the scope is the folder of the start URL unless it holds the start URL, and has no query', () => {
    const page = { document: 'https://site.example/a/b/page?q#f', from: 'https://site.example/a/manifest.json' };
    for (const scope of [...notTexts, '', 'http:?', 'https://other.example/', '/elsewhere', '/A/b/'])
      assert.equal(process({ scope }, page).scope, 'https://site.example/a/b/', String(scope));
    for (const [scope, expected] of [
      ['b', '/a/b'],
      ['b/', '/a/b/'],
      ['/a', '/a'],
      ['b/c/../page', '/a/b/page'],
      ['b/page?q', '/a/b/page'],
      ['b/?#', '/a/b/'],
      ['/a/b/#f', '/a/b/'],
    ]) {
      assert.equal(process({ scope }, page).scope, `https://site.example${expected}`, scope);
    }
    assert.equal(process({ scope: '/other', start_url: '/other/start' }).scope, 'https://site.example/other');
  });

  test('words count whatever their case and the white space around them', () => {
    for (const display of [...notTexts, '', 'nonsense', 'tabbed'])
      assert.equal(process({ display }).display, 'browser');
    for (const display of ['browser', 'standalone', 'minimal-ui', 'fullscreen'] as const)
      assert.equal(process({ display: `\t\n${display.toUpperCase()} ` }).display, display);
    for (const orientation of [...notTexts, '', 'sideways'])
      assert.equal(process({ orientation }).orientation, undefined);
    for (const orientation of ['any', 'natural', 'landscape', 'landscape-secondary', 'portrait-primary'] as const)
      assert.equal(process({ orientation: orientation.toUpperCase() }).orientation, orientation);
  });

  test('texts lose the white space around them, and keep line breaks', () => {
    for (const member of ['name', 'short_name', 'description'] as const) {
      for (const value of notTexts) assert.equal(process({ [member]: value })[member], undefined);
      for (const value of ['', ' \n']) assert.equal(process({ [member]: value })[member], '');
      assert.equal(process({ [member]: '\t Good\nmorning\t ' })[member], 'Good\nmorning');
    }
  });

  test('languages are canonical, and directions words', () => {
    for (const value of [...notTexts, '', 'nonsense_'])
      assert.deepEqual([process({ lang: value }).lang, process({ dir: value }).dir], [undefined, 'auto']);
    assert.deepEqual([process({ lang: ' en-us ' }).lang, process({ dir: '\t\nRTL ' }).dir], ['en-US', 'rtl']);
  });

  test('colours are those of CSS', () => {
    for (const member of ['theme_color', 'background_color'] as const) {
      for (const value of [...notTexts, '', 'nonsense']) assert.equal(process({ [member]: value })[member], undefined);
      for (const value of [
        'blue',
        '#00f',
        '#0000ff',
        '#0000ffff',
        'rgb(0, 0, 255)',
        'rgba(0, 0, 255, 1)',
        'hsl(240, 100%, 50%)',
        'hsla(240, 100%, 50%, 1)',
      ])
        assert.equal(process({ [member]: value })[member], '#0000ffff');
    }
  });

  test('categories are any texts', () => {
    assert.deepEqual(process({ categories: ['music', 3, 'Books & Reference', null, ''] }).categories, [
      'music',
      'Books & Reference',
      '',
    ]);
    for (const categories of ['music', {}, null]) assert.deepEqual(process({ categories }).categories, []);
  });

  test('sizes are whatever stands between spaces', () => {
    for (const [sizes, expected] of [
      ['256x256', ['256x256']],
      ['72x72 96X96  any', ['72x72', '96X96', 'any']],
      ['huge', ['huge']],
      [3, undefined],
    ] as const) {
      assert.deepEqual(process({ icons: [{ src: 'a.png', sizes }] }).icons[0]!.sizes, expected);
    }
  });

  test('purposes count whatever their case, and those of the wrong type are any', () => {
    for (const purpose of [123, null, true, {}, []])
      assert.deepEqual(process({ icons: [{ src: 'a', purpose }] }).icons[0]!.purpose, ['any']);
    for (const [purpose, expected] of [
      ['\tMONOCHROME', ['monochrome']],
      ['maskable', ['maskable']],
      ['monochrome any', ['monochrome', 'any']],
      ['x any', ['any']],
    ] as const) {
      assert.deepEqual(process({ icons: [{ src: 'a', purpose }] }).icons[0]!.purpose, expected);
    }
    assert.deepEqual(
      process({
        icons: [
          { src: 'a', purpose: 'x y' },
          { src: 'a', purpose: ' ' },
          { src: 'a', purpose: '' },
          { src: 3 },
          {},
          'a.png',
        ],
      }).icons,
      [],
    );
  });

  test('shortcuts need nothing but a URL, which may lead anywhere', () => {
    const { shortcuts } = process({
      shortcuts: [
        { url: 'x', icons: [{ src: 'i.png', type: 'image/webp' }] },
        { url: 'https://other.example/y', name: ' ' },
        { name: 'A' },
        { url: 3, name: 'B' },
        'x',
      ],
    });
    assert.deepEqual(
      shortcuts.map(({ name, url }) => [name, url]),
      [
        ['', 'https://site.example/x'],
        ['', 'https://other.example/y'],
      ],
    );
    assert.deepEqual(shortcuts[0]!.icons, [
      { src: 'https://site.example/i.png', type: 'image/webp', purpose: ['any'] },
    ]);
  });

  test('what is not JSON leaves the defaults', () => {
    for (const text of ['', '{ }', 'This is not JSON.', '[]']) {
      const { manifest } = processManifest(text, {
        engine: 'webkit',
        documentUrl: 'https://site.example/home',
        manifestUrl: 'https://site.example/m',
      });
      assert.deepEqual(
        [manifest.name, manifest.start_url, manifest.id, manifest.scope],
        [undefined, 'https://site.example/home', 'https://site.example/home', 'https://site.example/'],
      );
    }
  });
});
