import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { run } from '../core/ceremony.js';
import { noteSessionChange } from '../core/channel.js';
import type { LatchError } from '../core/errors.js';
import type { Outbox, OutboxState } from '../features/offline/outbox.js';
import type { QueuedWrite } from '../features/offline/queued-write.js';
import type { Choice } from '../features/offline/settle-write.js';

export type { Outbox, OutboxState } from '../features/offline/outbox.js';
export type { QueuedWrite } from '../features/offline/queued-write.js';
export type { Choice } from '../features/offline/settle-write.js';

/** What the controller tells its view. */
export interface OfflineStatusHost extends ReactiveControllerHost {
  /** The outbox to follow, if there is one. */
  readonly outbox: Outbox | undefined;
  /** Everything that could be sent is sent; `sent` says how many writes that were. */
  replayed(sent: number): void;
  /** The server has refused a write, which now waits for a decision. */
  replayFailed(write: QueuedWrite): void;
  /** A decision could not be carried out. A TypeError says that something is used wrongly. */
  settleFailed(error: LatchError | TypeError): void;
}

/** Follows the connection and an outbox for one view. */
export class OfflineStatus implements ReactiveController {
  readonly #host: OfflineStatusHost;
  #following: { outbox: Outbox | undefined; end: AbortController } | undefined;
  #sent = 0;
  #state: OutboxState | undefined;

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

  /** Whether the browser knows of no connection. That it knows of one does not say much. */
  get isOffline(): boolean {
    return !navigator.onLine;
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

  /** Carries out what the person has decided about a refused write. Never rejects: the host is told. */
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
    this.#sent = 0;
    const update = () => this.#host.requestUpdate();
    for (const type of ['online', 'offline']) addEventListener(type, update, { signal });
    outbox?.watch(
      {
        onChange: (state) => {
          if (state.status === 'signed-out' && this.#state?.status !== 'signed-out') renewOffers();
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

/**
 * What a button on the page holds ready for a sign-in, and what autofill offers, belongs to the session that is over.
 */
function renewOffers(): void {
  noteSessionChange();
  // An offer gives way to whoever wants its turn, and comes back with fresh options; a dialog, or a choice that is
  // being verified, goes on.
  run(async () => {}, { mode: 'calm' }).catch(() => {});
}
