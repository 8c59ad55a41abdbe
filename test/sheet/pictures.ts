import { crc32, deflateSync } from 'node:zlib';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Where a picture lies in a sheet, in pixels. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What stands between pictures in a sheet: red, green, blue. */
const ground = [0x8c, 0x8c, 0x94] as const;

export function readPicture(bytes: Uint8Array): PNG {
  return PNG.sync.read(Buffer.from(bytes));
}

export function crop(picture: PNG, { x, y, width, height }: Place): PNG {
  const part = new PNG({ width, height });
  PNG.bitblt(picture, part, x, y, width, height, 0, 0);
  return part;
}

/** An empty sheet. */
export function createSheet(width: number, height: number): PNG {
  const sheet = new PNG({ width, height });
  sheet.data.fill(Uint8Array.of(...ground, 255));
  return sheet;
}

export function place(sheet: PNG, picture: PNG, x: number, y: number): void {
  PNG.bitblt(picture, sheet, 0, 0, picture.width, picture.height, x, y);
}

/** Colors as numbers of 15 bits, five for each of red, green and blue. */
const colorCount = 1 << 15;
const channels = (color: number): number[] =>
  [color >> 10, (color >> 5) & 31, color & 31].map((level) => (level << 3) | (level >> 2));

/**
 * Takes from a picture the colors that it can do without, so that its file is small: at most 256 are left, each at most
 * four of 255 levels from what it was, the rare ones perhaps more.
 */
export function reduceColors({ data }: PNG): void {
  const colorAt = (offset: number): number =>
    ((data[offset]! >> 3) << 10) | ((data[offset + 1]! >> 3) << 5) | (data[offset + 2]! >> 3);
  const counts = new Uint32Array(colorCount);
  for (let offset = 0; offset < data.length; offset += 4) counts[colorAt(offset)]! += 1;
  const [kept, rare] = byFrequency(counts);
  const replacements = Uint16Array.from({ length: colorCount }, (_value, color) => color);
  for (const color of rare) replacements[color] = findNearest(color, kept);
  const levels = Array.from({ length: colorCount }, (_value, color) => channels(replacements[color]!));
  for (let offset = 0; offset < data.length; offset += 4) {
    const [red, green, blue] = levels[colorAt(offset)]!;
    data[offset] = red!;
    data[offset + 1] = green!;
    data[offset + 2] = blue!;
    data[offset + 3] = 255;
  }
}

/** The 256 most frequent colors, and the others. */
function byFrequency(counts: Uint32Array): [number[], number[]] {
  const colors = [...counts.keys()].filter((color) => counts[color]! > 0);
  colors.sort((one, other) => counts[other]! - counts[one]! || one - other);
  return [colors.slice(0, 256), colors.slice(256)];
}

function findNearest(color: number, colors: readonly number[]): number {
  const wanted = channels(color);
  const distance = (other: number): number =>
    channels(other).reduce((sum, level, channel) => sum + (level - wanted[channel]!) ** 2, 0);
  return colors.reduce((nearest, other) => (distance(other) < distance(nearest) ? other : nearest));
}

/** The file of a picture of at most 256 colors: a PNG with a palette, which the package does not write. */
export function writePicture({ width, height, data }: PNG): Buffer {
  const palette = new Map<number, number>();
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0, offset = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, offset += 4) {
      const color = (data[offset]! << 16) | (data[offset + 1]! << 8) | data[offset + 2]!;
      let index = palette.get(color);
      if (index === undefined) palette.set(color, (index = palette.size));
      rows[y * (width + 1) + 1 + x] = index;
    }
  if (palette.size > 256) throw new RangeError(`A picture has ${palette.size} colors.`);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...palette.keys()].flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A part of a PNG: its length, its name, its content and their checksum. */
function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** How many pixels may differ in a picture: a fraction of one letter. */
const tolerance = 8;

/** What differs between two pictures, in words, and the pixels in question; nothing if they are the same to the eye. */
export function compare(accepted: PNG, actual: PNG): { what: string; difference?: PNG } | undefined {
  const { width, height } = actual;
  if (accepted.width !== width || accepted.height !== height)
    return { what: `${accepted.width} × ${accepted.height} pixels before, ${width} × ${height} now` };
  const difference = new PNG({ width, height });
  const count = pixelmatch(accepted.data, actual.data, difference.data, width, height, { threshold: 0.02 });
  return count > tolerance ? { what: `${count} pixels differ`, difference } : undefined;
}
