/** Three coordinates of a colour. */
export type Coordinates = [number, number, number];

type Matrix = [Coordinates, Coordinates, Coordinates];

/** To linear light of sRGB, from where each notation starts. @see {@link https://www.w3.org/TR/css-color-4/#color-conversion-code CSS Color 4, conversions} */
const fromLms: Matrix = [[4.076742, -3.307712, 0.23097], [-1.268438, 2.609757, -0.341319], [-0.004196, -0.703419, 1.707615]];
const fromLinearP3: Matrix = [[1.22494, -0.22494, 0], [-0.042057, 1.042057, 0], [-0.019638, -0.078636, 1.098274]];
/** From XYZ with the white of D50 as 1, 1, 1. */
const fromRelativeXyz: Matrix = [[3.022234, -1.617386, -0.404848], [-0.943848, 1.916254, 0.027594], [0.069386, -0.228977, 1.15959]];
const oklabToLms: Matrix = [[1, 0.396338, 0.215804], [1, -0.105561, -0.063854], [1, -0.089484, -1.291486]];

/** sRGB channels from 0 to 1 (or beyond) of a colour in one of the spaces of `color()`. */
export const spaces = new Map<string, (channels: Coordinates) => Coordinates>([
  ['srgb', (channels) => channels],
  ['srgb-linear', (channels) => each(channels, encode)],
  ['display-p3', (channels) => fromLinear(fromLinearP3, each(channels, decode))],
]);

/** sRGB channels of a CIE Lab colour. */
export function fromLab([lightness, a, b]: Coordinates): Coordinates {
  const y = (lightness + 16) / 116;
  return fromLinear(fromRelativeXyz, each([a / 500 + y, y, y - b / 200], (value) => (value > 6 / 29 ? value ** 3 : (116 * value - 16) / 903.2963)));
}

/** sRGB channels of an Oklab colour. */
export function fromOklab(coordinates: Coordinates): Coordinates {
  return fromLinear(fromLms, each(multiply(oklabToLms, coordinates), (value) => value ** 3));
}

/** Rectangular coordinates from lightness, chroma and hue in degrees. */
export function fromPolar([lightness, chroma, hue]: Coordinates): Coordinates {
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

/** sRGB channels from hue in degrees, saturation and lightness from 0 to 1. */
export function fromHsl([hue, saturation, lightness]: Coordinates): Coordinates {
  return each([0, 8, 4], (shift) => {
    const sector = (((shift + hue / 30) % 12) + 12) % 12;
    return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(sector - 3, 9 - sector, 1));
  });
}

/** sRGB channels from hue in degrees, whiteness and blackness from 0 to 1. */
export function fromHwb([hue, white, black]: Coordinates): Coordinates {
  const sum = white + black;
  return each(fromHsl([hue, 1, 0.5]), (channel) => (sum >= 1 ? white / sum : channel * (1 - sum) + white));
}

function fromLinear(matrix: Matrix, coordinates: Coordinates): Coordinates {
  return each(multiply(matrix, coordinates), encode);
}

/** The curves of sRGB, continued below 0 as their mirror images. */
function encode(value: number): number {
  return value < 0 ? -encode(-value) : value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}

function decode(value: number): number {
  return value < 0 ? -decode(-value) : value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function multiply(matrix: Matrix, [x, y, z]: Coordinates): Coordinates {
  return matrix.map(([a, b, c]) => a * x + b * y + c * z) as Coordinates;
}

function each(coordinates: Coordinates, change: (value: number) => number): Coordinates {
  return coordinates.map(change) as Coordinates;
}
