import { LatchError } from '../base/client/errors.js';
import { plainCode } from '../base/text/code.js';
import { importMaster, randomBytes, type Bytes } from './secrets.js';

/** Crockford's alphabet: no I, L, O or U, which are taken for others when they are written down. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const byteLength = 20;

/** A new recovery code: 160 random bits as eight groups of four characters. */
export function createRecoveryCode(): string {
  const bits = [...randomBytes(byteLength)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const characters = bits.match(/.{5}/g)!.map((five) => alphabet[Number.parseInt(five, 2)]);
  return characters.join('').match(/.{4}/g)!.join('-');
}

/**
 * Derives the secret from a code as the user has typed or pasted it, as {@link plainCode} reads it, and with look-alike
 * letters.
 *
 * @throws {TypeError} if it is not a string.
 * @throws {LatchError} `vault_wrong_key` if it cannot be a code.
 */
export async function secretOfCode(code: string): Promise<CryptoKey> {
  if (typeof code !== 'string') throw new TypeError('"code" must be a string');
  const typed = plainCode(code).replace(/[IL]/g, '1').replaceAll('O', '0');
  const bits = Array.from(typed, (character) => alphabet.indexOf(character))
    .map((value) => (value < 0 ? '' : value.toString(2).padStart(5, '0')))
    .join('');
  if (typed.length !== (byteLength * 8) / 5 || bits.length !== byteLength * 8)
    throw new LatchError('vault_wrong_key', 'This is not a recovery code.');
  const bytes: Bytes = Uint8Array.from(bits.match(/.{8}/g)!, (byte) => Number.parseInt(byte, 2));
  return importMaster(bytes);
}
