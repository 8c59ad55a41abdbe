import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * The time between an element's connection and its removal, as a signal. An element that is moved within one task keeps
 * its lifetime, and its pending work continues; not if it is in another tree or document then, whose events it must hear.
 */
export class Lifetime implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #begin: (signal: AbortSignal) => void;
  #present: AbortController | undefined;
  #place: readonly (Node | null)[] = [];

  /** @param begin Called in a microtask after a lifetime has begun, with the signal that aborts at its end. */
  constructor(host: ReactiveControllerHost & Element, begin: (signal: AbortSignal) => void) {
    this.#host = host;
    this.#begin = begin;
    host.addController(this);
  }

  /** Aborts when the present lifetime ends. Aborted already while the element is not connected. */
  get signal(): AbortSignal {
    return this.#present?.signal ?? AbortSignal.abort();
  }

  hostConnected(): void {
    const place = [this.#host.getRootNode(), this.#host.ownerDocument];
    if (this.#present && place.every((node, index) => node === this.#place[index])) return;
    this.#place = place;
    this.#present?.abort();
    const { signal } = (this.#present = new AbortController());
    // Frameworks set properties right after they have inserted an element: those count.
    queueMicrotask(() => this.#host.isConnected && !signal.aborted && this.#begin(signal));
  }

  hostDisconnected(): void {
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      this.#present?.abort();
      this.#present = undefined;
    });
  }
}
