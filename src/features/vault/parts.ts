/** Anything that is written into a list of parts. Numbers are whole and not negative, and become eight bytes. */
export type Part = string | number | Uint8Array;

const encoder = new TextEncoder();

/** Writes parts one after another, each with its length before it as four bytes, so that no two lists come to the same bytes. */
export function joinParts(...parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  // A character of UTF-16 is at most three bytes of UTF-8.
  const atMost = (part: Part) => (typeof part === 'string' ? part.length * 3 : typeof part === 'number' ? 8 : part.byteLength);
  const joined = new Uint8Array(parts.reduce<number>((length, part) => length + 4 + atMost(part), 0));
  const view = new DataView(joined.buffer);
  let at = 0;
  for (const part of parts) {
    const length = write(part, joined, view, at + 4);
    view.setUint32(at, length);
    at += 4 + length;
  }
  return joined.slice(0, at);
}

function write(part: Part, joined: Uint8Array, view: DataView, at: number): number {
  if (typeof part === 'string') return encoder.encodeInto(part, joined.subarray(at)).written;
  if (typeof part === 'number') {
    view.setUint32(at, Math.floor(part / 0x1_0000_0000));
    view.setUint32(at + 4, part >>> 0);
    return 8;
  }
  joined.set(part, at);
  return part.byteLength;
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
