import { fromHsl, fromHwb, fromLab, fromOklab, fromPolar, spaces, type Coordinates } from './color-spaces.js';
import { colorNames } from './color-names.js';
import { expandDigits, type ReadColor } from './color.js';
import { splitTokens, trimAscii } from './text.js';
import type { Engine } from './engine.js';

interface Notation {
  /** What 100 % stands for in each channel; 0 for an angle. */
  wholes: Coordinates;
  /** Whether the elder notation, with commas, exists. */
  commas?: boolean;
  toRgb: (coordinates: Coordinates, engine: Engine) => Coordinates;
}

/** The largest number of single precision, in which browsers hold what they read. */
const largest = 3.4028234663852886e38;
const limit = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
/** A percentage, which Gecko limits to 100 % in `hwb()`. */
const share = (value: number, engine?: Engine): number => limit(value || 0, engine === 'gecko' ? 100 : largest) / 100;
const rgb: Notation = {
  wholes: [255, 255, 255],
  commas: true,
  toRgb: (channels) => channels.map((channel) => channel / 255) as Coordinates,
};
const hsl: Notation = {
  wholes: [0, 100, 100],
  commas: true,
  toRgb: ([h, s, l]) => fromHsl([h || 0, share(s), share(l)]),
};

/** @see {@link https://www.w3.org/TR/css-color-4/#color-syntax CSS Color 4, the <color> syntax} */
const notations = new Map<string, Notation>([
  ['rgb', rgb],
  ['rgba', rgb],
  ['hsl', hsl],
  ['hsla', hsl],
  [
    'hwb',
    { wholes: [0, 100, 100], toRgb: ([h, w, b], engine) => fromHwb([h || 0, share(w, engine), share(b, engine)]) },
  ],
  ['lab', { wholes: [100, 125, 125], toRgb: ([l, a, b]) => fromLab([limit(l, 100), a, b]) }],
  ['lch', { wholes: [100, 150, 0], toRgb: ([l, c, h]) => fromLab(fromPolar([limit(l, 100), Math.max(c, 0), h])) }],
  ['oklab', { wholes: [1, 0.4, 0.4], toRgb: ([l, a, b]) => fromOklab([limit(l, 1), a, b]) }],
  ['oklch', { wholes: [1, 0.4, 0], toRgb: ([l, c, h]) => fromOklab(fromPolar([limit(l, 1), Math.max(c, 0), h])) }],
]);

const degrees = new Map([
  ['', 1],
  ['deg', 1],
  ['grad', 0.9],
  ['rad', 180 / Math.PI],
  ['turn', 360],
]);
const channelPattern = /^(?:none|([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]+)?)$/;
/**
 * The one way to write hsl() without commas in which Chromium takes no saturation beyond 100 %, as it once did in all.
 */
const shortWay = /^hsla?\(\s*-?[\d.]+[a-zA-Z]*\s+-?[\d.]+%\s+-?[\d.]+%\s*(?:\/\s*-?[\d.]+)?\)$/;
/**
 * Reads a color by its name or in one of the functions of CSS Color 4 with plain numbers. System colors, `currentcolor`,
 * mixed and relative colors depend on a page.
 *
 * @see {@link https://www.w3.org/TR/css-color-4/ CSS Color 4}
 */
export const readColorWord: ReadColor = (text, color, engine) => {
  const digits = colorNames.get((engine === 'chromium' ? text.toLowerCase() : color).replace('grey', 'gray'));
  return digits === undefined
    ? parseFunction(color, engine, engine !== 'chromium' || shortWay.test(text))
    : expandDigits(digits);
};

function parseFunction(color: string, engine: Engine, isSaturationLimited: boolean): string | undefined {
  const [, name = '', body = ''] = /^([a-z]+)\(([^()]*)\)?$/.exec(color) ?? [];
  const withCommas = body.includes(',');
  const rest = body.split(withCommas ? ',' : '/');
  const channels = withCommas ? rest.splice(0, 3).map(trimAscii) : splitTokens(rest.shift()!.replaceAll('%', '% '));
  const toRgb = name === 'color' ? spaces.get(channels.shift() ?? '') : undefined;
  const notation: Notation | undefined = toRgb ? { wholes: [1, 1, 1], toRgb } : notations.get(name);
  if (!notation || rest.length > 1 || channels.length !== 3 || (withCommas && !isUniform(channels, notation)))
    return undefined;
  const values = [
    ...channels.map((channel, index) => readChannel(channel, notation.wholes[index]!, engine)),
    readChannel(trimAscii(rest[0] ?? '1'), 1, engine),
  ];
  if (values.includes(undefined)) return undefined;
  const [x, y, z, opacity] = values as [...Coordinates, number];
  const saturation = notation === hsl && (withCommas || isSaturationLimited) ? limit(y, 100) : y;
  return `#${[...notation.toRgb([x, saturation, z], engine), opacity]
    .map((value) =>
      Math.round(limit(value || 0, 1) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** The elder notation mixes no percentages and numbers, knows no `none`, and wants percentages behind an angle. */
function isUniform(channels: string[], { commas, wholes: [first] }: Notation): boolean {
  const kinds = channels.slice(first === 0 ? 1 : 0).map((channel) => channel.endsWith('%'));
  return commas === true && !channels.includes('none') && kinds.every((kind) => kind === (first === 0 || kinds[0]));
}

/** In Gecko a missing channel is NaN until the end, and so is everything computed from it. */
function readChannel(text: string, whole: number, engine: Engine): number | undefined {
  const [match, digits = engine === 'gecko' ? NaN : 0, unit = ''] = channelPattern.exec(text) ?? [];
  const factor = unit === '%' ? whole / 100 : whole === 0 ? degrees.get(unit) : unit === '' ? 1 : 0;
  if (match === undefined || !factor) return undefined;
  const value = Number(digits) * factor;
  return Math.min(Math.max(value, -largest), largest);
}
