import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  checkHead,
  checkResponse,
  findManifestLink,
  listHeadTags,
  readHead,
  type HeadFinding,
} from '../../../src/manifest/site/index.js';
import { processManifest } from '../../../src/manifest/index.js';
import { base, processed } from '../processed.js';

const link = '<link rel="manifest" href="/site.webmanifest">';
const touch = '<link rel="apple-touch-icon" href="/touch.png">';
const documentUrl = 'https://app.example/index.html';

const check = (head: string, manifest: object = base): HeadFinding[] =>
  checkHead(`<!doctype html><html><head>${head}</head></html>`, processed(manifest));
const find = (code: string, ...given: Parameters<typeof check>): HeadFinding | undefined =>
  check(...given).find((finding) => finding.code === code);

/** The address of the icon in the tag that is written for tabs, or for Home Screens. */
function iconFor(rel: 'icon' | 'apple-touch-icon', icons: object[]): string | undefined {
  return listHeadTags(processed({ ...base, icons })).find(({ attributes }) => attributes.rel === rel)?.attributes.href;
}
const icon = (src: string, sizes: string, rest: object = {}): object => ({ src, sizes, ...rest });

describe('the tags for a manifest', () => {
  test('take the smallest icon that is large enough, 180 pixels for Home Screens and 32 for tabs', () => {
    const icons = ['/512.png', '/32.png', '/180.png', '/179.png', '/31.png', '/48.png'].map((src) =>
      icon(src, src.replace(/\/(\d+)\.png/, '$1x$1')),
    );
    assert.equal(iconFor('apple-touch-icon', icons), '/180.png');
    assert.equal(iconFor('icon', icons), '/32.png');
  });

  test('take PNG for Home Screens, by its type or else by its name, and SVG for tabs', () => {
    const icons = [
      icon('/a.webp', '180x180', { type: 'image/webp' }),
      icon('/b.png', '192x192'),
      icon('/c', '512x512', { type: 'image/png' }),
      icon('/d.svg', 'any', { type: 'image/svg+xml' }),
    ];
    assert.equal(iconFor('apple-touch-icon', icons), '/b.png');
    assert.equal(iconFor('icon', icons), '/d.svg');
    assert.equal(iconFor('apple-touch-icon', [icons[0]!]), undefined);
  });

  test('take no icon that is only to be masked', () => {
    const icons = [
      icon('/mask.svg', 'any', { purpose: 'maskable' }),
      icon('/mask.png', '180x180', { purpose: 'maskable' }),
      icon('/any.png', '512x512'),
    ];
    assert.deepEqual([iconFor('icon', icons), iconFor('apple-touch-icon', icons)], ['/any.png', '/any.png']);
  });

  test('call the app by its name on Home Screens where it has no short one', () => {
    assert.equal(
      listHeadTags(processed({ ...base, short_name: undefined })).find(
        ({ attributes }) => attributes.name === 'apple-mobile-web-app-title',
      )!.attributes.content,
      base.name,
    );
  });

  test('keep the origin of what only looks like it', () => {
    assert.equal(
      iconFor('icon', [icon('https://app.example.evil.example/a.png', '32x32')]),
      'https://app.example.evil.example/a.png',
    );
  });
});

describe('details of a head', () => {
  test('an icon of the manifest that WebKit would take loses to that of the page, and only such a one', () => {
    assert.ok(find('touch-icon-wins', touch));
    assert.equal(find('touch-icon-wins', touch, { ...base, icons: [] }), undefined);
  });

  test('a touch icon is judged by its type, and else by its name', () => {
    assert.equal(
      find('touch-icon-format', '<link rel="apple-touch-icon" type="image/png" href="/touch.webp">'),
      undefined,
    );
    for (const tag of ['href="/touch.webp?x"', 'href="/touch" type="image/webp"', 'href="/touch.svg"'])
      assert.ok(find('touch-icon-format', `<link rel="apple-touch-icon" ${tag}>`), tag);
  });

  test('old tags contradict only a manifest that can be read, and are each for one engine', () => {
    const tags = ['apple-mobile-web-app-capable', 'mobile-web-app-capable']
      .map((name) => `<meta name="${name}" content="yes">`)
      .join('');
    const broken = processManifest('{', {
      engine: 'chromium',
      manifestUrl: 'https://app.example/site.webmanifest',
      documentUrl,
    });
    assert.equal(
      checkHead(`<head>${link}${tags}`, broken).some(({ code }) => code === 'capable-contradicts'),
      false,
    );
    const found = check(tags, { ...base, display: 'browser' }).filter(({ code }) => code === 'capable-contradicts');
    assert.deepEqual(
      found.map(({ engines }) => engines),
      [['webkit'], ['chromium']],
    );
  });

  test('titles and names differ only from those of the manifest', () => {
    const nameless = { ...base, name: undefined, short_name: undefined };
    assert.equal(find('title-differs', '<meta name="apple-mobile-web-app-title" content="Log">', nameless), undefined);
    assert.equal(find('application-name-differs', '<meta name="application-name" content="Log">', nameless), undefined);
  });

  test('an app that overrides its display to be full screen needs the whole screen, too', () => {
    const viewport = '<meta name="viewport" content="width=device-width">';
    assert.ok(find('viewport-fit-missing', viewport, { ...base, display_override: ['fullscreen'] }));
    assert.equal(
      find('viewport-fit-missing', viewport, { ...base, display_override: ['standalone', 'fullscreen'] }),
      undefined,
    );
  });

  test('a colour for all media is one for every page, and an invalid one hides nothing', () => {
    const dark = '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#000">';
    assert.ok(find('theme-color-hidden', `<meta name="theme-color" media="ALL" content="#fff">${dark}`));
    assert.equal(find('theme-color-hidden', `<meta name="theme-color" content="nonsense">${dark}`), undefined);
  });

  test('a dark colour that only the manifest has is written as the tag that is missing', () => {
    assert.equal(
      find('theme-color-missing', link, { ...base, color_scheme_dark: { theme_color: 'black' } })!.fix,
      '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#000000">',
    );
  });

  test('crossorigin may be anonymous', () => {
    for (const value of ['anonymous', 'ANONYMOUS', ''])
      assert.equal(find('crossorigin-unknown', link.replace('>', ` crossorigin="${value}">`)), undefined, value);
  });
});

test('the link of a page is the first in its head, or else one in the body, with credentials in any case of letters', () => {
  const find = (html: string): unknown => findManifestLink(readHead(html), documentUrl);
  const later = '<link rel="manifest" href="/b" crossorigin="USE-CREDENTIALS">';
  assert.deepEqual(find(`<head>${later}</head><body>${link}`), { url: 'https://app.example/b', withCredentials: true });
  assert.deepEqual(find(`<head></head><body>${link}`), {
    url: 'https://app.example/site.webmanifest',
    withCredentials: false,
  });
  for (const href of ['http://[', ' '])
    assert.equal(find(`<head><link rel="manifest" href="${href}">`), undefined, href);
});

test('a response needs all that a request with credentials requires, and one whose date cannot be read has expired', () => {
  const context = { manifestUrl: 'https://cdn.example/m', documentUrl, withCredentials: true };
  const refused = checkResponse({ 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }, context);
  assert.deepEqual(
    refused.map(({ fix }) => fix),
    ['Access-Control-Allow-Origin: https://app.example\nAccess-Control-Allow-Credentials: true'],
  );
  assert.deepEqual(checkResponse({ 'Content-Type': 'application/json', Expires: 'never' }), []);
});
