import { byteLengthOf } from '../bytes.js';

/**
 * Compares a value from outside with what it should look like, and takes a member that is null and may be missing out of
 * it: many languages write null for what is not there. Returns an empty string if it fits, else where it does
 * not and what must be there, such as `.credentials.0.id must be a string`. Never the value itself.
 */
export type Shape = (value: unknown) => string;

/** A string. */
export const text: Shape = (value) => (typeof value === 'string' ? '' : ' must be a string');
/** A boolean. */
export const flag: Shape = (value) => (typeof value === 'boolean' ? '' : ' must be a boolean');
/** An integer that JSON carries exactly. */
export const integer: Shape = (value) => (Number.isSafeInteger(value) ? '' : ' must be an integer');
/** Such an integer, not below 0. */
export const count: Shape = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? '' : ' must be an integer from 0';
/** An object other than an array. */
export const record: Shape = (value) => (Object(value) === value && !Array.isArray(value) ? '' : ' must be an object');

/** One of these values. */
export function is(...values: readonly unknown[]): Shape {
  return (value) => (values.includes(value) ? '' : ` must be ${values.map((one) => JSON.stringify(one)).join(' or ')}`);
}

/** Base64url that stands for `least` to `most` bytes. */
export function bytes(least: number, most: number): Shape {
  return (value) => {
    const length = byteLengthOf(value);
    return length >= least && length <= most ? '' : ` must be ${least} to ${most} bytes in base64url`;
  };
}

/** An array, each of whose items has the shape. One of more than 1024 is refused; no real answer comes near it. */
export function list(item: Shape): Shape {
  return (value) =>
    Array.isArray(value) && value.length <= 1024
      ? findMismatch(
          value,
          value.map(() => item),
        )
      : ' must be a list';
}

/** Missing, or of the shape; with `absent`, null in place of missing. */
export function maybe(shape: Shape, absent?: null): Shape {
  return (value) => (value === absent ? '' : shape(value));
}

/** An object whose members, whatever their names, all have the shape. */
export function each(shape: Shape): Shape {
  return (value) => record(value) || list(shape)(Object.values(value as object));
}

/** Of the shape, with the member `demanded` where the member `name` is `value`. */
export function demands(shape: Shape, name: string, value: unknown, demanded: string): Shape {
  return (whole) =>
    shape(whole) ||
    ((whole as Record<string, unknown>)[name] === value && !Object.hasOwn(whole as object, demanded)
      ? `.${demanded} is missing`
      : '');
}

/** An object whose named members have their shapes. Others may be there too: contracts grow. */
export function object(members: Record<string, Shape>): Shape {
  return (value) => record(value) || findMismatch(value, members);
}

function findMismatch(value: unknown, members: Record<string, Shape> | readonly Shape[]): string {
  for (const [name, shape] of Object.entries(members)) {
    // A prototype lends no members.
    const member = Object.hasOwn(value as object, name) ? (value as Record<string, unknown>)[name] : undefined;
    const mismatch = shape(member);
    if (mismatch && member === null && !shape(undefined)) Reflect.deleteProperty(value as object, name);
    else if (mismatch) return `.${name}${mismatch}`;
  }
  return '';
}
