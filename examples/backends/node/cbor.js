// Reads the CBOR of authenticators: canonical as CTAP2 defines it, and nothing else.

const deepest = 8;

/**
 * Reads one item. Throws a `RangeError` if it is not canonical CBOR.
 *
 * @param {Buffer} bytes
 * @returns {{ value: unknown, end: number }} the item, and where the next one begins
 */
export function readItem(bytes, start = 0, depth = 0) {
  if (depth > deepest) throw new RangeError('CBOR is nested too deeply.');
  const head = byteAt(bytes, start);
  const major = head >> 5;
  const { number, end } = readNumber(bytes, start, head & 31);
  if (major === 0) return { value: number, end };
  if (major === 1) return { value: -1 - number, end };
  if (major === 2 || major === 3) {
    if (end + number > bytes.length) throw new RangeError('CBOR ends too early.');
    const part = bytes.subarray(end, end + number);
    const value = major === 2 ? part : new TextDecoder('utf-8', { fatal: true }).decode(part);
    return { value, end: end + number };
  }
  if (major === 4) return readList(bytes, end, number, depth);
  if (major === 5) return readMap(bytes, end, number, depth);
  if (head === 0xf4 || head === 0xf5) return { value: head === 0xf5, end };
  throw new RangeError('CBOR has a type that authenticators do not send.');
}

/** Reads a map that nothing follows. */
export function readWholeMap(bytes, start = 0) {
  const { value, end } = readItem(bytes, start);
  if (!(value instanceof Map) || end !== bytes.length)
    throw new RangeError('There must be one map and nothing behind.');
  return value;
}

function readList(bytes, start, length, depth) {
  const value = [];
  let end = start;
  for (let index = 0; index < length; index += 1) {
    const item = readItem(bytes, end, depth + 1);
    value.push(item.value);
    end = item.end;
  }
  return { value, end };
}

function readMap(bytes, start, length, depth) {
  const value = new Map();
  let end = start;
  for (let index = 0; index < length; index += 1) {
    const key = readItem(bytes, end, depth + 1);
    if (typeof key.value === 'object' || value.has(key.value)) throw new RangeError('CBOR has an unfit key.');
    const member = readItem(bytes, key.end, depth + 1);
    value.set(key.value, member.value);
    end = member.end;
  }
  return { value, end };
}

/** A number in its shortest form. */
function readNumber(bytes, start, info) {
  if (info < 24) return { number: info, end: start + 1 };
  const length = { 24: 1, 25: 2, 26: 4 }[info];
  if (length === undefined) throw new RangeError('CBOR has a number that is too long.');
  byteAt(bytes, start + length);
  const number = bytes.readUIntBE(start + 1, length);
  if (number < { 1: 24, 2: 0x100, 4: 0x10000 }[length]) throw new RangeError('CBOR has a number that is not short.');
  return { number, end: start + 1 + length };
}

function byteAt(bytes, index) {
  const byte = bytes[index];
  if (byte === undefined) throw new RangeError('CBOR ends too early.');
  return byte;
}
