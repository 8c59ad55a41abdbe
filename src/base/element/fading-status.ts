import type { LitElement, ReactiveController } from 'lit';

/** How long the status line shows what is past, in ms: longer than anyone takes to read it. */
const shownFor = 8000;

/** What fades. */
export interface FadingOptions {
  /** Whether the status line says something that is past, such as that a change was saved. */
  isPast(): boolean;
  /** Empties the status line. */
  clear(): void;
}

/** Empties the status line of an element some time after it has said something that is past. */
export class FadingStatus implements ReactiveController {
  readonly #options: FadingOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: LitElement, options: FadingOptions) {
    this.#options = options;
    host.addController(this);
  }

  hostUpdated(): void {
    if (!this.#options.isPast()) this.hostDisconnected();
    else this.#timer ??= setTimeout(() => this.#options.clear(), shownFor);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
