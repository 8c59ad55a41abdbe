import { PNG } from 'pngjs';
import type { Brand } from './brands.js';
import { people } from './people.js';
import type { Respond } from './respond.js';

type Color = readonly [red: number, green: number, blue: number];

/** Whether a place is part of it. The picture reaches from -1 to 1 in both directions, downwards. */
type Shape = (x: number, y: number) => boolean;

/** Pixels of each side. */
const size = 96;
/** How many places of a pixel are looked at in each direction, for edges without steps. */
const fine = 4;

const ellipse =
  (centerX: number, centerY: number, width: number, height: number): Shape =>
  (x, y) =>
    ((x - centerX) / width) ** 2 + ((y - centerY) / height) ** 2 <= 1;
const everywhere: Shape = () => true;
const white: Color = [255, 255, 255];

/** Draws shapes over each other, the last on top, as a PNG. */
function draw(layers: readonly [Shape, Color][]): Buffer {
  const picture = new PNG({ width: size, height: size });
  const place = (pixel: number, part: number): number => ((pixel + (part + 0.5) / fine) / size) * 2 - 1;
  for (let pixel = 0; pixel < size * size; pixel += 1) {
    const sum = [0, 0, 0];
    for (let part = 0; part < fine * fine; part += 1) {
      const [x, y] = [place(pixel % size, part % fine), place(Math.floor(pixel / size), Math.floor(part / fine))];
      const [, color] = layers.findLast(([contains]) => contains(x, y))!;
      for (const channel of [0, 1, 2] as const) sum[channel]! += color[channel];
    }
    picture.data.set([...sum.map((total) => Math.round(total / fine ** 2)), 255], pixel * 4);
  }
  return PNG.sync.write(picture);
}

/** The provider's sign: a keyhole. */
function drawSign({ color }: Brand): Buffer {
  const slot: Shape = (x, y) => y > -0.1 && y < 0.55 && Math.abs(x) < 0.12 + (y + 0.1) * 0.22;
  return draw([
    [everywhere, color],
    [ellipse(0, -0.18, 0.3, 0.3), white],
    [slot, white],
  ]);
}

/** The picture of a user: head and shoulders on a background in the user's color. */
function drawPerson(position: number): Buffer {
  const colors: readonly Color[] = [
    [124, 58, 137],
    [20, 110, 104],
    [176, 84, 28],
    [150, 44, 72],
  ];
  return draw([
    [everywhere, colors[position % colors.length]!],
    [ellipse(0, 0.95, 0.68, 0.72), white],
    [ellipse(0, -0.2, 0.36, 0.4), white],
  ]);
}

/** The provider's sign and the pictures of its people, by path. Each is drawn when it is first asked for. */
export function createPictures(brand: Brand): Record<string, Respond> {
  const paint = (drawPicture: () => Buffer): Respond => {
    let drawn: Buffer | undefined;
    return async (_request, response) => {
      response
        .writeHead(200, {
          'Content-Type': 'image/png',
          'Cache-Control': 'max-age=3600',
          'Cross-Origin-Resource-Policy': 'cross-origin',
        })
        .end((drawn ??= drawPicture()));
    };
  };
  const portraits = people.map(
    ({ sub }, position) => [`/pictures/${sub}.png`, paint(() => drawPerson(position))] as const,
  );
  return { '/pictures/sign.png': paint(() => drawSign(brand)), ...Object.fromEntries(portraits) };
}
