import jpegDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm?url&inline';
import decode, { init } from '@jsquash/jpeg/decode.js';
import type { Pixels } from '../compare-icons.js';

/** No tool writes more. Each pass takes as long as the whole image, and may have only a few bytes. */
const mostPasses = 100;

/**
 * Reads the pixels of a JPEG, for which there has to be room. Rejects if it is damaged, even if only a part of it is
 * missing; the reason need not be an error.
 */
export async function readJpeg(bytes: Uint8Array): Promise<Pixels> {
  const passes = Buffer.from(bytes).toString('latin1').split('\xff\xda').length - 1;
  if (passes > mostPasses) throw new Error(`The image is drawn in ${passes} passes.`);
  const complaints: string[] = [];
  await init({
    wasmBinary: await (await fetch(jpegDecoder)).arrayBuffer(),
    printErr: (complaint: string) => complaints.push(complaint),
  });
  const pixels = await decode(new Uint8Array(bytes).buffer);
  // Unreadable parts become gray, and the decoder only warns.
  if (complaints.length > 0) throw new Error(complaints[0]);
  return pixels;
}
