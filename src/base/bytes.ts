/**
 * Encodes bytes as unpadded base64url (RFC 4648, section 5). An array of numbers stands for bytes, too: some browser
 * extensions make their credentials of those.
 *
 * @throws {TypeError} if `source` is something else, as the credentials of browser extensions may hold.
 */
export function toBase64Url(source: ArrayBuffer | ArrayBufferView | readonly number[]): string {
  // Unlike Uint8Array, DataView accepts only buffers, including those of other windows.
  const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(source)
    ? source
    : new ((Array.isArray(source) ? Uint8Array : DataView) as DataViewConstructor)(source as ArrayBuffer);
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
  if (byteLengthOf(text) < 0) throw new TypeError('"text" must be base64url');
  const binary = atob(text.replaceAll('=', '').replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** How many bytes `value` stands for if it is base64url, padded or not; -1 if it is something else. */
export function byteLengthOf(value: unknown): number {
  if (typeof value !== 'string' || !/^[\w-]*={0,2}$/.test(value)) return -1;
  const { length } = value.replaceAll('=', '');
  return length % 4 === 1 ? -1 : (length * 3) >> 2;
}

/**
 * Reads a response as text, and at most `maxBytes` bytes of it: what is cut off there is not JSON any more. The network
 * may send without end.
 */
export async function readText(response: Response, maxBytes = 1_000_000): Promise<string> {
  const { body, headers } = response;
  // Developer tools show no text that was read piece by piece.
  if (Number(headers.get('content-length') ?? NaN) <= maxBytes && !headers.has('content-encoding'))
    return response.text();
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let length = 0; reader && length <= maxBytes;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    text += decoder.decode(value, { stream: true });
  }
  void reader?.cancel();
  return text.slice(0, maxBytes);
}
