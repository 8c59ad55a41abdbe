import { themeColor, writeTag } from '../build-head.js';
import { parseColor } from '../../color-words.js';
import type { Engine } from '../../engine.js';
import { remarkOn, remarkOnMissing, type HeadRule } from './page-head.js';
import type { PageTag } from './read-head.js';

const spec = 'https://html.spec.whatwg.org/multipage/semantics.html#meta-theme-color';
const engines: Engine[] = ['chromium', 'webkit'];

/** Whether the colours of the page are colours, agree with the manifest, and come in pairs for light and dark. */
export const checkThemeColors: HeadRule = (head, { manifest }) => {
  const metas = head.metas('theme-color');
  const { theme_color: color, color_scheme_dark: dark } = manifest;
  if (metas.length === 0) {
    if (dark?.theme_color !== undefined) {
      const message = 'No browser reads color_scheme_dark yet; only tags in the page give an app a dark colour.';
      const fix = writeTag(themeColor(dark.theme_color, 'dark'));
      return [
        remarkOnMissing('meta[name="theme-color"]', {
          code: 'theme-color-missing',
          level: 'warning',
          message,
          engines,
          spec,
          fix,
        }),
      ];
    }
    if (color === undefined) return [];
    const message = `The installed app has the colour ${color} of the manifest on every page; a theme-color in a page changes it there, and is the only dark colour. Chromium for Android and Safari before 26 color tabs by it too.`;
    return [
      remarkOnMissing('meta[name="theme-color"]', {
        code: 'theme-color-missing',
        level: 'info',
        message,
        engines,
        spec,
        fix: writeTag(themeColor(color)),
      }),
    ];
  }
  return metas.flatMap((meta, index) =>
    [checkColor(meta, color), checkPair(meta, metas), checkOrder(meta, metas.slice(0, index))].flat(),
  );
};

function checkColor(meta: PageTag, color: string | undefined): ReturnType<HeadRule> {
  const content = meta.attributes.content ?? '';
  const parsed = parseColor(content.trim());
  if (parsed === undefined)
    return [
      remarkOn(meta, {
        code: 'theme-color-invalid',
        level: 'warning',
        message: `${JSON.stringify(content)} is no colour; the tag does not count.`,
        engines,
        spec,
      }),
    ];
  if (mediaOf(meta) !== '' || color === undefined || parsed === color) return [];
  const message = `On this page ${content} replaces the ${color} of the manifest.`;
  return [
    remarkOn(meta, {
      code: 'theme-color-differs',
      level: 'info',
      message,
      engines,
      spec,
      fix: writeTag(themeColor(color)),
    }),
  ];
}

function checkPair(meta: PageTag, metas: PageTag[]): ReturnType<HeadRule> {
  const scheme = schemeOf(meta);
  const other = scheme === 'dark' ? 'light' : 'dark';
  if (scheme === undefined || metas.some((tag) => schemeOf(tag) === other || mediaOf(tag) === '')) return [];
  const message = `There is a theme-color for ${scheme} only; with ${other} the page has none.`;
  return [
    remarkOn(meta, {
      code: 'theme-color-unpaired',
      level: 'warning',
      message,
      engines,
      spec,
      fix: writeTag(themeColor('…', other)),
    }),
  ];
}

function checkOrder(meta: PageTag, earlier: PageTag[]): ReturnType<HeadRule> {
  const hiding = earlier.find(
    (tag) => mediaOf(tag) === '' && parseColor(tag.attributes.content?.trim() ?? '') !== undefined,
  );
  if (!hiding) return [];
  const message = `Browsers take the first theme-color that fits, and the one in line ${hiding.line} always does. Put it last.`;
  return [remarkOn(meta, { code: 'theme-color-hidden', level: 'warning', message, engines, spec })];
}

function mediaOf({ attributes }: PageTag): string {
  const media = (attributes.media ?? '').trim().toLowerCase();
  return media === 'all' ? '' : media;
}

function schemeOf(tag: PageTag): 'light' | 'dark' | undefined {
  return /prefers-color-scheme\s*:\s*(light|dark)/.exec(mediaOf(tag))?.[1] as 'light' | 'dark' | undefined;
}
