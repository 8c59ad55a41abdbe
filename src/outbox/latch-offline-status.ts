import { nothing, type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import { isRefused } from '../base/element/backend.js';
import { FollowedOutbox } from './followed-outbox.js';
import type { Outbox } from './outbox.js';
import type { QueuedWrite } from './queued-write.js';
import type { RefusedWrite } from './refusal.js';
import type { Choice } from './settle-write.js';
import type { LatchError } from '../base/client/errors.js';
import { LatchReplayedEvent, LatchReplayFailedEvent, LatchSettleFailedEvent } from '../events.js';
import { FadingStatus } from '../base/element/fading-status.js';
import { LatchElement } from '../base/element/latch-element.js';
import { inNumber, textsFor } from '../messages/localize.js';
import { errors, offlineStatus } from '../messages/en.js';
import type { Texts } from '../messages/section.js';
import { offlineStatusStyles } from './latch-offline-status.styles.js';

/**
 * Shows that the app is offline, how many changes are queued in an outbox and how many of them are sent. Requests a
 * sign-in if one is needed first, and lets the user decide about refused changes. Without an outbox it shows the
 * connection only.
 *
 * @element latch-offline-status
 * @slot sign-in - An element that signs the user in again. Shown only while changes wait for a sign-in.
 * @slot refused-{id} - More about the change with this id while it needs a decision, such as both texts. Take it out
 *   when the vault is locked.
 * @fires {LatchReplayedEvent} latch-replayed - Everything that could be sent is sent; `detail.sent` is the number of
 *   changes that this tab has sent.
 * @fires {LatchReplayFailedEvent} latch-replay-failed - The server has refused a change, which is in `detail`. It waits
 *   for the user's decision.
 * @fires {LatchSettleFailedEvent} latch-settle-failed - The user's decision could not be applied; `detail.code` is the
 *   reason. The change is still there.
 * @csspart status - The status line.
 * @csspart item - A change that needs a decision.
 * @csspart item-title - What the change is about.
 * @csspart item-detail - Why it needs a decision.
 * @csspart action - A button for a decision.
 * @csspart action-danger - The button that drops the change.
 * @cssstate pending - Something is not finished: one of the following.
 * @cssstate offline - There is no connection.
 * @cssstate unreachable - The server does not respond.
 * @cssstate replaying - Changes are being sent.
 * @cssstate signed-out - Changes wait for the user to sign in again.
 * @cssstate other-user - Changes wait for their owner, and another user is signed in.
 * @cssstate stopped - Nothing is sent: the changes cannot be read any more, the device is full, or the server's response is unusable.
 * @cssstate embedded - The page is in a frame of another origin.
 * @cssstate done - All changes are sent.
 * @cssstate failed - A decision could not be carried out.
 */
export class LatchOfflineStatus extends LatchElement {
  static override styles: CSSResultGroup = [LatchElement.styles, offlineStatusStyles];
  static override properties: PropertyDeclarations = { outbox: { attribute: false } };

  /** The outbox to show, from `openOutbox` of `latchkey/offline`. */
  outbox: Outbox | undefined = undefined;

  protected readonly section = offlineStatus;
  readonly #offline = new FollowedOutbox(this, {
    outbox: () => this.outbox,
    replayed: (sent) => {
      this.outcome = this.outbox?.state.refused.length === 0 ? 'done' : undefined;
      this.dispatch(new LatchReplayedEvent({ sent }));
    },
    refused: ({ id, path, state, refusal }) => {
      this.outcome = undefined;
      this.dispatch(new LatchReplayFailedEvent({ id, path, reason: state as 'conflict' | 'failed', status: refusal }));
    },
  });
  /** Applies the user's decision about a refused write. What follows of it shows how that went. */
  readonly #decision = this.action<void, { write: QueuedWrite; choice: Choice }>({
    run: async ({ onPhase }, { write, choice }) => {
      onPhase('deciding');
      await this.outbox?.settle(write.id, choice);
    },
    Failure: LatchSettleFailedEvent,
    isUnasked: true,
  });

  constructor() {
    super();
    new FadingStatus(this, {
      isPast: () => !this.phase && this.outcome === 'done',
      clear: () => (this.outcome = undefined),
    });
  }

  protected override get phase(): string | undefined {
    if (isRefused(this)) return 'embedded';
    if (this.#offline.isOffline) return 'offline';
    const status = this.#offline.state?.status;
    return status === 'idle' || status === 'locked' ? undefined : status;
  }

  protected override get texts(): Texts {
    const { waiting = 0, error } = this.#offline.state ?? {};
    const texts = textsFor(this, offlineStatus);
    const count = waiting > 0 ? inNumber(this, offlineStatus, texts.waiting, 'count', waiting) : '';
    return {
      ...texts,
      offline: `${texts.offline} ${count}`,
      unreachable: `${texts.unreachable} ${count}`,
      'signed-out': `${texts['signed-out']} ${count}`,
      stopped: this.#explainStop(error as Partial<LatchError> | undefined) ?? texts.stopped,
    };
  }

  /** Why the outbox has stopped, unless its data is the reason. */
  #explainStop({ code }: Partial<LatchError> = {}): string | undefined {
    if (code === 'storage_full') return textsFor(this, offlineStatus).storage_full;
    return code === 'bad_response' || code === 'unsupported' ? textsFor(this, errors).bad_response : undefined;
  }

  /** What goes on must not hide that a decision failed. */
  protected override get sentence(): unknown {
    const { phase, outcome } = this;
    const hasFailed = !!phase && !!outcome && outcome !== 'done';
    return hasFailed ? `${this.sentenceFor(phase) as string} ${this.sentenceFor(outcome) as string}` : super.sentence;
  }

  protected override get occasion(): number {
    return this.failures;
  }

  protected override render(): TemplateResult {
    const { phase } = this;
    const { refused, state } = this.#offline;
    const { waiting = 0, sent = 0 } = state ?? {};
    return html`${this.renderStatus()}
      ${phase === 'replaying' ? html`<label>${this.texts['progress']}: <bdi>${sent} / ${sent + waiting}</bdi><progress max=${sent + waiting} value=${sent}></progress></label>` : nothing}
      <slot name="sign-in" ?hidden=${phase !== 'signed-out'}></slot>
      ${refused.length > 0 && phase !== 'embedded' ? html`<ul aria-label=${this.texts['list']}>${refused.map((one) => this.#renderRefused(one))}</ul>` : nothing}`;
  }

  #renderRefused({ write, reason, advice }: RefusedWrite): TemplateResult {
    const texts = textsFor(this, offlineStatus);
    const { id, subject = texts.change } = write;
    const isConflict = advice === 'compare';
    const choices: [Choice, string][] = [
      ['mine', isConflict ? texts.mine : texts.again],
      ['theirs', isConflict ? texts.theirs : texts.undo],
      ['drop', texts.drop],
    ];
    return html`<li part="item">
      <strong part="item-title">${subject}</strong>
      <p part="item-detail">${texts[reason]}</p>
      <slot name=${`refused-${id}`}></slot>
      <div>
        ${choices.map(
          ([choice, label]) =>
            html`<button part=${choice === 'drop' ? 'action-danger' : 'action'} class="quiet" type="button" aria-label=${texts.about.replace('{choice}', label).replace('{subject}', () => subject)} aria-disabled=${!!this.#decision.phase} @click=${() => void this.#settle(write, choice)}>${label}</button>`,
        )}
      </div>
    </li>`;
  }

  async #settle(write: QueuedWrite, choice: Choice): Promise<void> {
    this.outcome = undefined;
    await this.#decision.start({ write, choice });
    await this.updateComplete;
    // The button that had the focus may be gone with the change that it was about.
    if (this.isConnected && !this.shadowRoot!.activeElement)
      this.shadowRoot!.querySelector<HTMLElement>('ul button')?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-offline-status': LatchOfflineStatus;
  }
}
