/** Returns what `read` returns, or undefined where it throws. */
export function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** A member of something that may be no object, or throw when it is looked at. */
export const read = (from: unknown, name: string): unknown =>
  attempt(() => (from as Record<string, unknown> | null | undefined)?.[name]);
