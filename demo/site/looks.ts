/**
 * The looks of the studio: six brands, what readers may change, the CSS and HTML that make a look, and the fragment of the
 * address that holds one. Everything that a fragment says is checked against a list or a pattern and written anew, so
 * that no text of an address becomes CSS.
 */

/** A color in light and in dark surroundings, as `#rrggbb`. */
type Pair = readonly [light: string, dark: string];

interface Brand {
  readonly title: string;
  readonly page: Pair;
  readonly surface: Pair;
  readonly text: Pair;
  readonly accent: Pair;
  /** Lines that separate, and those of inputs. */
  readonly border: Pair;
  readonly borderStrong: Pair;
  readonly font: FontName;
  readonly radius: number;
  readonly density: Density;
  readonly theme: Theme;
  /** Declarations of the card itself. */
  readonly card?: readonly string[];
}

/** Fonts that devices have, so that no look loads one. */
export const fonts = {
  system: { title: 'System', family: 'system-ui, sans-serif' },
  geometric: { title: 'Geometric', family: "Avenir, Montserrat, Corbel, 'URW Gothic', 'Noto Sans', sans-serif" },
  rounded: {
    title: 'Rounded',
    family:
      "ui-rounded, 'Hiragino Maru Gothic ProN', Quicksand, Comfortaa, Nunito, 'Arial Rounded MT Bold', sans-serif",
  },
  serif: { title: 'Serif', family: "Charter, 'Bitstream Charter', 'Sitka Text', Cambria, 'Noto Serif', serif" },
  mono: { title: 'Monospace', family: "ui-monospace, 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace" },
} as const;
export type FontName = keyof typeof fonts;

/** The height of controls, and what is between and around them where that is not as usual, in pixels. */
export const densities = {
  compact: { size: 36, gap: 12, padding: 24 },
  regular: { size: 44 },
  roomy: { size: 52, gap: 20, padding: 36 },
} as const satisfies Record<string, { size: number; gap?: number; padding?: number }>;
export type Density = keyof typeof densities;

export const themes = ['page', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const directions = ['auto', 'ltr', 'rtl'] as const;
export type Direction = (typeof directions)[number];

export const widths = ['full', 'phone'] as const;
export type Width = (typeof widths)[number];

/** The largest radius that can be chosen, in pixels. */
export const largestRadius = 28;

export const brands = {
  acme: {
    title: 'Acme',
    page: ['#f4f4f5', '#09090b'],
    surface: ['#ffffff', '#131316'],
    text: ['#18181b', '#fafafa'],
    accent: ['#18181b', '#fafafa'],
    border: ['#e4e4e7', '#2a2a2f'],
    borderStrong: ['#8a8a93', '#6f6f79'],
    font: 'system',
    radius: 8,
    density: 'regular',
    theme: 'page',
    card: ['box-shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 12px 40px rgb(0 0 0 / 8%);'],
  },
  sherbet: {
    title: 'Sherbet',
    page: ['#f1e9ff', '#1b1033'],
    surface: ['#ffffff', '#271850'],
    text: ['#2b1457', '#f3ecff'],
    accent: ['#7c2fe8', '#c9a9ff'],
    border: ['#e2d3fb', '#432d78'],
    borderStrong: ['#9478c4', '#9c84d6'],
    font: 'rounded',
    radius: 26,
    density: 'roomy',
    theme: 'page',
    card: ['border-color: transparent;', 'box-shadow: 0 24px 64px rgb(91 33 182 / 22%);'],
  },
  night: {
    title: 'Nightwatch',
    page: ['#dde6f3', '#060a14'],
    surface: ['#f8fbff', '#0e1628'],
    text: ['#0b1b34', '#dbe7fb'],
    accent: ['#0a5fb4', '#66c7ff'],
    border: ['#c9d6e8', '#22304d'],
    borderStrong: ['#6d82a1', '#6079a3'],
    font: 'geometric',
    radius: 12,
    density: 'regular',
    theme: 'dark',
    card: ['box-shadow: 0 0 96px rgb(102 199 255 / 12%);'],
  },
  paper: {
    title: 'Gazette',
    page: ['#f3ede0', '#1b1814'],
    surface: ['#fbf8f1', '#25211b'],
    text: ['#231d15', '#efe6d6'],
    accent: ['#8a1c14', '#f2a594'],
    border: ['#dccfb6', '#443b2e'],
    borderStrong: ['#877a64', '#8d8069'],
    font: 'serif',
    radius: 0,
    density: 'regular',
    theme: 'page',
    card: ['border-inline-color: transparent;', 'border-block: 3px double currentcolor;'],
  },
  brutal: {
    title: 'Blok',
    page: ['#ffdf3d', '#161616'],
    surface: ['#ffffff', '#212121'],
    text: ['#000000', '#ffffff'],
    accent: ['#000000', '#ffdf3d'],
    border: ['#000000', '#ffffff'],
    borderStrong: ['#000000', '#ffffff'],
    font: 'system',
    radius: 0,
    density: 'roomy',
    theme: 'page',
    card: ['border-width: 3px;', 'box-shadow: 10px 10px 0 currentcolor;'],
  },
  console: {
    title: 'Console',
    page: ['#e9eeea', '#0a0d0b'],
    surface: ['#fbfdfb', '#101511'],
    text: ['#13201a', '#cfe3d6'],
    accent: ['#146c3a', '#5fe394'],
    border: ['#cfdad2', '#25332a'],
    borderStrong: ['#6f8578', '#5d7a69'],
    font: 'mono',
    radius: 2,
    density: 'compact',
    theme: 'dark',
  },
} as const satisfies Record<string, Brand>;
export type BrandName = keyof typeof brands;

/** What readers choose. A brand has an accent for light and one for dark; a chosen accent is used in both. */
export interface Look {
  readonly brand: BrandName;
  readonly accent: string | undefined;
  readonly font: FontName;
  readonly radius: number;
  readonly density: Density;
  readonly theme: Theme;
  readonly language: string;
  readonly direction: Direction;
  readonly width: Width;
}

/** A brand as it comes. */
export function lookOf(brand: BrandName): Look {
  const { font, radius, density, theme } = brands[brand];
  return { brand, accent: undefined, font, radius, density, theme, language: 'en', direction: 'auto', width: 'full' };
}

export const firstLook = lookOf('acme');

/** Every language of the elements by its own name. */
export function nameOf(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}

/** The direction that was chosen, or that of the script in which a language is written. */
export const directionOf = ({ language, direction }: Pick<Look, 'language' | 'direction'>): 'ltr' | 'rtl' => {
  if (direction !== 'auto') return direction;
  return /^(Arab|Hebr)$/.test(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
};

// Links

/** The address of a look: its brand, and what is not as the brand has it. */
export function writeFragment(look: Look): string {
  const usual = lookOf(look.brand);
  const changed = (Object.keys(look) as (keyof Look)[]).filter((key) => key === 'brand' || look[key] !== usual[key]);
  return `#look?${new URLSearchParams(changed.map((key) => [key, String(look[key])])).toString()}`;
}

/** Whether an address is meant for the studio. */
export const isOfStudio = (fragment: string): boolean => fragment.startsWith('#look?');

/** Reads the look from the fragment of an address; undefined unless every part of it is as `writeFragment` writes it. */
export function readFragment(fragment: string, languages: readonly string[]): Look | undefined {
  const values = [...new URLSearchParams(fragment.slice('#look?'.length))];
  const given = new Map(values);
  const brand = oneOf(Object.keys(brands) as BrandName[], given.get('brand'));
  if (!brand || given.size !== values.length) return undefined;
  const read: { readonly [Key in keyof Look]: (text: string) => Look[Key] | undefined } = {
    brand: () => brand,
    accent: (text) => (/^#[\da-f]{6}$/.test(text) ? toHex(channelsOf(text)) : undefined),
    font: (text) => oneOf(Object.keys(fonts) as FontName[], text),
    radius: (text) => (/^\d{1,2}$/.test(text) && Number(text) <= largestRadius ? Number(text) : undefined),
    density: (text) => oneOf(Object.keys(densities) as Density[], text),
    theme: (text) => oneOf(themes, text),
    language: (text) => oneOf(languages, text),
    direction: (text) => oneOf(directions, text),
    width: (text) => oneOf(widths, text),
  };
  const changes: Record<string, unknown> = {};
  for (const [key, text] of values) {
    const value = Object.hasOwn(read, key) ? read[key as keyof Look](text) : undefined;
    if (value === undefined) return undefined;
    changes[key] = value;
  }
  return { ...lookOf(brand), ...changes };
}

function oneOf<Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined {
  return values.find((value) => value === text);
}

// Code

/** The CSS of a look, for the element that `selector` names. */
export function writeCss(look: Look, selector = ':root'): string {
  const brand: Brand = brands[look.brand];
  const accent: Pair = look.accent ? [look.accent, look.accent] : brand.accent;
  const onAccent = accent.map(onColor) as unknown as Pair;
  const accentText = accent.map((color, index) => readableOn(color, brand.surface[index]!)) as unknown as Pair;
  const color = (pair: Pair): string => writePair(pair, look.theme);
  const density = densities[look.density];
  const { radius } = look;
  const lines = [
    `color-scheme: ${look.theme === 'page' ? 'light dark' : look.theme};`,
    `background: ${color(brand.page)};`,
    `color: ${color(brand.text)};`,
    `font-family: ${fonts[look.font].family};`,
    `--latch-accent: ${color(accent)};`,
    `--latch-on-accent: ${color(onAccent)};`,
    ...(color(accentText) === color(accent) ? [] : [`--latch-accent-text: ${color(accentText)};`]),
    `--latch-surface: ${color(brand.surface)};`,
    `--latch-border: ${color(brand.border)};`,
    `--latch-border-strong: ${color(brand.borderStrong)};`,
    `--latch-radius: ${radius}px;`,
    `--latch-radius-surface: ${Math.min(2 * radius, 32)}px;`,
    `--latch-control-size: ${density.size}px;`,
    ...('gap' in density ? [`--latch-gap: ${density.gap}px;`, `--latch-padding: ${density.padding}px;`] : []),
  ];
  const rule = (name: string, declarations: readonly string[]): string =>
    `${name} {\n${declarations.map((line) => `  ${line}\n`).join('')}}\n`;
  const card = selector === ':root' ? 'latch-sign-in::part(card)' : `${selector} latch-sign-in::part(card)`;
  return rule(selector, lines) + (brand.card ? rule(card, brand.card) : '');
}

/** Both colors where the look follows the page, else the one that is seen. */
function writePair([light, dark]: Pair, theme: Theme): string {
  if (theme !== 'page') return theme === 'light' ? light : dark;
  return light === dark ? light : `light-dark(${light}, ${dark})`;
}

/** The heading of the card in the words of the brand, which are English; in other languages the card has its own. */
export const headingOf = ({ brand, language }: Look): string | undefined =>
  language === 'en' ? `Sign in to ${brands[brand].title}` : undefined;

/** The tag of a look. */
export function writeTag(look: Look): string {
  const heading = headingOf(look);
  const content = heading ? `\n  <h2 slot="heading">${heading}</h2>\n` : '';
  return `<latch-sign-in methods="passkey password oidc code">${content}</latch-sign-in>\n`;
}

/** The HTML of a look, to be put below its style sheet. */
export function writeHtml(look: Look): string {
  return `<link rel="stylesheet" href="/latchkey/styles.css" />
<script type="module" src="/latchkey/latchkey.js"></script>

${writeTag(look)}`;
}

/** A whole page with the look, to be saved as a file. */
export function writePage(look: Look): string {
  const indent = (text: string): string => text.trimEnd().replaceAll(/^(?=.)/gm, '      ');
  return `<!doctype html>
<html lang="${look.language}" dir="${directionOf(look)}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${brands[look.brand].title}</title>
    <link rel="stylesheet" href="/latchkey/styles.css" />
    <script type="module" src="/latchkey/latchkey.js"></script>
    <style>
${indent(writeCss(look))}

      body {
        display: grid;
        place-items: center;
        min-block-size: 100dvb;
        margin: 0;
        padding: 16px;
      }
    </style>
  </head>
  <body>
${writeTag(look).trimEnd().replaceAll(/^/gm, '    ')}
  </body>
</html>
`;
}

// Colors

type Channels = readonly [red: number, green: number, blue: number];

function channelsOf(color: string): Channels {
  const number = Number.parseInt(color.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

const toHex = (channels: Channels): string =>
  `#${channels.map((one) => Math.round(one).toString(16).padStart(2, '0')).join('')}`;

function luminanceOf(color: string): number {
  const [red, green, blue] = channelsOf(color).map((one) => {
    const share = one / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors, from 1 to 21, as WCAG 2 defines it. */
export function contrastOf(one: string, other: string): number {
  const [less, more] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number];
  return (more + 0.05) / (less + 0.05);
}

/** White or black: what can be read on the color. One of them always has a contrast of 4.5. */
const onColor = (color: string): string =>
  contrastOf(color, '#ffffff') >= contrastOf(color, '#000000') ? '#ffffff' : '#000000';

/** The color, or the nearest to it on the way to white or black that can be read as text on the surface. */
function readableOn(color: string, surface: string): string {
  const end = channelsOf(onColor(surface));
  const start = channelsOf(color);
  for (let step = 0; step < 20; step += 1) {
    const mixed = toHex(start.map((one, index) => one + ((end[index]! - one) * step) / 20) as unknown as Channels);
    if (contrastOf(mixed, surface) >= 4.5) return mixed;
  }
  return toHex(end);
}
