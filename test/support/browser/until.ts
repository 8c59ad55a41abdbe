import { settled } from './clock.js';

/** Of the page, whatever a test puts in its place. */
const { setTimeout: startTimer } = globalThis;

/** How often it looks again at once, and how long it waits between looks after that, in ms. */
const [atOnce, pause] = [3, 5];

/** Shorter than the limit of a test, after which a loop would go on beside the next tests. In ms. */
const patience = 50_000;

/**
 * Waits until `look` finds something.
 *
 * @throws {Error} what it looked for, if that does not come.
 */
export async function until<Found>(look: () => Found): Promise<Exclude<NonNullable<Found>, false>> {
  const end = performance.now() + patience;
  for (let looks = 0; ; looks += 1) {
    const found = look();
    if (found) return found as Exclude<NonNullable<Found>, false>;
    if (performance.now() > end) throw new Error(`This has not come: ${look.toString()}`);
    await settled();
    // what takes longer is done by the browser or the backend, which needs the processor
    if (looks >= atOnce) await new Promise((resolve) => startTimer(resolve, pause));
  }
}
