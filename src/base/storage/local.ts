import { attempt } from '../attempt.js';

/** What could not be written, for as long as the page lives. */
const unwritten = new Map<string, unknown>();

/** The name under which a sign-out is stored that the backend has not confirmed. */
export const signOutName = ({ pathname }: URL): string => `sign-out:${pathname}`;

const keyOf = (name: string) => `latchkey.${name}`;

/**
 * Stores a small thing beyond the life of the page, for all tabs of the origin; `undefined` forgets it. Where the
 * browser refuses to write, it lives as long as the page. Nothing stored here may name a user: it may outlive a
 * sign-out.
 */
export function writeLocal(name: string, value: unknown): void {
  unwritten.delete(name);
  const key = keyOf(name);
  try {
    if (value === undefined) localStorage.removeItem(key);
    // In one step: another tab that finds nothing takes it for forgotten.
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The storage is full, or blocked along with cookies.
    if (value === undefined) return;
    unwritten.set(name, value);
    attempt(() => localStorage.removeItem(key));
  }
}

/**
 * What was stored under `name`; undefined if nothing was, or something unreadable. Other script of the origin can write
 * there: check the shape.
 */
export function readLocal(name: string): unknown {
  if (unwritten.has(name)) return unwritten.get(name);
  try {
    return JSON.parse(localStorage.getItem(keyOf(name)) ?? '') as unknown;
  } catch {
    return undefined;
  }
}
