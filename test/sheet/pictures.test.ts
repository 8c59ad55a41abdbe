import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compare, createSheet, crop, place, readPicture, reduceColors, writePicture } from './pictures.js';

/** A picture of one color, in which the first `count` pixels have another one. */
function picture(color: number[], count = 0, other = color) {
  const made = createSheet(40, 10);
  for (let index = 0; index < 400; index += 1) made.data.set([...(index < count ? other : color), 255], index * 4);
  return made;
}

describe('the comparison of pictures', () => {
  test('sees a letter that is gone, and overlooks a few pixels', () => {
    assert.match(compare(picture([255, 255, 255]), picture([255, 255, 255], 60, [0, 0, 0]))!.what, /pixels differ/);
    assert.equal(compare(picture([255, 255, 255]), picture([255, 255, 255], 3, [0, 0, 0])), undefined);
  });

  test('sees a color that has changed by a tenth', () => {
    assert.equal(compare(picture([31, 79, 216]), picture([31, 79, 190]))!.what, '400 pixels differ');
  });

  test('sees a picture that has another size', () => {
    assert.equal(compare(createSheet(40, 10), createSheet(40, 12))!.what, '40 × 10 pixels before, 40 × 12 now');
  });

  test('sees no difference between a picture and its file', () => {
    const colorful = createSheet(64, 64);
    for (let index = 0; index < 64 * 64; index += 1)
      colorful.data.set([index % 256, (index * 7) % 256, (index * 13) % 256, 255], index * 4);
    reduceColors(colorful);
    assert.deepEqual(readPicture(writePicture(colorful)).data, colorful.data);
    assert.equal(compare(picture([31, 79, 216]), readPicture(writePicture(picture([31, 79, 216])))), undefined);
  });

  test('finds a picture again where it was put', () => {
    const sheet = createSheet(100, 50);
    place(sheet, picture([200, 0, 0]), 30, 20);
    assert.deepEqual(crop(sheet, { x: 30, y: 20, width: 40, height: 10 }).data, picture([200, 0, 0]).data);
  });
});
