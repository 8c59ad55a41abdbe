import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  brands,
  contrastOf,
  densities,
  firstLook,
  fonts,
  largestRadius,
  lookOf,
  readFragment,
  writeCss,
  writeFragment,
  writeHtml,
  writePage,
  type BrandName,
  type Look,
} from '../../../demo/site/looks.js';

const languages = ['en', 'ar', 'de', 'zh-Hans'];
const names = Object.keys(brands) as BrandName[];

/** Looks in which everything is as the brand has it, and in which nothing is. */
const some: Look[] = names.flatMap((brand) => [
  lookOf(brand),
  {
    brand,
    accent: '#12ab9f',
    font: 'mono',
    radius: largestRadius,
    density: 'compact',
    theme: 'light',
    language: 'ar',
    direction: 'ltr',
    width: 'phone',
  },
]);

describe('the address of a look', () => {
  test('leads back to it, for every brand', () => {
    for (const look of some) assert.deepEqual(readFragment(writeFragment(look), languages), look);
  });

  test('names nothing that is as the brand has it', () => {
    assert.equal(writeFragment(firstLook), '#look?brand=acme');
  });

  for (const [what, fragment] of [
    ['no brand', '#look?accent=%23112233'],
    ['nothing at all', '#look?'],
    ['a brand that there is none of', '#look?brand=other'],
    ['a name of every object', '#look?brand=constructor'],
    ['a member of every object', '#look?brand=acme&__proto__=x'],
    ['an accent by its name', '#look?brand=acme&accent=red'],
    ['an accent with more behind it', '#look?brand=acme&accent=%23112233%3Bbackground%3Aurl(%2F%2Fevil.example)'],
    ['an accent on two lines', '#look?brand=acme&accent=%23112233%0A'],
    ['a font that there is none of', "#look?brand=acme&font=serif';}"],
    ['a radius that is too large', `#look?brand=acme&radius=${largestRadius + 1}`],
    ['a radius with a unit', '#look?brand=acme&radius=4px'],
    ['a negative radius', '#look?brand=acme&radius=-1'],
    ['a language that the elements do not speak', '#look?brand=acme&language=xx'],
    ['a direction that is none', '#look?brand=acme&direction=up'],
    ['a width that is none', '#look?brand=acme&width=320'],
    ['two accents', '#look?brand=acme&accent=%23112233&accent=%23445566'],
    ['a value that has no name', '#look?brand=acme&surprise=1'],
  ] as const)
    test(`with ${what} is none`, () => assert.equal(readFragment(fragment, languages), undefined));
});

describe('the code of a look', () => {
  test('sets documented custom properties alone, and colors as pairs where the look follows the page', () => {
    for (const look of some) {
      const css = writeCss(look);
      for (const [, name] of css.matchAll(/(--[\w-]+):/g)) assert.match(name!, /^--latch-/);
      assert.equal(css.includes('light-dark('), look.theme === 'page');
      assert.ok(
        css.includes(fonts[look.font].family) &&
          css.includes(`--latch-control-size: ${densities[look.density].size}px`),
      );
    }
  });

  test('has text that can be read on every accent, in light and in dark', () => {
    for (const brand of names)
      for (const theme of ['light', 'dark'] as const)
        for (const accent of [undefined, '#000000', '#ffffff', '#777777', '#ffff00', '#0000ff']) {
          const css = writeCss({ ...lookOf(brand), theme, accent });
          const valueOf = (name: string) => new RegExp(`${name}: (#[\\da-f]{6});`).exec(css)?.[1];
          const fill = valueOf('--latch-accent')!;
          const surface = valueOf('--latch-surface')!;
          assert.ok(contrastOf(valueOf('--latch-on-accent')!, fill) >= 4.5, `on ${fill}`);
          assert.ok(contrastOf(valueOf('--latch-accent-text') ?? fill, surface) >= 4.5, `${fill} on ${surface}`);
          assert.ok(contrastOf(valueOf('\n  color')!, valueOf('background')!) >= 7, `${brand} ${theme}`);
          assert.ok(contrastOf(valueOf('--latch-border-strong')!, surface) >= 3, `border of ${brand} ${theme}`);
        }
  });

  test('is a whole page in the language and direction of the look', () => {
    const page = writePage({ ...firstLook, language: 'ar' });
    assert.match(page, /^<!doctype html>\n<html lang="ar" dir="rtl">/);
    assert.doesNotMatch(page, /slot="heading"/, 'the card says it in Arabic');
    for (const line of writeCss({ ...firstLook, language: 'ar' }).split('\n')) assert.ok(page.includes(line.trim()));
    assert.match(writeHtml(firstLook), /<h2 slot="heading">Sign in to Acme<\/h2>/);
  });
});
