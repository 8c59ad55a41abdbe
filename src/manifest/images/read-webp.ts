import webpDecoder from '@jsquash/webp/codec/dec/webp_dec.wasm?url&inline';
import decode, { init } from '@jsquash/webp/decode.js';
import type { Pixels } from '../compare-icons.js';

/** Reads the pixels of a WebP, for which there has to be room. Rejects if it is damaged, or animated. */
export async function readWebp(bytes: Uint8Array): Promise<Pixels> {
  await init({ wasmBinary: await (await fetch(webpDecoder)).arrayBuffer() });
  return decode(new Uint8Array(bytes).buffer);
}
