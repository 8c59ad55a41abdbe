/**
 * Encodes bytes as unpadded base64url (RFC 4648, section 5).
 *
 * @throws {TypeError} if `source` is something else, as the credentials of browser extensions may hold.
 */
export function toBase64Url(source: ArrayBuffer | ArrayBufferView): string {
  // Other than Uint8Array, DataView takes nothing but buffers, and those of every window.
  const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(source) ? source : new DataView(source);
  let binary = '';
  for (const byte of new Uint8Array(buffer, byteOffset, byteLength)) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Decodes base64url, padded or not.
 *
 * @throws {TypeError} if `text` has a character outside the alphabet or an impossible length.
 */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!isBase64Url(text)) throw new TypeError('"text" must be base64url');
  const binary = atob(text.replaceAll('=', '').replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Whether `value` is a string in base64url, padded or not. The empty string is. */
export function isBase64Url(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]*={0,2}$/.test(value) && value.replaceAll('=', '').length % 4 !== 1;
}
