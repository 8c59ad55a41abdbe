/** The longest wait that a backend may ask for, in ms: a day. Timers end at once when they are given much more. */
export const longestWait = 86_400_000;

/**
 * Returns how long a response asks to wait, in ms: `Retry-After` in seconds, or a date. Undefined if it does not say, or
 * not in a form that can be read.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9110#field.retry-after RFC 9110, Retry-After}
 */
export function readRetryAfter(headers: Headers): number | undefined {
  // Without the header, both are NaN or 0.
  const text = headers.get('retry-after')!;
  // A date is one of the server's clock.
  const wait = Number(text) * 1000 || Date.parse(text) - (Date.parse(headers.get('date')!) || Date.now());
  return Math.min(Math.max(0, wait), longestWait) || undefined;
}
