/**
 * Reads a response as text, and at most `most` bytes of it: what is cut off there is not JSON any more. The network
 * may send without end.
 */
export async function readText(response: Response, most = 1_000_000): Promise<string> {
  const { body, headers } = response;
  // Developer tools show no text that was read piece by piece.
  if (Number(headers.get('content-length') ?? NaN) <= most && !headers.has('content-encoding')) return response.text();
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let length = 0; reader && length <= most;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    text += decoder.decode(value, { stream: true });
  }
  void reader?.cancel();
  return text.slice(0, most);
}
