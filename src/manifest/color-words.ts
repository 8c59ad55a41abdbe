import { fromHsl, fromHwb, fromLab, fromOklab, fromPolar, spaces, type Coordinates } from './color-spaces.js';
import { expandDigits, provideColorWords, readColor, type ReadColor } from './color.js';
import { splitTokens, trimAscii } from './text.js';
import type { Engine } from './engine.js';

const table =
  'aliceblueF0F8FFantiquewhiteFAEBD7aqua0FFaquamarine7FFFD4azureF0FFFFbeigeF5F5DCbisqueFFE4C4black000blanchedalmondFFEBCDblue00Fblueviolet8A2BE2' +
  'brownA52A2AburlywoodDEB887cadetblue5F9EA0chartreuse7FFF00chocolateD2691EcoralFF7F50cornflowerblue6495EDcornsilkFFF8DCcrimsonDC143Ccyan0FF' +
  'darkblue00008Bdarkcyan008B8BdarkgoldenrodB8860BdarkgrayA9A9A9darkgreen006400darkkhakiBDB76Bdarkmagenta8B008Bdarkolivegreen556B2FdarkorangeFF8C00' +
  'darkorchid9932CCdarkred8B0000darksalmonE9967Adarkseagreen8FBC8Fdarkslateblue483D8Bdarkslategray2F4F4Fdarkturquoise00CED1darkviolet9400D3deeppinkFF1493' +
  'deepskyblue00BFFFdimgray696969dodgerblue1E90FFfirebrickB22222floralwhiteFFFAF0forestgreen228B22fuchsiaF0FgainsboroDCDCDCghostwhiteF8F8FFgoldFFD700' +
  'goldenrodDAA520gray808080green008000greenyellowADFF2FhoneydewF0FFF0hotpinkFF69B4indianredCD5C5Cindigo4B0082ivoryFFFFF0khakiF0E68ClavenderE6E6FA' +
  'lavenderblushFFF0F5lawngreen7CFC00lemonchiffonFFFACDlightblueADD8E6lightcoralF08080lightcyanE0FFFFlightgoldenrodyellowFAFAD2lightgrayD3D3D3' +
  'lightgreen90EE90lightpinkFFB6C1lightsalmonFFA07Alightseagreen20B2AAlightskyblue87CEFAlightslategray789lightsteelblueB0C4DElightyellowFFFFE0lime0F0' +
  'limegreen32CD32linenFAF0E6magentaF0Fmaroon800000mediumaquamarine66CDAAmediumblue0000CDmediumorchidBA55D3mediumpurple9370DBmediumseagreen3CB371' +
  'mediumslateblue7B68EEmediumspringgreen00FA9Amediumturquoise48D1CCmediumvioletredC71585midnightblue191970mintcreamF5FFFAmistyroseFFE4E1moccasinFFE4B5' +
  'navajowhiteFFDEADnavy000080oldlaceFDF5E6olive808000olivedrab6B8E23orangeFFA500orangeredFF4500orchidDA70D6palegoldenrodEEE8AApalegreen98FB98' +
  'paleturquoiseAFEEEEpalevioletredDB7093papayawhipFFEFD5peachpuffFFDAB9peruCD853FpinkFFC0CBplumDDA0DDpowderblueB0E0E6purple800080rebeccapurple639redF00' +
  'rosybrownBC8F8Froyalblue4169E1saddlebrown8B4513salmonFA8072sandybrownF4A460seagreen2E8B57seashellFFF5EEsiennaA0522DsilverC0C0C0skyblue87CEEB' +
  'slateblue6A5ACDslategray708090snowFFFAFAspringgreen00FF7Fsteelblue4682B4tanD2B48Cteal008080thistleD8BFD8tomatoFF6347transparent0000turquoise40E0D0' +
  'violetEE82EEwheatF5DEB3whiteFFFwhitesmokeF5F5F5yellowFF0yellowgreen9ACD32';

/**
 * The named colours of CSS and `transparent`, as their hexadecimal digits; grey ones in American spelling. @see {@link
 * https://www.w3.org/TR/css-color-4/#named-colors CSS Color 4, Named Colors}
 */
export const colorNames: ReadonlyMap<string, string> = new Map(
  [...table.matchAll(/([a-z]+)([\dA-F]+)/g)].map(([, name, digits]) => [name!, digits!.toLowerCase()]),
);

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
  return `#${[...notation.toRgb([x, saturation, z], engine), engine === 'gecko' ? Math.fround(opacity) : opacity]
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
  const factor = unit === '%' ? whole : whole === 0 ? degrees.get(unit) : unit === '' ? 1 : 0;
  if (match === undefined || !factor) return undefined;
  // Divided last: 50 * 2.55 is less than 127.5.
  const value = (Number(digits) * factor) / (unit === '%' ? 100 : 1);
  return Math.min(Math.max(value, -largest), largest);
}

/** The color as `#rrggbbaa`, as {@link readColor} reads it, words included. */
export function parseColor(text: string, engine?: Engine): string | undefined {
  provideColorWords(readColorWord);
  return readColor(text, engine);
}
