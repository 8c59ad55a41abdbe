import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import type { Pixels } from '../compare-icons.js';

/** Reads the pixels of a PNG, for which there has to be room. Throws if it is damaged, or unpacks to more than that. */
export function readPng(bytes: Uint8Array): Pixels {
  const image = dropRest(Buffer.from(bytes));
  if (isInterlaced(image)) boundUnpacked(image);
  return PNG.sync.read(image);
}

/** The image without what stands behind its last chunk, which browsers pass over and the library does not. */
function dropRest(image: Buffer): Buffer {
  const end = image.lastIndexOf('IEND', undefined, 'latin1');
  return end === -1 ? image : image.subarray(0, end + 8);
}

function isInterlaced(image: Buffer): boolean {
  return image[28] !== 0;
}

/**
 * Throws if the data of a PNG decompresses to more than its pixels need. The library checks that itself unless the
 * image is interlaced.
 */
function boundUnpacked(image: Buffer): void {
  const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)];
  const data: Buffer[] = [];
  for (let at = 8; at + 12 <= image.length;) {
    const end = at + 8 + image.readUInt32BE(at);
    if (image.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(image.subarray(at + 8, end));
    at = end + 4;
  }
  // Eight bytes a pixel at most, and for each row of the seven passes one for its filter and one for what does not fill
  // a byte.
  inflateSync(Buffer.concat(data), { maxOutputLength: width * height * 8 + (height * 2 + 7) * 2 });
}
