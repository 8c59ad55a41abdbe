import { LatchError } from '../base/client/errors.js';
import { joinParts } from './parts.js';
import type { Bytes } from './secrets.js';
import type { VaultScope } from './slots.js';
import { decodeValue } from './values.js';

/** What the record of a stream says about it. */
export interface StreamHeader {
  /** Under which its pieces are stored; random. */
  name: string;
  pieces: number;
  /** In bytes. */
  length: number;
}

/** Where one piece belongs. The last one is marked, so that a truncated stream is noticed. */
export function pieceContext(
  { rpId, userHandleHash, vaultId }: VaultScope,
  store: string,
  id: string,
  name: string,
  index: number,
  isLast: boolean,
  generation: number,
): Bytes {
  return joinParts('wcv/piece/v1', rpId, userHandleHash, vaultId, store, id, name, index, Number(isLast), generation);
}

/** Reads what the record of a stream says. */
export function readHeader(plaintext: Bytes): StreamHeader {
  return decodeValue('json', plaintext) as StreamHeader;
}

/** How many bytes a stream may have: 4 GiB. */
const longestStream = 4_294_967_296;

/** @throws {LatchError} `constraint` if a stream would be longer than it may be. */
export function checkStreamLength(length: number): void {
  if (length > longestStream) throw new LatchError('constraint', 'A stream has at most 4 GiB.');
}
