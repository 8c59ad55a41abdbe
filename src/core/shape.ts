import { fromBase64Url, isBase64Url } from './bytes.js';

/** Tells whether a value from outside has the shape it should have. */
export type Shape = (value: unknown) => boolean;

/** An array of more than this many items is refused; no real answer comes near it. */
const longest = 1024;

export const text: Shape = (value) => typeof value === 'string';
export const flag: Shape = (value) => typeof value === 'boolean';
export const count: Shape = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
export const integer: Shape = (value) => Number.isSafeInteger(value);
export const record: Shape = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Base64url that stands for `least` to `most` bytes. */
export const bytes = (least: number, most: number): Shape => (value) => {
  if (!isBase64Url(value) || value.length > 2 * most) return false;
  const { length } = fromBase64Url(value);
  return length >= least && length <= most;
};

/** An array, each of whose items has the shape. */
export const list = (item: Shape): Shape => (value) => Array.isArray(value) && value.length <= longest && value.every(item);

/** Missing, or of the shape. */
export const maybe = (shape: Shape): Shape => (value) => value === undefined || shape(value);

/** An object whose named members have their shapes. Other members may be there: contracts grow. */
export const object = (members: Record<string, Shape>): Shape => (value) => {
  if (!record(value)) return false;
  return Object.entries(members).every(([name, shape]) => shape(Object.hasOwn(value as object, name) ? (value as Record<string, unknown>)[name] : undefined));
};
