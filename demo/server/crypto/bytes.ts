/** Encodes bytes as base64url without padding, the spelling of every binary value in the contract. */
export function encodeBase64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Returns `length` random bytes in base64url. 32 bytes (the default) are 43 characters. */
export function randomText(length = 32): string {
  return encodeBase64url(crypto.getRandomValues(new Uint8Array(length)));
}
