import type { Tab } from '../support/node/tab.js';

declare global {
  interface Window {
    /** Moves the page's clock on and fires what comes due on the way, in its order. */
    advance(milliseconds: number): void;
    /** Moves the page's clock on without firing anything, as when the computer slept. */
    sleep(milliseconds: number): void;
  }
}

/**
 * Runs in the page before its scripts: puts time and timers into the hands of the test. It is sent as text, so it
 * refers to nothing outside.
 */
function ownClock(): void {
  const timers = new Map<number, { due: number; run: () => void }>();
  const start = Date.now();
  let elapsed = 0;
  let last = 0;
  Date.now = () => start + elapsed;
  window.setTimeout = ((run: (...parameters: unknown[]) => void, delay = 0, ...parameters: unknown[]) => {
    last += 1;
    timers.set(last, { due: elapsed + delay, run: () => run(...parameters) });
    if (delay === 0) queueMicrotask(() => window.advance(0));
    return last;
  }) as typeof setTimeout;
  window.clearTimeout = (timer) => void timers.delete(timer as number);
  window.sleep = (milliseconds) => void (elapsed += milliseconds);
  window.advance = (milliseconds) => {
    const end = elapsed + milliseconds;
    for (;;) {
      const next = [...timers].filter(([, { due }]) => due <= end).sort(([, one], [, other]) => one.due - other.due)[0];
      if (!next) break;
      const [timer, { due, run }] = next;
      timers.delete(timer);
      elapsed = Math.max(elapsed, due);
      run();
    }
    elapsed = end;
  };
}

/** Gives the following pages of a tab a clock that stands still until the test moves it. */
export async function takeClock(tab: Tab): Promise<void> {
  await tab.page.evaluateOnNewDocument(ownClock);
}
