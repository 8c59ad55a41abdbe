/** How long the browser may take to say whether a lock is free, in ms. */
const patience = 1000;

/**
 * Takes a lock that one tab of the origin has at a time, if it is free. Never rejects, and never waits for another tab.
 *
 * @returns What gives it back, or undefined while another tab has it. Where the browser has no locks, or does not
 *   answer, everybody gets it: what is done under it must bear being done twice.
 * @see {@link https://www.w3.org/TR/web-locks/ Web Locks}
 */
export function takeLock(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    let isOver = false;
    const answer = (giveBack: (() => void) | undefined) => {
      isOver = true;
      clearTimeout(timer);
      resolve(giveBack);
    };
    const goWithout = () => answer(() => {});
    const timer = setTimeout(goWithout, patience);
    try {
      const held = navigator.locks.request(name, { ifAvailable: true }, (lock) =>
        isOver || !lock ? answer(undefined) : new Promise<void>(answer),
      );
      held.catch(goWithout);
    } catch {
      // There are no locks outside of secure contexts, and none in documents that have no storage.
      goWithout();
    }
  });
}
