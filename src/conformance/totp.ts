import type { Bytes } from './bytes.js';

const period = 30_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The time step of RFC 6238 at `time`, in milliseconds since the epoch. */
export const timeStepAt = (time: number): number => Math.floor(time / period);

/** When the time step begins, in milliseconds since the epoch. */
export const startOfStep = (step: number): number => step * period;

function decodeBase32(text: string): Bytes {
  const bytes: number[] = [];
  let [value, bits] = [0, 0];
  for (const letter of text.replace(/=+$/, '').toUpperCase()) {
    const digit = alphabet.indexOf(letter);
    if (digit < 0) throw new TypeError('The secret must be base32.');
    value = ((value << 5) | digit) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return Uint8Array.from(bytes);
}

/**
 * The code that an authenticator app shows in a time step: six digits, SHA-1, 30 seconds.
 *
 * @throws {TypeError} if `secret` is not base32.
 * @see {@link https://www.rfc-editor.org/rfc/rfc6238 RFC 6238}
 */
export async function totpCode(secret: string, step: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', decodeBase32(secret), { name: 'HMAC', hash: 'SHA-1' }, false, [
    'sign',
  ]);
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter));
  const number = mac.getUint32(mac.getUint8(mac.byteLength - 1) & 0xf) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}
