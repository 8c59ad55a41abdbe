import webpDecoder from '@jsquash/webp/codec/dec/webp_dec.wasm?url&inline';
import decodeWebp, { init } from '@jsquash/webp/decode.js';
import { PNG } from 'pngjs';
import type { Pixels } from '../../manifest/index.js';
import { measure } from './measure-images.js';
import type { Resource } from './resource.js';

/** The pixels of an icon, or why nobody knows them, as a sentence. */
export type DecodedIcon = { pixels: Pixels } | { reason: string };

const mostPixels = 4096 * 4096;

/** Decodes an icon if it is a PNG or WebP, whatever it calls itself. */
export async function decodeIcon(resource: Extract<Resource, { bytes: Uint8Array }>): Promise<DecodedIcon> {
  const { bytes, type, width = 0, height = 0 } = measure(resource);
  if (type === undefined) return { reason: 'It is no image that could be measured.' };
  if (type === 'image/svg+xml') return { reason: 'It is an SVG, which has no pixels before a browser draws it.' };
  if (type !== 'image/png' && type !== 'image/webp') return { reason: `It is ${type}, and only PNG and WebP are decoded.` };
  // The header tells the size before anything is unpacked.
  if (width * height > mostPixels) return { reason: `It is ${width} × ${height} pixels, which is more than 4096 × 4096.` };
  try {
    return { pixels: type === 'image/png' ? PNG.sync.read(Buffer.from(bytes)) : await readWebp(bytes) };
  } catch {
    return { reason: 'It is damaged, or animated.' };
  }
}

/** The decoder is compiled only when there is something for it to do. */
async function readWebp(bytes: Uint8Array): Promise<Pixels> {
  const binary = await (await fetch(webpDecoder)).arrayBuffer();
  await init({ wasmBinary: binary });
  return decodeWebp(new Uint8Array(bytes).buffer);
}
