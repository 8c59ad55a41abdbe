import { isUtf8 } from 'node:buffer';

/** Decodes the bytes of a manifest as browsers do: as UTF-8, whether it is or not. */
export function decodeText(bytes: Uint8Array): { text: string; isUtf8: boolean } {
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), isUtf8: isUtf8(bytes) };
}
