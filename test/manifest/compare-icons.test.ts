import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareIcons, type Pixels } from '../../src/manifest/compare-icons.js';

type Color = readonly [red: number, green: number, blue: number, alpha: number];

const black: Color = [0, 0, 0, 255];
const white: Color = [255, 255, 255, 255];
const nothing: Color = [0, 0, 0, 0];

function paint(width: number, height: number, colorAt: (x: number, y: number) => Color): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(colorAt(x, y), (y * width + x) * 4);
  return { width, height, data };
}

const fill = (size: number, color: Color): Pixels => paint(size, size, () => color);

describe('comparing icons', () => {
  test('finds no difference between an icon and itself', () => {
    const icon = paint(16, 16, (x, y) => [x * 16, y * 16, 7, 255 - x]);
    assert.equal(compareIcons(icon, icon), 0);
  });

  test('counts every channel alike: all four differ between opaque white and nothing, three between white and black, one between black and nothing', () => {
    assert.equal(compareIcons(fill(8, white), fill(8, nothing)), 1);
    assert.equal(compareIcons(fill(8, white), fill(8, black)), 0.75);
    assert.equal(compareIcons(fill(8, black), fill(8, nothing)), 0.25);
  });

  test('ignores the colour of transparent pixels', () => {
    assert.equal(compareIcons(fill(8, [255, 255, 255, 0]), fill(8, nothing)), 0);
    assert.equal(compareIcons(fill(8, [255, 255, 255, 0]), fill(8, black)), 0.25);
  });

  test('takes the mean over all pixels', () => {
    const spotted = paint(10, 10, (x, y) => (y === 0 && x < 8 ? white : black));
    assert.equal(compareIcons(fill(10, black), spotted), 0.06);
  });

  test('is the same from either side', () => {
    const one = paint(9, 9, (x) => [x, 200 - x, 30, 255]);
    const other = paint(9, 9, (_x, y) => [y * 20, 3, y, 100]);
    assert.equal(compareIcons(one, other), compareIcons(other, one));
  });

  test('finds no difference between an evenly coloured icon and a larger or oddly sized one of the same colour', () => {
    for (const size of [17, 64, 100])
      assert.equal(compareIcons(fill(16, [10, 20, 30, 40]), fill(size, [10, 20, 30, 40])), 0, `${size}`);
  });

  test('shrinks the larger icon by averaging areas', () => {
    const checkered = paint(4, 4, (x, y) => ((x + y) % 2 ? white : black));
    assert.ok(compareIcons(fill(2, [128, 128, 128, 255]), checkered) < 0.005);
  });

  test('counts of a pixel on the border of two areas what lies in each', () => {
    const striped = paint(3, 2, (x) => (x === 0 ? white : black)); // two thirds of the left half are white
    const halves = paint(2, 2, (x) => (x === 0 ? [170, 170, 170, 255] : black));
    assert.equal(compareIcons(striped, halves), 0);
  });

  test('weighs colours by their opacity when it shrinks, so that what is invisible has no colour', () => {
    const half = paint(2, 2, (x) => (x === 0 ? [255, 0, 0, 255] : [0, 255, 0, 0]));
    assert.ok(compareIcons(fill(1, [255, 0, 0, 128]), half) < 0.002);
  });

  test('squeezes an icon of another shape', () => {
    assert.equal(
      compareIcons(
        paint(8, 4, () => white),
        paint(4, 8, () => white),
      ),
      0,
    );
  });

  test('refuses what is not an image, and names which of the two it is', () => {
    assert.throws(
      () => compareIcons(fill(2, black), { width: 2, height: 2, data: new Uint8Array(4) }),
      new TypeError('"other" must have four bytes for each of its 2 × 2 pixels'),
    );
    assert.throws(
      () => compareIcons({ width: 0, height: 2, data: new Uint8Array(0) }, fill(2, black)),
      new TypeError('"one" must have at least one pixel'),
    );
  });
});
