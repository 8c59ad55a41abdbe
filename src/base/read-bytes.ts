import { attempt } from './attempt.js';
import { fromBase64Url } from './bytes.js';

/**
 * Reads bytes as browsers and the extensions that replace them give them: a buffer of any window, a view, an array of
 * numbers, or base64url. Where it can, the result is a view of the same memory, so that overwriting it leaves nothing.
 * Undefined for everything else.
 */
export function readBytes(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof value === 'string') return attempt(() => fromBase64Url(value));
  if (Array.isArray(value)) {
    const isBytes = value.every((one) => Number.isInteger(one) && (one as number) >= 0 && (one as number) < 256);
    return isBytes ? Uint8Array.from(value as number[]) : undefined;
  }
  return attempt(() => {
    // Unlike Uint8Array, DataView accepts only buffers, including those of other windows.
    const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(value) ? value : new DataView(value as ArrayBuffer);
    return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
  });
}
