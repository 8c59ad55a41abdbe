import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { run } from '../base/browser/ceremony.js';
import { noteSessionChange } from '../base/storage/channel.js';
import type { LatchError } from '../base/client/errors.js';
import type { Outbox, OutboxState } from './outbox.js';
import type { QueuedWrite } from './queued-write.js';
import type { RefusedWrite } from './refusal.js';
import type { Choice } from './settle-write.js';

export type { Outbox, OutboxState } from './outbox.js';
export type { QueuedWrite } from './queued-write.js';
export type { RefusedWrite } from './refusal.js';
export type { Choice } from './settle-write.js';

/** What the controller reports to its view. */
export interface OfflineStatusHost extends ReactiveControllerHost {
  /** The outbox to follow, if there is one. */
  readonly outbox: Outbox | undefined;
  /** Everything that could be sent is sent; `sent` is the number of writes. */
  replayed(sent: number): void;
  /** The server has refused a write, which now waits for a decision. */
  replayFailed(write: QueuedWrite): void;
  /** A decision could not be applied. A TypeError means wrong usage. */
  settleFailed(error: LatchError | TypeError): void;
}

/** Follows the connection and an outbox for one view. */
export class OfflineStatus implements ReactiveController {
  readonly #host: OfflineStatusHost;
  #following: { outbox: Outbox | undefined; end: AbortController } | undefined;
  #sent = 0;
  #state: OutboxState | undefined;

  /** The writes that the server has refused, and why. */
  refused: readonly RefusedWrite[] = [];

  /** Which write is being decided about. */
  settling: string | undefined;

  constructor(host: OfflineStatusHost) {
    this.#host = host;
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
    if (this.#following && this.#following.outbox !== this.#host.outbox) this.#follow();
  }

  hostDisconnected(): void {
    this.#following?.end.abort();
    this.#following = undefined;
  }

  /** Applies the user's decision about a refused write. Never rejects: the host gets the result. */
  async settle(write: QueuedWrite, choice: Choice): Promise<void> {
    const { outbox } = this.#host;
    if (this.settling !== undefined || !outbox) return;
    this.#settle(write.id);
    try {
      await outbox.settle(write.id, choice);
    } catch (error) {
      this.#host.settleFailed(error as LatchError);
    }
    this.#settle(undefined);
  }

  #settle(id: string | undefined): void {
    this.settling = id;
    this.#host.requestUpdate();
  }

  #follow(): void {
    this.#following?.end.abort();
    const { outbox } = this.#host;
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
            this.#host.replayed(sent);
          }
          update();
        },
        onStep: (write, outcome) => {
          if (outcome === 'sent') this.#sent += 1;
          else this.#host.replayFailed(write);
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
