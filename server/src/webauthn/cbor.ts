import { refuse } from './verification-error.js';
import type { Bytes } from '../crypto/base64url.js';

/** What WebAuthn puts into CBOR, and with tags what digital credentials do. */
export type CborValue = number | string | boolean | null | Bytes | CborValue[] | CborMap | CborTag;

/** A CBOR map. */
export type CborMap = Map<number | string, CborValue>;

/** An item with a tag. */
export class CborTag {
  constructor(
    readonly tag: number,
    readonly value: CborValue,
  ) {}
}

/**
 * What may be there: how many levels of maps, arrays and tags, which tags, and whether lengths must be the shortest.
 */
export interface CborForm {
  readonly deepest: number;
  readonly tags: readonly number[];
  readonly shortest: boolean;
}

/** A decoded item and where the next one would start. */
export interface CborItem {
  readonly value: CborValue;
  readonly end: number;
}

/** CTAP2 allows no more levels of maps and arrays; the limit also keeps recursion shallow. */
const ctap2: CborForm = { deepest: 4, tags: [], shortest: true };

/**
 * Decodes the item that starts at `start`, in the canonical form of CTAP2 as far as a second form could mislead:
 * shortest lengths, definite sizes, no tags, no floats, no key twice. The order of keys is left free. Another `form`
 * may allow tags and longer lengths.
 *
 * @throws {VerificationError} if the bytes end early or are in another form; `name` says which item it was.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-conforming-all-classes WebAuthn, which prescribes CTAP2 canonical
 *   CBOR}
 */
export function decodeItem(bytes: Bytes, start: number, name: string, form = ctap2, level = 0): CborItem {
  const { major, argument, end } = decodeHead(bytes, start, name, form);
  if (major === 0) return { value: argument, end };
  if (major === 1) return { value: -1 - argument, end };
  if (major === 2) return { value: take(bytes, end, argument, name), end: end + argument };
  if (major === 3) return { value: decodeText(take(bytes, end, argument, name), name), end: end + argument };
  if (major === 7) return { value: decodeSimple(argument, name), end };
  if (level === form.deepest) refuse(`${name} is nested too deeply`);
  if (major === 4) return decodeArray(bytes, end, argument, name, form, level + 1);
  if (major === 5) return decodeMap(bytes, end, argument, name, form, level + 1);
  if (!form.tags.includes(argument)) refuse(`${name} holds a CBOR tag`);
  const tagged = decodeItem(bytes, end, name, form, level + 1);
  return { value: new CborTag(argument, tagged.value), end: tagged.end };
}

/** Decodes a map that fills `bytes` from `start` to the end. */
export function decodeWholeMap(bytes: Bytes, start: number, name: string): CborMap {
  const { value, end } = decodeItem(bytes, start, name);
  if (!(value instanceof Map)) refuse(`${name} must be a CBOR map`);
  if (end !== bytes.length) refuse(`${name} is followed by other bytes`);
  return value;
}

function decodeHead(
  bytes: Bytes,
  start: number,
  name: string,
  { shortest }: CborForm,
): { major: number; argument: number; end: number } {
  const initial = bytes[start] ?? refuse(`${name} ends too early`);
  const major = initial >> 5;
  const additional = initial & 0x1f;
  if (additional < 24) return { major, argument: additional, end: start + 1 };
  if (additional > 27 || major === 7) refuse(`${name} holds CBOR that WebAuthn does not use`);

  const size = 2 ** (additional - 24);
  const end = start + 1 + size;
  let argument = 0;
  for (let index = start + 1; index < end; index += 1)
    argument = argument * 256 + (bytes[index] ?? refuse(`${name} ends too early`));
  const smallest = size === 1 ? 24 : 2 ** (size * 4);
  if (shortest && argument < smallest) refuse(`${name} holds a CBOR length that is not the shortest`);
  if (!Number.isSafeInteger(argument)) refuse(`${name} holds a CBOR number that is too large`);
  return { major, argument, end };
}

function take(bytes: Bytes, start: number, length: number, name: string): Bytes {
  if (length > bytes.length - start) refuse(`${name} ends too early`);
  return bytes.subarray(start, start + length);
}

function decodeText(bytes: Bytes, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse(`${name} holds text that is not UTF-8`);
  }
}

function decodeSimple(argument: number, name: string): boolean | null {
  if (argument === 20) return false;
  if (argument === 21) return true;
  if (argument === 22) return null;
  return refuse(`${name} holds CBOR that WebAuthn does not use`);
}

function decodeArray(
  bytes: Bytes,
  start: number,
  count: number,
  name: string,
  form: CborForm,
  level: number,
): CborItem {
  const value: CborValue[] = [];
  let end = start;
  for (let index = 0; index < count; index += 1) {
    const item = decodeItem(bytes, end, name, form, level);
    value.push(item.value);
    end = item.end;
  }
  return { value, end };
}

function decodeMap(bytes: Bytes, start: number, count: number, name: string, form: CborForm, level: number): CborItem {
  const value: CborMap = new Map();
  let end = start;
  for (let index = 0; index < count; index += 1) {
    const key = decodeItem(bytes, end, name, form, level);
    if (typeof key.value !== 'number' && typeof key.value !== 'string')
      refuse(`${name} has a key that is neither text nor a number`);
    if (value.has(key.value)) refuse(`${name} names a key twice`);
    const item = decodeItem(bytes, key.end, name, form, level);
    value.set(key.value, item.value);
    end = item.end;
  }
  return { value, end };
}
