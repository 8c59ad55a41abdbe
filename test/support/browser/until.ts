import { settled } from './clock.js';

/** Shorter than the limit of a test, after which a loop would go on beside the next tests. In ms. */
const patience = 50_000;

/**
 * Waits until `look` finds something.
 *
 * @throws {Error} what it looked for, if that does not come.
 */
export async function until<Found>(look: () => Found): Promise<Exclude<NonNullable<Found>, false>> {
  const end = performance.now() + patience;
  for (;;) {
    const found = look();
    if (found) return found as Exclude<NonNullable<Found>, false>;
    if (performance.now() > end) throw new Error(`This has not come: ${look.toString()}`);
    await settled();
  }
}
