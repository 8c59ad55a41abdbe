import encode, { init } from '@jsquash/jpeg/encode.js';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const encoder = createRequire(import.meta.url).resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm');

/** A JPEG of one colour. */
export async function jpeg(
  width: number,
  height = width,
  [red, green, blue] = [16, 32, 48],
  { progressive = false } = {},
): Promise<Buffer> {
  await init({ wasmBinary: (await readFile(encoder)).buffer });
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < data.length; at += 4) data.set([red!, green!, blue!, 255], at);
  return Buffer.from(await encode({ data, width, height, colorSpace: 'srgb' }, { quality: 100, progressive }));
}

/** Another size in the header of a JPEG than it has. */
export function claimSize(image: Buffer, width: number, height: number): Buffer {
  const claimed = Buffer.from(image);
  const frame = Math.max(claimed.indexOf('\xff\xc0', 0, 'latin1'), claimed.indexOf('\xff\xc2', 0, 'latin1'));
  claimed.writeUInt16BE(height, frame + 5);
  claimed.writeUInt16BE(width, frame + 7);
  return claimed;
}

/** A JPEG that is drawn over and over, at no expense of its own. */
export function addPasses(image: Buffer, count: number): Buffer {
  const pass = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 1, 5, 0, 0]);
  return Buffer.concat([image.subarray(0, -2), ...Array<Buffer>(count).fill(pass), Buffer.from([0xff, 0xd9])]);
}
