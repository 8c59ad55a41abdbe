/** Something on this device that belongs to the person who is signed in: caches, the vault, writes that wait to be sent. */
export interface Belonging {
  /** Deletes all of it. Called when the person signs out, before anything else happens; must work offline. */
  wipe(): Promise<void>;
  /** How many writes of it the server has not got yet, which `wipe` would lose. */
  countUnsent?(): Promise<number>;
}

/** The page's belongings, whichever copy of Latchkey registered them; the name changes when its meaning does. */
const shared = Symbol.for('latchkey.belongings.v1');
const page = globalThis as { [shared]?: Set<Belonging> };
const registered = () => (page[shared] ??= new Set());

/**
 * Registers something that belongs to the person, so that signing out deletes it.
 *
 * @returns What takes it off the list again.
 */
export function register(belonging: Belonging): () => void {
  registered().add(belonging);
  return () => registered().delete(belonging);
}

/**
 * How many writes would be lost by {@link wipeBelongings}. One whose count cannot be had counts as one: better a question too many than a write too few.
 */
export async function countUnsent(): Promise<number> {
  const counts = await Promise.all([...registered()].map(async (belonging) => (belonging.countUnsent ? belonging.countUnsent().catch(() => 1) : 0)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Deletes everything that is registered, side by side. Each is tried, whatever becomes of the others.
 *
 * @throws {AggregateError} with the reasons of those that failed.
 */
export async function wipeBelongings(): Promise<void> {
  const results = await Promise.allSettled([...registered()].map(async (belonging) => belonging.wipe()));
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  if (reasons.length > 0) throw new AggregateError(reasons, 'Something of the person could not be deleted.');
}
