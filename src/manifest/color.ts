import { colorNames } from './color-names.js';
import { fromHsl, fromHwb, fromLab, fromOklab, fromPolar, fromRgbSpace, type Coordinates } from './color-spaces.js';
import { trimAscii } from './text.js';

/** What a channel takes: 100 % of which value, whether plain numbers are scaled likewise, and whether it is an angle. */
interface Channel {
  whole: number;
  isAngle?: boolean;
}

interface ColorFunction {
  channels: [Channel, Channel, Channel];
  /** Whether the elder notation, with commas, exists; its second and third channel are percentages if it is one with a hue. */
  commas?: boolean;
  toRgb: (coordinates: Coordinates) => Coordinates;
}

const hue: Channel = { whole: NaN, isAngle: true };
const percent: Channel = { whole: 100 };
const limit = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

const rgb: ColorFunction = { channels: [{ whole: 255 }, { whole: 255 }, { whole: 255 }], commas: true, toRgb: (channels) => channels.map((channel) => channel / 255) as Coordinates };
const hsl: ColorFunction = { channels: [hue, percent, percent], commas: true, toRgb: ([h, s, l]) => fromHsl([h, limit(s, 100) / 100, l / 100]) };

/** @see {@link https://www.w3.org/TR/css-color-4/#color-syntax CSS Color 4, the <color> syntax} */
const functions = new Map<string, ColorFunction>([
  ['rgb', rgb],
  ['rgba', rgb],
  ['hsl', hsl],
  ['hsla', hsl],
  ['hwb', { channels: [hue, percent, percent], toRgb: ([h, w, b]) => fromHwb([h, w / 100, b / 100]) }],
  ['lab', { channels: [percent, { whole: 125 }, { whole: 125 }], toRgb: ([l, a, b]) => fromLab([limit(l, 100), a, b]) }],
  ['lch', { channels: [percent, { whole: 150 }, hue], toRgb: ([l, c, h]) => fromLab(fromPolar([limit(l, 100), Math.max(c, 0), h])) }],
  ['oklab', { channels: [{ whole: 1 }, { whole: 0.4 }, { whole: 0.4 }], toRgb: ([l, a, b]) => fromOklab([limit(l, 1), a, b]) }],
  ['oklch', { channels: [{ whole: 1 }, { whole: 0.4 }, hue], toRgb: ([l, c, h]) => fromOklab(fromPolar([limit(l, 1), Math.max(c, 0), h])) }],
]);

const degrees = new Map([['', 1], ['deg', 1], ['grad', 0.9], ['rad', 180 / Math.PI], ['turn', 360]]);
const space = '[ \\t\\n\\f\\r]*';
const number = '[+-]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)(?:[eE][+-]?\\d+)?';
const channelPattern = new RegExp(`^(?:none|(${number})(%|[a-z]+)?)$`, 'i');
const callPattern = new RegExp(`^([a-z]+)\\(${space}([^()]*?)${space}\\)?$`, 'i');
/** No colour is longer; a text beyond that is not looked into. */
const longest = 256;

/**
 * The colour as `#rrggbbaa`; undefined if it is none. Takes what a manifest can hold: hexadecimal digits, names, and the functions of CSS Color 4 with
 * plain numbers. System colours, `currentcolor`, mixed and relative colours need a page to mean something, and no engine but Gecko takes them.
 *
 * @see {@link https://www.w3.org/TR/css-color-4/ CSS Color 4}
 */
export function parseColor(text: string): string | undefined {
  if (text.length > longest) return undefined;
  const color = trimAscii(text.replace(/\/\*[^]*?\*\//g, ' ')).toLowerCase();
  if (color.startsWith('#')) return expandHex(color.slice(1));
  if (color === 'transparent') return '#00000000';
  const named = colorNames.get(color);
  return named ? `#${named}ff` : parseFunction(color);
}

function expandHex(digits: string): string | undefined {
  if (!/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return undefined;
  const full = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
  return `#${full.padEnd(8, 'f')}`;
}

function parseFunction(text: string): string | undefined {
  const [, name = '', body = ''] = callPattern.exec(text) ?? [];
  if (name === 'color') return parseSpace(body);
  const rule = functions.get(name);
  if (!rule) return undefined;
  const withCommas = body.includes(',');
  const parts = withCommas ? (rule.commas ? splitAtCommas(body) : undefined) : splitAtSpace(body);
  if (!parts) return undefined;
  const coordinates = rule.channels.map((channel, index) => readChannel(parts.channels[index] ?? '', channel));
  if (coordinates.some((value) => value === undefined)) return undefined;
  if (withCommas && !isUniform(parts.channels, rule)) return undefined;
  return format(rule.toRgb(coordinates as Coordinates), parts.alpha);
}

function parseSpace(body: string): string | undefined {
  const [, name = '', rest = ''] = /^([\w-]+)[ \t\n\f\r]+([^]*)$/.exec(body) ?? [];
  const parts = rest.includes(',') ? undefined : splitAtSpace(rest);
  const channels = parts?.channels.map((channel) => readChannel(channel, { whole: 1 }));
  if (!parts || !channels || channels.some((value) => value === undefined)) return undefined;
  const result = fromRgbSpace(name, channels as Coordinates);
  return result && format(result, parts.alpha);
}

interface Parts {
  channels: string[];
  alpha: string | undefined;
}

function splitAtSpace(body: string): Parts | undefined {
  const [main = '', alpha, ...more] = body.split('/');
  const channels = trimAscii(main).split(/[ \t\n\f\r]+/);
  return channels.length === 3 && more.length === 0 ? { channels, alpha: alpha && trimAscii(alpha) } : undefined;
}

function splitAtCommas(body: string): Parts | undefined {
  const channels = body.split(',').map(trimAscii);
  return channels.length === 3 || channels.length === 4 ? { channels: channels.slice(0, 3), alpha: channels[3] } : undefined;
}

/** The elder notation mixes no percentages and numbers, and knows no `none`. */
function isUniform(channels: string[], { channels: [first] }: ColorFunction): boolean {
  const percentages = (first.isAngle ? channels.slice(1) : channels).map((channel) => channel.endsWith('%'));
  return !channels.includes('none') && (first.isAngle ? percentages.every(Boolean) : percentages.every((is) => is === percentages[0]));
}

function readChannel(text: string, { whole, isAngle }: Channel): number | undefined {
  const [match, digits, unit = ''] = channelPattern.exec(text) ?? [];
  if (match === undefined) return undefined;
  if (digits === undefined) return 0;
  if (isAngle) {
    const factor = degrees.get(unit);
    return factor === undefined ? undefined : Number(digits) * factor;
  }
  if (unit === '%') return (Number(digits) / 100) * whole;
  return unit === '' ? Number(digits) : undefined;
}

function format(channels: Coordinates, alphaText: string | undefined): string | undefined {
  const alpha = alphaText === undefined ? 1 : readChannel(alphaText, { whole: 1 });
  if (alpha === undefined) return undefined;
  return `#${[...channels, alpha].map((channel) => Math.round(limit(channel, 1) * 255).toString(16).padStart(2, '0')).join('')}`;
}
