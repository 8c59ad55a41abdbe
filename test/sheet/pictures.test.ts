import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSheet, place } from './pictures.js';

test('a picture is on its sheet where it was put', () => {
  const picture = createSheet(40, 10);
  picture.data.fill(200);
  const sheet = createSheet(100, 50);
  place(sheet, picture, 30, 20);
  const pixel = (x: number, y: number): number => sheet.data[(y * 100 + x) * 4]!;
  assert.deepEqual([pixel(30, 20), pixel(69, 29)], [200, 200]);
  assert.deepEqual([pixel(29, 20), pixel(70, 29), pixel(30, 30)], [0x8c, 0x8c, 0x8c]);
});
