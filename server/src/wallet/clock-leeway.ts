/** How far the clocks of issuers and wallets may be off ours, in milliseconds. */
export const leeway = 60_000;

/** Reads a time of a JWT, in seconds, and returns it in milliseconds; undefined if it is not a number. */
export function readSeconds(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value * 1000 : undefined;
}
