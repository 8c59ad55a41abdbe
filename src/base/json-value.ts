/** Whether it is bytes, of whichever window. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && (value as Partial<Uint8Array>)[Symbol.toStringTag] === 'Uint8Array';
}

/**
 * Serializes a value to JSON without loss; only members that are undefined are omitted. An object with a `toJSON`, such
 * as a date, is replaced by its result.
 *
 * @throws {TypeError} naming `argument` if JSON cannot say it, or would change it without a word: maps, sets, files,
 *   bytes inside an object, numbers that are not finite, undefined in a list.
 */
export function writeJson(argument: string, value: unknown): string {
  let text: string | undefined;
  let cause: unknown;
  try {
    text = JSON.stringify(value) as string | undefined;
    if (text !== undefined && isSayable(value)) return text;
  } catch (error) {
    cause = error;
  }
  throw new TypeError(
    `"${argument}" must be bytes or a JSON value: strings, finite numbers, booleans, null, arrays and plain objects`,
    { cause },
  );
}

/**
 * Copies bytes, or what JSON can say.
 *
 * @throws {TypeError} what {@link writeJson} throws.
 */
export function copyValue(argument: string, value: unknown): unknown {
  return isBytes(value) ? new Uint8Array(value) : (JSON.parse(writeJson(argument, value)) as unknown);
}

/**
 * Whether JSON says all of it. It makes `{}` of maps, sets, buffers and files, and null of numbers that are not finite,
 * without a word.
 */
function isSayable(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null)
    return typeof value !== 'function' && typeof value !== 'symbol' && value !== undefined;
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return true;
  if (Array.isArray(value)) return Array.from(value).every(isSayable);
  return (
    Object.prototype.toString.call(value) === '[object Object]' &&
    Object.values(value).every((member) => member === undefined || isSayable(member))
  );
}
