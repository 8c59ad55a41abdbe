import { colorNames } from './color-names.js';
import { fromHsl, fromHwb, fromLab, fromOklab, fromPolar, spaces, type Coordinates } from './color-spaces.js';
import { splitTokens, trimAscii } from './text.js';

interface Notation {
  /** What 100 % stands for in each channel; 0 for an angle. */
  wholes: Coordinates;
  /** Whether the elder notation, with commas, exists. */
  commas?: boolean;
  toRgb: (coordinates: Coordinates) => Coordinates;
}

/** What comes of numbers without end counts for nothing. */
const limit = (value: number, most: number): number => Math.min(Math.max(value || 0, 0), most);
const rgb: Notation = { wholes: [255, 255, 255], commas: true, toRgb: (channels) => channels.map((channel) => channel / 255) as Coordinates };
const hsl: Notation = { wholes: [0, 100, 100], commas: true, toRgb: ([h, s, l]) => fromHsl([h, limit(s / 100, 1), l / 100]) };

/** @see {@link https://www.w3.org/TR/css-color-4/#color-syntax CSS Color 4, the <color> syntax} */
const notations = new Map<string, Notation>([
  ['rgb', rgb],
  ['rgba', rgb],
  ['hsl', hsl],
  ['hsla', hsl],
  ['hwb', { wholes: [0, 100, 100], toRgb: ([h, w, b]) => fromHwb([h, limit(w / 100, 1e9), limit(b / 100, 1e9)]) }],
  ['lab', { wholes: [100, 125, 125], toRgb: ([l, a, b]) => fromLab([limit(l, 100), a, b]) }],
  ['lch', { wholes: [100, 150, 0], toRgb: ([l, c, h]) => fromLab(fromPolar([limit(l, 100), Math.max(c, 0), h])) }],
  ['oklab', { wholes: [1, 0.4, 0.4], toRgb: ([l, a, b]) => fromOklab([limit(l, 1), a, b]) }],
  ['oklch', { wholes: [1, 0.4, 0], toRgb: ([l, c, h]) => fromOklab(fromPolar([limit(l, 1), Math.max(c, 0), h])) }],
]);

const degrees: Record<string, number> = { '': 1, deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };
const channelPattern = /^(?:none|([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)(%|deg|grad|rad|turn)?)$/;
/** No colour is longer; a text beyond that is not looked into. */
const longest = 256;

/**
 * The colour as `#rrggbbaa`; undefined if it is none. Takes hexadecimal digits, names, and the functions of CSS Color 4 with plain numbers; of the spaces of
 * `color()` those of screens. System colours, `currentcolor`, mixed and relative colours need a page to mean something.
 *
 * @see {@link https://www.w3.org/TR/css-color-4/ CSS Color 4}
 */
export function parseColor(text: string): string | undefined {
  if (text.length > longest) return undefined;
  const color = trimAscii(text.replace(/\/\*[^]*?\*\//g, ' ')).toLowerCase();
  const digits = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(color)?.[1] ?? colorNames.get(color.replace('grey', 'gray'));
  return digits ? `#${(digits.length < 5 ? digits.replace(/./g, '$&$&') : digits).padEnd(8, 'f')}` : parseFunction(color);
}

function parseFunction(color: string): string | undefined {
  const [, name = '', body = ''] = /^([a-z]+)\(([^()]*)\)?$/.exec(color) ?? [];
  const withCommas = body.includes(',');
  const [main = '', alpha = '1', more] = withCommas ? splitAtCommas(body) : body.split('/');
  const channels = withCommas ? main.split(',') : splitTokens(main);
  const toRgb = name === 'color' ? spaces.get(channels.shift() ?? '') : undefined;
  const notation: Notation | undefined = toRgb ? { wholes: [1, 1, 1], toRgb } : notations.get(name);
  if (!notation || more !== undefined || channels.length !== 3 || (withCommas && !isUniform(channels, notation))) return undefined;
  const values = [...channels.map((channel, index) => readChannel(channel, notation.wholes[index]!)), readChannel(trimAscii(alpha), 1)];
  if (values.includes(undefined)) return undefined;
  const [x, y, z, opacity] = values as [...Coordinates, number];
  return `#${[...notation.toRgb([x, y, z]), opacity].map((value) => Math.round(limit(value, 1) * 255).toString(16).padStart(2, '0')).join('')}`;
}

/** The three channels, and what comes after. */
function splitAtCommas(body: string): string[] {
  const parts = body.split(',').map(trimAscii);
  return [parts.slice(0, 3).join(), ...parts.slice(3)];
}

/** The elder notation mixes no percentages and numbers, knows no `none`, and wants percentages behind an angle. */
function isUniform(channels: string[], { commas, wholes: [first] }: Notation): boolean {
  const kinds = channels.slice(first === 0 ? 1 : 0).map((channel) => channel.endsWith('%'));
  return commas === true && !channels.includes('none') && kinds.every((kind) => kind === (first === 0 || kinds[0]));
}

function readChannel(text: string, whole: number): number | undefined {
  const [match, digits = '0', unit = ''] = channelPattern.exec(text) ?? [];
  if (match === undefined || (unit === '%' ? whole === 0 : unit !== '' && whole !== 0)) return undefined;
  return unit === '%' ? (Number(digits) * whole) / 100 : Number(digits) * (whole === 0 ? degrees[unit]! : 1);
}
