/** Anything that is written into a list of parts. Numbers are whole and not negative, and become eight bytes. */
export type Part = string | number | Uint8Array;

const encoder = new TextEncoder();

/**
 * Writes parts one after another, each with its length before it as four bytes, so that no two lists come to the same
 * bytes.
 */
export function joinParts(...parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  // A character of UTF-16 is at most three bytes of UTF-8.
  const atMost = (part: Part) =>
    typeof part === 'string' ? part.length * 3 : typeof part === 'number' ? 8 : part.byteLength;
  const joined = new Uint8Array(parts.reduce<number>((length, part) => length + 4 + atMost(part), 0));
  let at = 0;
  for (const part of parts) {
    const length = write(part, joined, at + 4);
    writeCount(length, joined, at);
    at += 4 + length;
  }
  return joined.subarray(0, at);
}

/**
 * The parts of a list, or the first `count` of them: views of its bytes.
 *
 * @throws {RangeError} if it is cut.
 */
export function splitParts(bytes: Uint8Array<ArrayBuffer>, count = Infinity): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.byteLength && parts.length < count;) {
    const end = at + 4 + view.getUint32(at);
    if (end > bytes.byteLength) throw new RangeError('The list is cut');
    parts.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return parts;
}

function write(part: Part, joined: Uint8Array, at: number): number {
  if (typeof part === 'string') return writeText(part, joined, at);
  if (typeof part === 'number') {
    writeCount(Math.floor(part / 0x1_0000_0000), joined, at);
    writeCount(part, joined, at + 4);
    return 8;
  }
  joined.set(part, at);
  return part.byteLength;
}

function writeText(text: string, joined: Uint8Array, at: number): number {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // Most names are ASCII, and calling the encoder takes longer than writing them.
    if (code > 0x7f) return encoder.encodeInto(text, joined.subarray(at)).written;
    joined[at + index] = code;
  }
  return text.length;
}

/** Writes a number as four bytes, of which it keeps the lower ones. */
function writeCount(count: number, joined: Uint8Array, at: number): void {
  for (let byte = 0; byte < 4; byte++) joined[at + byte] = count >>> (24 - 8 * byte);
}

/** Puts bytes one after another, with nothing between them. */
export function concatenate(...all: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const { byteLength } of all) length += byteLength;
  const joined = new Uint8Array(length);
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
