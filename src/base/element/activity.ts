import type { ReactiveControllerHost } from 'lit';

/** One thing that a view does at a time: its present phase, and a promise that a second call joins. */
export class Activity<Phase extends string> {
  readonly #host: Pick<ReactiveControllerHost, 'requestUpdate'>;
  #phase: Phase | undefined;
  #running: Promise<void> | undefined;

  constructor(host: Pick<ReactiveControllerHost, 'requestUpdate'>) {
    this.#host = host;
  }

  /** The current phase; undefined while no work is pending. */
  get phase(): Phase | undefined {
    return this.#phase;
  }

  /** Runs `work` unless it is running, and resolves or rejects as it does. `work` reports each phase. */
  run(work: (enter: (phase: Phase) => void) => Promise<void>): Promise<void> {
    this.#running ??= work((phase) => this.#enter(phase)).finally(() => {
      this.#running = undefined;
      this.#enter(undefined);
    });
    return this.#running;
  }

  #enter(phase: Phase | undefined): void {
    this.#phase = phase;
    this.#host.requestUpdate();
  }
}
