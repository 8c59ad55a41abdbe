/**
 * A decoded image: red, green, blue and alpha of each pixel, a byte each, not premultiplied, row by row from the top
 * left. An `ImageData` of a canvas is one.
 */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

/**
 * Returns how much two icons differ, from 0 (not at all) to 1 (black against white, opaque against transparent): the
 * mean difference of all four channels of all pixels. Chromium measures this before it lets a new icon replace a
 * familiar one; `predictUpdate` takes the number as `iconDifference`.
 *
 * Chromium draws both icons at one size before it compares. Here the larger one is shrunk to the width and height of
 * the smaller one, each pixel being the average of the area that it covers, weighed by alpha; an icon of another shape
 * is squeezed. What cannot be seen has no colour.
 *
 * @throws {TypeError} if the data of one is not four bytes for each of its pixels, or if it has no pixels.
 */
export function compareIcons(one: Pixels, other: Pixels): number {
  checkPixels(one, 'one');
  checkPixels(other, 'other');
  const width = Math.min(one.width, other.width);
  const height = Math.min(one.height, other.height);
  const first = shrink(one, width, height);
  const second = shrink(other, width, height);
  let sum = 0;
  for (let index = 0; index < first.length; index++) sum += Math.abs(seenOf(first, index) - seenOf(second, index));
  return sum / (first.length * 255);
}

/** A channel of a pixel; 0 for transparent pixels, regardless of their color. */
function seenOf(data: Pixels['data'], index: number): number {
  return data[index | 3] === 0 ? 0 : data[index]!;
}

function checkPixels({ width, height, data }: Pixels, name: string): void {
  if (!(width > 0 && height > 0)) throw new TypeError(`"${name}" must have at least one pixel`);
  if (data.length !== width * height * 4)
    throw new TypeError(`"${name}" must have four bytes for each of its ${width} × ${height} pixels`);
}

/** Draws the image at a size that is not larger in any direction. */
function shrink(image: Pixels, width: number, height: number): Uint8Array | Uint8ClampedArray {
  if (image.width === width && image.height === height) return image.data;
  const columns = coverOf(image.width, width);
  const rows = coverOf(image.height, height);
  const shrunk = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) shrunk.set(average(image, columns[x]!, rows[y]!), (y * width + x) * 4);
  return shrunk;
}

/** Which old rows (or columns) each new one covers, and by how much of them. */
function coverOf(from: number, to: number): Array<Array<{ at: number; share: number }>> {
  return Array.from({ length: to }, (_, index) => {
    const start = (index * from) / to;
    const end = ((index + 1) * from) / to;
    const covered = [];
    for (let at = Math.floor(start); at < end; at++)
      covered.push({ at, share: Math.min(at + 1, end) - Math.max(at, start) });
    return covered;
  });
}

function average(
  { width, data }: Pixels,
  columns: Array<{ at: number; share: number }>,
  rows: Array<{ at: number; share: number }>,
): number[] {
  let [red, green, blue, opacity, area] = [0, 0, 0, 0, 0];
  for (const row of rows)
    for (const column of columns) {
      const at = (row.at * width + column.at) * 4;
      const share = row.share * column.share;
      const weight = share * data[at + 3]!;
      red += weight * data[at]!;
      green += weight * data[at + 1]!;
      blue += weight * data[at + 2]!;
      opacity += weight;
      area += share;
    }
  return opacity === 0 ? [0, 0, 0, 0] : [red / opacity, green / opacity, blue / opacity, opacity / area];
}
