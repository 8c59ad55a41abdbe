import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { buildHead, checkHead, listHeadTags, readHead, type HeadFinding } from '../../../src/manifest/site/index.js';
import { readCodes } from '../codes.js';
import { base, processed } from '../processed.js';

const link = '<link rel="manifest" href="/site.webmanifest">';
const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">';
/** A head that leaves nothing to be said about `base`, but that WebKit prefers its touch icon. */
const sound = `${link}${viewport}<meta name="theme-color" content="#102030"><link rel="icon" href="/icon.svg"><link rel="apple-touch-icon" href="/touch.png">`;

const page = (head: string, body = ''): string =>
  `<!doctype html>\n<html lang="en"><head><title>Notes</title>${head}</head><body>${body}</body></html>`;
const check = (head: string, manifest: object = base): HeadFinding[] => checkHead(page(head), processed(manifest));
const codesOf = (...given: Parameters<typeof check>): string[] =>
  check(...given)
    .map(({ code }) => code)
    .filter((code) => code !== 'touch-icon-wins');

describe('a head', () => {
  test('can be without fault', () => assert.deepEqual(codesOf(sound), []));

  test('may be written in any case, order and quoting', () => {
    assert.deepEqual(
      codesOf(
        sound
          .replace('rel="manifest"', "CROSSORIGIN='' REL=' Alternate MANIFEST '")
          .toUpperCase()
          .replace(/HREF="[^"]*"/g, (href) => href.toLowerCase()),
      ),
      [],
    );
  });

  test('may say more than once what it likes inside comments, scripts and templates', () => {
    assert.deepEqual(codesOf(`<!-- ${link} --><script>'${link}'</script><template>${link}</template>${sound}`), []);
  });
});

/** What a change of the sound head is found to be. */
const faults: Array<[name: string, head: string, codes: string[], manifest?: object]> = [
  ['no link', sound.replace(link, ''), ['manifest-link-missing']],
  [
    'a link after something that ends the head',
    sound.replace(link, `<div></div>${link}`),
    ['manifest-link-outside-head'],
  ],
  ['two links', sound + link, ['manifest-link-repeated']],
  ['a link without an address', sound.replace('/site.webmanifest', ' '), ['manifest-link-empty']],
  [
    'a link with something else than an address',
    sound.replace('/site.webmanifest', 'http://['),
    ['manifest-link-invalid'],
  ],
  ['a link to another manifest', sound.replace('/site.webmanifest', '/other.webmanifest'), ['manifest-link-elsewhere']],
  [
    'a link below another base',
    `<base href="/below/">${sound.replace('/site.webmanifest', 'site.webmanifest')}`,
    ['manifest-link-elsewhere'],
  ],
  [
    'a link with credentials',
    sound.replace('rel="manifest"', 'rel="manifest" crossorigin="use-credentials"'),
    ['manifest-link-credentials'],
  ],
  [
    'a misspelt crossorigin',
    sound.replace('rel="manifest"', 'rel="manifest" crossorigin="use-credential"'),
    ['crossorigin-unknown'],
  ],
  ['no theme-color', sound.replace(/<meta name="theme-color"[^>]*>/, ''), ['theme-color-missing']],
  [
    'no theme-color, as in the manifest',
    sound.replace(/<meta name="theme-color"[^>]*>/, ''),
    [],
    { ...base, theme_color: undefined },
  ],
  [
    'no theme-color for the dark colour of the manifest',
    sound.replace(/<meta name="theme-color"[^>]*>/, ''),
    ['theme-color-missing'],
    { ...base, color_scheme_dark: { theme_color: 'black' } },
  ],
  ['an invalid theme-color', sound.replace('#102030', 'sky'), ['theme-color-invalid']],
  ['another theme-color', sound.replace('#102030', 'red'), ['theme-color-differs']],
  ['the same theme-color in other words', sound.replace('#102030', 'rgb(16 32 48)'), []],
  [
    'a theme-color for dark only',
    sound.replace('name="theme-color"', 'name="theme-color" media="(prefers-color-scheme: dark)"'),
    ['theme-color-unpaired'],
  ],
  [
    'theme-colors for light and dark',
    sound.replace(
      /<meta name="theme-color"[^>]*>/,
      '<meta name="theme-color" media="(prefers-color-scheme:light)" content="#fff"><meta name="theme-color" media="(prefers-color-scheme: dark)" content="#000">',
    ),
    [],
  ],
  [
    'a theme-color for dark after one for all',
    `${sound}<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#000">`,
    ['theme-color-hidden'],
  ],
  ['no touch icon', sound.replace(/<link rel="apple[^>]*>/, ''), ['touch-icon-missing']],
  ['a touch icon that is SVG', sound.replace('/touch.png', '/touch.svg?v=1'), ['touch-icon-format']],
  [
    'a touch icon of another size',
    sound.replace('rel="apple-touch-icon"', 'rel="apple-touch-icon" sizes="152x152"'),
    ['touch-icon-size'],
  ],
  ['touch icons of several sizes', `${sound}<link rel="apple-touch-icon" sizes="152x152" href="/t.png">`, []],
  ['a retired touch icon', `${sound}<link rel="apple-touch-icon-precomposed" href="/t.png">`, ['retired-tag']],
  ['another title', `${sound}<meta name="apple-mobile-web-app-title" content="Field notes">`, ['title-differs']],
  ['the same title', `${sound}<meta name="apple-mobile-web-app-title" content="Notes">`, []],
  [
    'the name as title where there is no short name',
    `${sound}<meta name="apple-mobile-web-app-title" content="Field notes">`,
    [],
    { ...base, short_name: undefined },
  ],
  ['another application name', `${sound}<meta name="application-name" content="Notes">`, ['application-name-differs']],
  ['the same application name', `${sound}<meta name="application-name" content="Field notes">`, []],
  [
    'a tag of WebKit that the manifest makes needless',
    `${sound}<meta name="apple-mobile-web-app-capable" content="yes">`,
    ['capable-legacy'],
  ],
  [
    'a tag of Chromium that the manifest makes needless',
    `${sound}<meta name="mobile-web-app-capable" content="yes">`,
    ['capable-legacy'],
  ],
  [
    'a tag that contradicts the manifest',
    `${sound}<meta name="apple-mobile-web-app-capable" content="yes">`,
    ['capable-contradicts'],
    { ...base, display: 'browser' },
  ],
  ['a tag that says no', `${sound}<meta name="apple-mobile-web-app-capable" content="no">`, []],
  [
    'an unknown status bar style',
    `${sound}<meta name="apple-mobile-web-app-status-bar-style" content="translucent">`,
    ['status-bar-style-unknown'],
  ],
  ['a black status bar', `${sound}<meta name="apple-mobile-web-app-status-bar-style" content="black">`, []],
  [
    'a translucent status bar above a page with margins',
    `${sound}<meta name="apple-mobile-web-app-status-bar-style" content="black-translucent">`,
    ['status-bar-needs-viewport-fit'],
  ],
  [
    'a translucent status bar above a page that reaches below it',
    `${sound.replace('initial-scale=1', 'viewport-fit=cover')}<meta name="apple-mobile-web-app-status-bar-style" content="black-translucent">`,
    [],
  ],
  ['one startup image', `${sound}<link rel="apple-touch-startup-image" href="/s.png">`, []],
  [
    'startup images without media',
    `${sound}<link rel="apple-touch-startup-image" href="/s.png"><link rel="apple-touch-startup-image" media="(orientation: portrait)" href="/p.png">`,
    ['startup-image-without-media'],
  ],
  [
    'startup images for the same devices',
    `${sound}${'<link rel="apple-touch-startup-image" media="(orientation:  portrait)" href="/p.png">'.repeat(2)}`,
    ['startup-image-repeated'],
  ],
  ['no icon for tabs', sound.replace(/<link rel="icon"[^>]*>/, ''), ['icon-link-missing']],
  ['a shortcut icon', sound.replace('rel="icon"', 'rel="shortcut icon"'), []],
  ['a mask icon', `${sound}<link rel="mask-icon" href="/m.svg" color="#102030">`, ['mask-icon-legacy']],
  [
    'a mask icon without colour',
    `${sound}<link rel="mask-icon" href="/m.svg">`,
    ['mask-icon-legacy', 'mask-icon-without-color'],
  ],
  [
    'tiles',
    `${sound}<meta name="msapplication-TileColor" content="#123"><meta name="msapplication-config" content="/b.xml">`,
    ['retired-tag', 'retired-tag'],
  ],
  ['no viewport', sound.replace(viewport, ''), ['viewport-missing']],
  [
    'an app in full screen whose page leaves out the edges',
    sound,
    ['viewport-fit-missing'],
    { ...base, display: 'fullscreen' },
  ],
  [
    'an app in full screen whose page has no edges',
    sound.replace('initial-scale=1', 'viewport-fit=cover'),
    [],
    { ...base, display: 'fullscreen' },
  ],
];

describe('in a head', () => {
  for (const [name, head, codes, manifest] of faults)
    test(`${name}: ${codes.join(', ') || 'nothing to be said'}`, () =>
      assert.deepEqual(codesOf(head, manifest), codes));

  test('every code is found by one of these', () => {
    const found = new Set<string>(
      faults.flatMap(([, head, , manifest]) => check(head, manifest)).map(({ code }) => code),
    );
    assert.deepEqual(
      readCodes('src/manifest/site/head/finding-codes.ts', 'HeadFindingCode').filter((code) => !found.has(code)),
      [],
    );
  });

  test('a finding names the tag, its place, what it says and what to write instead', () => {
    const [finding] = checkHead(
      `<!doctype html>\n<title>Notes</title>\n${sound}\n  <meta name="apple-mobile-web-app-title" content="Log">`,
      processed(base),
    ).filter(({ code }) => code === 'title-differs');
    assert.deepEqual(finding, {
      level: 'warning',
      code: 'title-differs',
      path: 'meta[name="apple-mobile-web-app-title"]',
      message: 'On the Home Screen WebKit calls the app "Log", elsewhere it is "Notes".',
      value: 'Log',
      engines: ['webkit'],
      spec: finding!.spec,
      fix: 'content="Notes"',
      line: 4,
      column: 3,
    });
  });

  test('a missing icon matters more when the manifest has none that WebKit takes', () => {
    const levelWith = (purpose: string): string =>
      check(link, { ...base, icons: [{ ...base.icons[0], purpose }] }).find(
        ({ code }) => code === 'touch-icon-missing',
      )!.level;
    assert.deepEqual([levelWith('any'), levelWith('maskable')], ['info', 'warning']);
  });

  test('whatever the page is, the answer is a list', () => {
    const pieces = fc.constantFrom(
      '<head>',
      '</head>',
      '<link rel=manifest href=',
      '"',
      "'",
      '>',
      '<title>',
      '<svg>',
      '<template>',
      '<!--',
      '<meta name=theme-color content=',
      'viewport',
      '\0',
      '<base href="//[">',
      '&#x0;',
      '=',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string())), (parts) => {
        assert.ok(Array.isArray(checkHead(parts.join(''), processed(base))));
      }),
      { numRuns: 300 },
    );
  });

  test('a page that is nested very deeply is read all the same', () => {
    assert.equal(readHead('<div>'.repeat(20_000) + link).length, 1);
  });
});

describe('the tags that are built for a manifest', () => {
  const rich = {
    ...base,
    color_scheme_dark: { theme_color: 'black' },
    icons: [
      { src: '/mask.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/48.png', sizes: '48x48', type: 'image/png' },
      { src: 'https://cdn.example/any.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  };

  test('are the link, the colours, the icons and the titles', () => {
    assert.equal(
      buildHead(processed(rich)),
      `<link rel="manifest" href="/site.webmanifest">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#102030">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#000000">
<link rel="icon" type="image/svg+xml" sizes="any" href="https://cdn.example/any.svg">
<link rel="apple-touch-icon" sizes="192x192" href="/192.png">
<meta name="application-name" content="Field notes">
<meta name="apple-mobile-web-app-title" content="Notes">
`,
    );
  });

  test('are only those that the manifest has something for', () => {
    assert.equal(buildHead(processed({ start_url: '/' })), '<link rel="manifest" href="/site.webmanifest">\n');
  });

  test('take the largest icon if none is large enough', () => {
    const hrefs = listHeadTags(processed({ ...base, icons: rich.icons.slice(3, 4) })).map(
      ({ attributes }) => attributes.href,
    );
    assert.deepEqual(hrefs.filter(Boolean), ['/site.webmanifest', '/48.png', '/48.png']);
  });

  test('leave nothing to be found', () => {
    for (const manifest of [rich, base, { ...base, short_name: undefined }])
      assert.deepEqual(
        checkHead(page(viewport + buildHead(processed(manifest))), processed(manifest)).filter(
          ({ level }) => level !== 'info',
        ),
        [],
      );
  });

  test('say exactly what the manifest says, whatever characters that has', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('"><script>alert(1)</script>', "'&quot;&amp;", '</head>')),
        (name) => {
          const result = processed({
            ...base,
            name,
            short_name: name,
            icons: [{ src: `/${encodeURIComponent(name)}"<&.png`, sizes: '192x192' }],
          });
          const tags = readHead(page(buildHead(result)));
          const expected = listHeadTags(result);
          assert.deepEqual(
            tags.slice(1).map(({ attributes }) => attributes),
            expected.map(({ attributes }) =>
              Object.fromEntries(
                Object.entries(attributes).map(([key, value]) => [
                  key,
                  value.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD'),
                ]),
              ),
            ),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
