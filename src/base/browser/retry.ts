/** How long to wait before the next try: longer each time, up to a limit. All times are in ms. */
export class Backoff {
  readonly #first: number;
  readonly #longest: number;
  readonly #growth: number;
  #pause: number;

  constructor(first: number, longest: number, growth = 2) {
    this.#first = this.#pause = first;
    this.#longest = longest;
    this.#growth = growth;
  }

  /** The pause before the next try. The one after that is longer. */
  next(): number {
    const pause = this.#pause;
    this.#pause = Math.min(pause * this.#growth, this.#longest);
    return pause;
  }

  /** A try has succeeded, or the circumstances have changed: the next pause is the first one again. */
  reset(): void {
    this.#pause = this.#first;
  }
}

/** A wait that something else may end early. One at a time. */
export class Wait {
  #end: (() => void) | undefined;

  /** Resolves after `ms`, or at {@link end}; without a time only then. */
  start(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Ends the wait, if there is one. */
  end(): void {
    this.#end?.();
  }
}

/**
 * What `work` resolves with, or what `late` returns if it takes longer than `ms`; nothing stops it then. Rejects if
 * `work` does in time.
 */
export async function atMost<Value, Late = undefined>(
  ms: number,
  work: Promise<Value>,
  late?: () => Late,
): Promise<Value | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  try {
    return await Promise.race([work, tooLate.then(() => late?.() as Late)]);
  } finally {
    clearTimeout(timer);
  }
}
