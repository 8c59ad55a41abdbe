import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { run } from '../base/browser/ceremony.js';
import { noteSessionChange } from '../base/storage/channel.js';
import type { Outbox, OutboxState } from './outbox.js';
import type { QueuedWrite } from './queued-write.js';
import type { RefusedWrite } from './refusal.js';

/** The view of an outbox. */
export interface FollowedOutboxOptions {
  /** The outbox to follow, if there is one. */
  outbox(): Outbox | undefined;
  /** Everything that could be sent is sent; `sent` is the number of writes. */
  replayed(sent: number): void;
  /** The server has refused a write, which now waits for a decision. */
  refused(write: QueuedWrite): void;
}

/** Follows the connection and an outbox for one view. */
export class FollowedOutbox implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: FollowedOutboxOptions;
  #following: { outbox: Outbox | undefined; end: AbortController } | undefined;
  #sent = 0;
  #state: OutboxState | undefined;

  /** The writes that the server has refused, and why. */
  refused: readonly RefusedWrite[] = [];

  constructor(host: ReactiveControllerHost, options: FollowedOutboxOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  /** What the outbox is at; undefined without one. */
  get state(): OutboxState | undefined {
    return this.#state;
  }

  /** Whether the browser reports that it is offline. If not, the server may still be unreachable. */
  get isOffline(): boolean {
    return globalThis.navigator?.onLine === false;
  }

  hostConnected(): void {
    this.#follow();
  }

  hostUpdate(): void {
    if (this.#following && this.#following.outbox !== this.#options.outbox()) this.#follow();
  }

  hostDisconnected(): void {
    this.#following?.end.abort();
    this.#following = undefined;
  }

  #follow(): void {
    this.#following?.end.abort();
    const outbox = this.#options.outbox();
    const end = new AbortController();
    const { signal } = end;
    this.#following = { outbox, end };
    this.#state = undefined;
    this.refused = [];
    this.#sent = 0;
    const update = () => this.#host.requestUpdate();
    for (const type of ['online', 'offline']) addEventListener(type, update, { signal });
    outbox?.watch(
      {
        onChange: (state) => {
          if (state.status === 'signed-out' && this.#state?.status !== 'signed-out') renewOffers();
          // The list stays the same object until it changes.
          if (state.refused !== this.#state?.refused) this.refused = outbox.listRefused();
          this.#state = state;
          if (this.#sent > 0 && state.waiting === 0 && state.status === 'idle') {
            const sent = this.#sent;
            this.#sent = 0;
            this.#options.replayed(sent);
          }
          update();
        },
        onStep: (write, outcome) => {
          if (outcome === 'sent') this.#sent += 1;
          else this.#options.refused(write);
        },
      },
      signal,
    );
  }
}

/** Prefetched options of buttons, and the options of autofill, belong to the session that has ended. */
function renewOffers(): void {
  noteSessionChange();
  // Autofill gives up its turn and returns with fresh options; a dialog, or a response that is being verified,
  // continues.
  run(async () => {}, { mode: 'calm' }).catch(() => {});
}
