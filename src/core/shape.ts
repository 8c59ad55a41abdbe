import { isBase64Url } from './bytes.js';

/** Tells whether a value from outside has the shape it should have. */
export type Shape = (value: unknown) => boolean;

/** An array of more items than this is refused; no real answer comes near it. */
const longest = 1024;

/** A string. */
export const text: Shape = (value) => typeof value === 'string';
/** A boolean. */
export const flag: Shape = (value) => typeof value === 'boolean';
/** An integer that JSON carries exactly. */
export const integer: Shape = (value) => Number.isSafeInteger(value);
/** Such an integer, not below 0. */
export const count: Shape = (value) => integer(value) && (value as number) >= 0;
/** An object that is no array. */
export const record: Shape = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Base64url that stands for `least` to `most` bytes. */
export function bytes(least: number, most: number): Shape {
  return (value) => {
    const length = isBase64Url(value) ? Math.floor((value.replace(/=+$/, '').length * 3) / 4) : -1;
    return length >= least && length <= most;
  };
}

/** An array, each of whose items has the shape. */
export function list(item: Shape): Shape {
  return (value) => Array.isArray(value) && value.length <= longest && value.every(item);
}

/** Missing, or of the shape. */
export function maybe(shape: Shape): Shape {
  return (value) => value === undefined || shape(value);
}

/** An object whose named members have their shapes. Others may be there too: contracts grow. */
export function object(members: Record<string, Shape>): Shape {
  return (value) =>
    record(value) &&
    Object.entries(members).every(([name, shape]) =>
      shape(Object.hasOwn(value as object, name) ? (value as Record<string, unknown>)[name] : undefined),
    );
}
