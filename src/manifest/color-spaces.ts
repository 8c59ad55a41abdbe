/** Three coordinates of a colour. */
export type Coordinates = [number, number, number];

/** Two of the three numbers of each row, which add up to 1: what is white in one space is white in the other. */
type Matrix = readonly [Row, Row, Row];
type Row = readonly [number, number];

/**
 * To linear light of sRGB, from where each notation starts. @see {@link
 * https://www.w3.org/TR/css-color-4/#color-conversion-code CSS Color 4, conversions}
 */
const fromLinearSrgb: Matrix = [
  [1, 0],
  [0, 1],
  [0, 0],
];
const fromLms: Matrix = [
  [4.07674, -3.30771],
  [-1.26844, 2.60976],
  [-0.0042, -0.70342],
];
const fromLinearP3: Matrix = [
  [1.22494, -0.22494],
  [-0.04206, 1.04206],
  [-0.01964, -0.07864],
];
const fromLinearA98: Matrix = [
  [1.39836, -0.39836],
  [0, 1],
  [0, -0.04293],
];
const fromLinearProPhoto: Matrix = [
  [2.03438, -0.72764],
  [-0.22883, 1.23174],
  [-0.00856, -0.15327],
];
const fromLinearRec2020: Matrix = [
  [1.66049, -0.58764],
  [-0.12455, 1.1329],
  [-0.01815, -0.10058],
];
/** From XYZ with the white of D50, or D65, as 1, 1, 1. */
const fromRelativeD50: Matrix = [
  [3.02223, -1.61739],
  [-0.94385, 1.91625],
  [0.06939, -0.22898],
];
const fromRelativeD65: Matrix = [
  [3.0804, -1.53738],
  [-0.92122, 1.87597],
  [0.05287, -0.20398],
];
const oklabToLms: readonly [Coordinates, Coordinates, Coordinates] = [
  [1, 0.39634, 0.2158],
  [1, -0.10556, -0.06385],
  [1, -0.08948, -1.29149],
];

type Curve = (value: number) => number;
type Conversion = (channels: Coordinates) => Coordinates;

/** A curve, in single precision and continued below 0 as its mirror image. */
const mirror =
  (curve: Curve): Curve =>
  (value) =>
    Math.fround(Math.sign(value) * curve(Math.abs(value)));
const encode = mirror((value) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055));
const decode = mirror((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
const decodeA98 = mirror((value) => value ** (563 / 256));
/** As in Chromium, which omits that the curve starts as a line: the difference is invisible. */
const decodeProPhoto = mirror((value) => value ** 1.8);
const decodeRec2020 = mirror((value) =>
  value < 0.081243 ? value / 4.5 : ((value + 0.099297) / 1.099297) ** (1 / 0.45),
);

const fromD65: Conversion = ([x, y, z]) => fromLinear(fromRelativeD65, [x / 0.95046, y, z / 1.08906]);

/** sRGB channels from 0 to 1 (or beyond) of a colour in one of the spaces of `color()`. */
export const spaces = new Map<string, Conversion>([
  ['srgb', (channels) => channels],
  ['srgb-linear', (channels) => fromLinear(fromLinearSrgb, channels)],
  ['display-p3', (channels) => fromLinear(fromLinearP3, each(channels, decode))],
  ['display-p3-linear', (channels) => fromLinear(fromLinearP3, channels)],
  ['a98-rgb', (channels) => fromLinear(fromLinearA98, each(channels, decodeA98))],
  ['prophoto-rgb', (channels) => fromLinear(fromLinearProPhoto, each(channels, decodeProPhoto))],
  ['rec2020', (channels) => fromLinear(fromLinearRec2020, each(channels, decodeRec2020))],
  ['xyz', fromD65],
  ['xyz-d65', fromD65],
  ['xyz-d50', ([x, y, z]) => fromLinear(fromRelativeD50, [x / 0.9643, y, z / 0.8251])],
]);

/** sRGB channels of a CIE Lab colour. */
export function fromLab([lightness, a, b]: Coordinates): Coordinates {
  const y = (lightness + 16) / 116;
  return fromLinear(
    fromRelativeD50,
    each([a / 500 + y, y, y - b / 200], (value) => (value > 6 / 29 ? value ** 3 : (116 * value - 16) / 903.2963)),
  );
}

/** sRGB channels of an Oklab colour. */
export function fromOklab(coordinates: Coordinates): Coordinates {
  return fromLinear(fromLms, oklabToLms.map((row) => Math.fround(multiply(row, coordinates) ** 3)) as Coordinates);
}

/** Rectangular coordinates from lightness, chroma and hue in degrees, without which there is no chroma. */
export function fromPolar([lightness, chroma, hue]: Coordinates): Coordinates {
  if (Number.isNaN(hue)) return [lightness, 0, 0];
  const angle = ((hue % 360) * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

/** sRGB channels from hue in degrees, saturation and lightness from 0 to 1. */
export function fromHsl([hue, saturation, lightness]: Coordinates): Coordinates {
  return each([0, 8, 4], (shift) => {
    const sector = (shift + (hue % 360) / 30 + 12) % 12;
    return (
      lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(sector - 3, 9 - sector, 1))
    );
  });
}

/** sRGB channels from hue in degrees, whiteness and blackness from 0 to 1. */
export function fromHwb([hue, white, black]: Coordinates): Coordinates {
  const sum = white + black;
  return each(fromHsl([hue, 1, 0.5]), (channel) => (sum >= 1 ? white / sum : channel * (1 - sum) + white));
}

/** Nothing is left of a colour of which something is too large, or no number at all. */
function fromLinear(matrix: Matrix, coordinates: Coordinates): Coordinates {
  return coordinates.every(Number.isFinite)
    ? (matrix.map(([a, b]) => encode(multiply([a, b, 1 - a - b], coordinates))) as Coordinates)
    : [0, 0, 0];
}

function multiply([a, b, c]: Coordinates, [x, y, z]: Coordinates): number {
  return a * x + b * y + c * z;
}

function each(coordinates: Coordinates, change: (value: number) => number): Coordinates {
  return coordinates.map(change) as Coordinates;
}
