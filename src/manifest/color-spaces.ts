/** Three coordinates of a colour. */
export type Coordinates = [number, number, number];

type Matrix = [Coordinates, Coordinates, Coordinates];

/** Linear light to XYZ (D65, for ProPhoto D50), and the curve that leads to linear light. */
interface RgbSpace {
  toXyz: Matrix;
  linearize: (channel: number) => number;
}

const srgbCurve = (channel: number): number => mirrored(channel, (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
const straight = (channel: number): number => channel;

const srgbToXyz: Matrix = [
  [0.4123907992659595, 0.35758433938387796, 0.1804807884018343],
  [0.21263900587151036, 0.7151686787677559, 0.07219231536073371],
  [0.01933081871559185, 0.11919477979462599, 0.9505321522496606],
];
const p3ToXyz: Matrix = [
  [0.48657094864821626, 0.26566769316909294, 0.1982172852343625],
  [0.22897456406974884, 0.6917385218365062, 0.079286914093745],
  [0, 0.045113381858902575, 1.0439443689009757],
];
const identity: Matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/** @see {@link https://www.w3.org/TR/css-color-4/#predefined CSS Color 4, Predefined Color Spaces} */
const rgbSpaces = new Map<string, RgbSpace>([
  ['srgb-linear', { toXyz: srgbToXyz, linearize: straight }],
  ['display-p3', { toXyz: p3ToXyz, linearize: srgbCurve }],
  ['display-p3-linear', { toXyz: p3ToXyz, linearize: straight }],
  [
    'a98-rgb',
    {
      toXyz: [
        [0.5766690429101307, 0.18555823790654627, 0.18822864623499472],
        [0.29734497525053616, 0.627363566255466, 0.07529145849399789],
        [0.027031361386412378, 0.07068885253582714, 0.9913375368376389],
      ],
      linearize: (channel) => mirrored(channel, (value) => value ** (563 / 256)),
    },
  ],
  [
    'prophoto-rgb',
    {
      toXyz: [
        [0.7977666449006423, 0.13518129740053308, 0.0313477341283922],
        [0.2880748288194013, 0.711835234241873, 0.00008993693872564],
        [0, 0, 0.8251046025104602],
      ],
      linearize: (channel) => mirrored(channel, (value) => (value <= 16 / 512 ? value / 16 : value ** 1.8)),
    },
  ],
  [
    'rec2020',
    {
      toXyz: [
        [0.6369580483012913, 0.14461690358620838, 0.16888097516417205],
        [0.26270021201126703, 0.677998071518871, 0.059301716469861945],
        [0, 0.028072693049087508, 1.0609850577107909],
      ],
      linearize: (channel) => mirrored(channel, (value) => (value < 0.0812428582986315 ? value / 4.5 : ((value + 0.09929682680944) / 1.09929682680944) ** (1 / 0.45))),
    },
  ],
  ['xyz', { toXyz: identity, linearize: straight }],
  ['xyz-d65', { toXyz: identity, linearize: straight }],
  ['xyz-d50', { toXyz: identity, linearize: straight }],
]);

const xyzToSrgb: Matrix = [
  [3.2409699419045213, -1.5373831775700935, -0.4986107602930033],
  [-0.9692436362808798, 1.8759675015077206, 0.04155505740717561],
  [0.05563007969699361, -0.20397695888897657, 1.0569715142428786],
];
const d50ToD65: Matrix = [
  [0.955473421488075, -0.02309845494876471, 0.06325924320057072],
  [-0.0283697093338637, 1.0099953980813041, 0.021041441191917323],
  [0.012314014864481998, -0.020507649298898964, 1.330365926242124],
];
const oklabToLms: Matrix = [
  [1, 0.3963377773761749, 0.2158037573099136],
  [1, -0.1055613458156586, -0.0638541728258133],
  [1, -0.0894841775298119, -1.2914855480194092],
];
const lmsToXyz: Matrix = [
  [1.2268798758459243, -0.5578149944602171, 0.2813910456659647],
  [-0.0405757452148008, 1.112286803280317, -0.0717110580655164],
  [-0.0763729366746601, -0.4214933324022432, 1.5869240198367816],
];

/** sRGB channels from 0 to 1 (or beyond) of a colour in one of the spaces of `color()`; undefined if there is no such space. */
export function fromRgbSpace(name: string, channels: Coordinates): Coordinates | undefined {
  if (name === 'srgb') return channels;
  const space = rgbSpaces.get(name);
  if (!space) return undefined;
  const xyz = multiply(space.toXyz, channels.map(space.linearize) as Coordinates);
  return fromXyz(name === 'prophoto-rgb' || name === 'xyz-d50' ? multiply(d50ToD65, xyz) : xyz);
}

/** sRGB channels of a CIE Lab colour. */
export function fromLab([lightness, a, b]: Coordinates): Coordinates {
  const y = (lightness + 16) / 116;
  const [fx, fz] = [a / 500 + y, y - b / 200];
  const bend = (value: number): number => (value ** 3 > 216 / 24389 ? value ** 3 : ((116 * value - 16) * 27) / 24389);
  const white: Coordinates = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585];
  const relative = [bend(fx), lightness > 8 ? y ** 3 : (lightness * 27) / 24389, bend(fz)];
  return fromXyz(multiply(d50ToD65, relative.map((value, index) => value * white[index]!) as Coordinates));
}

/** sRGB channels of an Oklab colour. */
export function fromOklab(coordinates: Coordinates): Coordinates {
  return fromXyz(multiply(lmsToXyz, multiply(oklabToLms, coordinates).map((value) => value ** 3) as Coordinates));
}

/** Rectangular coordinates from lightness, chroma and hue in degrees. */
export function fromPolar([lightness, chroma, hue]: Coordinates): Coordinates {
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

/** sRGB channels from hue in degrees, saturation and lightness from 0 to 1. */
export function fromHsl([hue, saturation, lightness]: Coordinates): Coordinates {
  const channel = (shift: number): number => {
    const sector = (((shift + hue / 30) % 12) + 12) % 12;
    return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(sector - 3, 9 - sector, 1));
  };
  return [channel(0), channel(8), channel(4)];
}

/** sRGB channels from hue in degrees, whiteness and blackness from 0 to 1. */
export function fromHwb([hue, white, black]: Coordinates): Coordinates {
  const sum = white + black;
  if (sum >= 1) return [white / sum, white / sum, white / sum];
  return fromHsl([hue, 1, 0.5]).map((channel) => channel * (1 - sum) + white) as Coordinates;
}

function fromXyz(xyz: Coordinates): Coordinates {
  return multiply(xyzToSrgb, xyz).map((channel) => mirrored(channel, (value) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055))) as Coordinates;
}

function multiply(matrix: Matrix, [x, y, z]: Coordinates): Coordinates {
  return matrix.map(([a, b, c]) => a * x + b * y + c * z) as Coordinates;
}

/** Continues a curve below 0 as its mirror image. */
function mirrored(value: number, curve: (value: number) => number): number {
  return value < 0 ? -curve(-value) : curve(value);
}
