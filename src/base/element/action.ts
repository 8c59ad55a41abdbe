import type { LatchError } from '../client/errors.js';

/** One run of an {@link Action}, as the functions of the capabilities take it among their options. */
export interface Attempt {
  /** Aborts when the element is removed, and when the run is stopped. Moving the element does not abort it. */
  readonly signal: AbortSignal;
  /**
   * Shows what is going on, or with undefined that nothing is to be seen. To the user, what prepares a dialog is the
   * dialog: `preparing` is shown as `asking`.
   */
  onPhase(this: void, phase: string | undefined): void;
}

/** What an {@link Action} does, and what follows. */
export interface ActionOptions<Result, Input> {
  /** Does the work. It is called synchronously, so that a user gesture is not lost. */
  run(attempt: Attempt, input: Input): Promise<Result>;
  /** Called with the result, while the action is still pending. */
  done(result: Result): unknown;
  /**
   * Called with why a run failed, and with what it was started with, unless its signal has ended. A TypeError means that
   * the page is set up wrongly. The action is pending until it resolves.
   */
  failed(error: LatchError | TypeError, input?: Input): unknown;
  /** The signal that the runs must not outlive, read when one begins. */
  signal(): AbortSignal;
  /** Called when a run begins. */
  begun?(): void;
  /** Called when the phase has changed. */
  update(): void;
  /**
   * What else ends a run, such as `untilLeft`: a request that is pending when the page is left would keep it out of the
   * back-forward cache. It gets the signal, and its controller is aborted when the run is over.
   */
  until?(signal: AbortSignal): AbortController;
}

/** Something that an element does, one run at a time: what it is at, and how it ends. */
export class Action<Result = void, Input = void> {
  readonly #options: ActionOptions<Result, Input>;
  #phase: string | undefined;
  #running: Promise<Result | undefined> | undefined;
  #attempt: AbortController | undefined;
  #endFollowing = (): void => {};

  constructor(options: ActionOptions<Result, Input>) {
    this.#options = options;
  }

  /** The current phase; undefined while nothing is pending. */
  get phase(): string | undefined {
    return this.#phase;
  }

  /** Begins a run, or joins the pending one. Resolves with its result, or with undefined if it failed. Never rejects. */
  start(input: Input): Promise<Result | undefined> {
    if (!this.#running) this.#options.begun?.();
    return this.#join(() => this.#try(input));
  }

  /** Ends the pending run. With a `reason`, that is how it failed. */
  stop(reason?: LatchError): void {
    this.#attempt?.abort(reason);
  }

  /**
   * Shows a phase of what began without a click. Clicks join it until this is called again, with undefined when it has
   * ended.
   */
  follow(phase: string | undefined): void {
    this.#endFollowing();
    if (phase)
      void this.#join(() => {
        this.#enter(phase);
        return new Promise((resolve) => (this.#endFollowing = () => resolve(undefined)));
      });
  }

  /** Reports a result that came without a run. */
  succeed(result: Result): void {
    this.#options.done(result);
  }

  /** Reports a failure that came without a run. */
  fail(error: LatchError | TypeError): void {
    this.#options.failed(error);
  }

  #join(work: () => Promise<Result | undefined>): Promise<Result | undefined> {
    this.#running ??= work().finally(() => {
      this.#running = undefined;
      this.#enter(undefined);
    });
    return this.#running;
  }

  async #try(input: Input): Promise<Result | undefined> {
    const options = this.#options;
    const lifetime = options.signal();
    const attempt = (this.#attempt = options.until?.(lifetime) ?? new AbortController());
    try {
      const result = await options.run(
        {
          signal: AbortSignal.any([lifetime, attempt.signal]),
          onPhase: (phase) => this.#enter(phase === 'preparing' ? 'asking' : phase),
        },
        input,
      );
      await options.done(result);
      return result;
    } catch (error) {
      if (!lifetime.aborted) await options.failed(error as LatchError, input);
      return undefined;
    } finally {
      if (options.until) attempt.abort();
    }
  }

  #enter(phase: string | undefined): void {
    this.#phase = phase;
    this.#options.update();
  }
}
