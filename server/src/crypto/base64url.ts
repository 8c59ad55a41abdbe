/** Bytes in a separate buffer, which Web Crypto accepts without a copy. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Encodes bytes as base64url without padding, the spelling of every binary value in the contract. */
export function encodeBase64url(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');
}

/**
 * Decodes base64url of at least one byte as WebAuthn's JSON has it: no padding, no other characters, no bits left over,
 * so that equal bytes have one text only. Undefined for anything else.
 */
export function decodeBase64url(text: string): Bytes | undefined {
  const bytes = new Uint8Array(Buffer.from(text, 'base64url'));
  return bytes.length > 0 && encodeBase64url(bytes) === text ? bytes : undefined;
}
