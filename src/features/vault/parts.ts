/** Anything that is written into a list of parts. Numbers are whole and not negative, and become eight bytes. */
export type Part = string | number | Uint8Array;

const encoder = new TextEncoder();

/** Writes parts one after another, each with its length before it as four bytes, so that no two lists come to the same bytes. */
export function joinParts(...parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const all = parts.map(bytesOf);
  const joined = new Uint8Array(all.reduce((length, { byteLength }) => length + 4 + byteLength, 0));
  const view = new DataView(joined.buffer);
  let at = 0;
  for (const bytes of all) {
    view.setUint32(at, bytes.byteLength);
    joined.set(bytes, at + 4);
    at += 4 + bytes.byteLength;
  }
  return joined;
}

function bytesOf(part: Part): Uint8Array {
  if (typeof part === 'string') return encoder.encode(part);
  if (typeof part !== 'number') return part;
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(part));
  return bytes;
}

/** Puts bytes one after another, with nothing between them. */
export function concatenate(...all: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(all.reduce((length, { byteLength }) => length + byteLength, 0));
  let at = 0;
  for (const bytes of all) {
    joined.set(bytes, at);
    at += bytes.byteLength;
  }
  return joined;
}

/** Compares bytes without telling by its time where they differ. */
export function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.byteLength ^ other.byteLength;
  for (let index = 0; index < one.byteLength; index++) difference |= one[index]! ^ other[index]!;
  return difference === 0;
}
