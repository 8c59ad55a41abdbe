import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { Lifetime } from '../../controllers/lifetime.js';
import { PasskeyCreation, type Hint, type PasskeyCreated, type PasskeyCreationHost } from '../../controllers/passkey-creation.js';
import type { LatchError, LatchErrorCode } from '../../core/errors.js';
import { LatchPasskeyCreatedEvent, LatchPasskeyCreateFailedEvent } from '../../events.js';
import { LatchElement } from '../latch-element.js';
import { passkeyPictogram } from '../pictograms.js';

/**
 * A button that creates a passkey for the person who is signed in.
 *
 * @element latch-passkey-create
 * @slot - The label. Defaults to "Create a passkey".
 * @fires {LatchPasskeyCreatedEvent} latch-passkey-created - The backend has stored the new passkey; `detail.backedUp` says whether it outlives this device.
 * @fires {LatchPasskeyCreateFailedEvent} latch-passkey-create-failed - There is no new passkey; `detail.code` says why. Not for a dismissed dialog, and never when `automatic`.
 * @csspart button - The native button.
 * @csspart status - The line that says what is going on.
 * @cssprop [--latch-accent=#1f4fd8] - The one accent colour; hover and focus derive from it.
 * @cssprop [--latch-on-accent=#fff] - Text on the accent.
 * @cssprop [--latch-radius=8px] - The corners.
 * @cssstate pending - A dialog is open or the backend decides.
 * @cssstate asking - A dialog is open or on its way.
 * @cssstate verifying - The backend decides.
 * @cssstate created - The last try created a passkey.
 * @cssstate failed - The last try came to nothing.
 */
export class LatchPasskeyCreate extends LatchElement implements PasskeyCreationHost {
  /**
   * Shows nothing and asks by itself, once, when the element enters the page: right after a password sign-in the password manager may then create a passkey silently. No error is ever shown.
   */
  @property({ type: Boolean }) automatic = false;

  /** Space-separated kinds of authenticator to offer first: `security-key`, `client-device`, `hybrid`. */
  @property() hints = '';

  @state() private ending: 'created' | 'only-here' | LatchErrorCode | undefined;

  readonly #creation = new PasskeyCreation(this);
  readonly #lifetime = new Lifetime(this, () => {
    if (this.automatic) void this.createPasskey();
  });

  /**
   * Creates a passkey, as a click on the button does; joins the creation that is under way. Resolves when it is over, with an event having told how.
   * WebKit wants a user gesture.
   */
  async createPasskey(): Promise<void> {
    this.ending = undefined;
    await this.#creation.create(this.#lifetime.signal, { automatic: this.automatic, hints: this.hints.split(' ').filter(Boolean) as Hint[] });
  }

  /** Called by the controller. @internal */
  passkeyCreated(result: PasskeyCreated): void {
    this.ending = result.backedUp ? 'created' : 'only-here';
    this.dispatchEvent(new LatchPasskeyCreatedEvent(result));
  }

  /** Called by the controller. @internal */
  passkeyCreationFailed(error: LatchError | TypeError): void {
    if (!('code' in error)) return reportError(error);
    if (this.automatic || error.code === 'superseded' || error.code === 'aborted') return;
    this.ending = error.code;
    if (error.code !== 'cancelled') this.dispatchEvent(new LatchPasskeyCreateFailedEvent(error));
  }

  protected override get customStates(): readonly string[] {
    const { phase } = this.#creation;
    if (phase) return ['pending', phase];
    if (this.ending === undefined || this.ending === 'cancelled') return [];
    return [this.ending === 'created' || this.ending === 'only-here' ? 'created' : 'failed'];
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.automatic) return nothing;
    const { messages } = this;
    return html`<button part="button" type="button" aria-disabled=${this.#creation.phase !== undefined} @click=${() => void this.createPasskey()}>
        ${passkeyPictogram}<span><slot>${messages.createPasskey}</slot></span></button
      >${this.renderStatus(this.#status)}`;
  }

  get #status(): string {
    const { asking, verifying, passkeyCreated, passkeyOnlyHere, errors, noPasskeyCreated } = this.messages;
    const { phase } = this.#creation;
    if (phase) return phase === 'asking' ? asking : verifying;
    if (this.ending === 'created') return passkeyCreated;
    if (this.ending === 'only-here') return passkeyOnlyHere;
    if (this.ending === 'cancelled') return noPasskeyCreated;
    return this.ending ? errors[this.ending] : '';
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-passkey-create': LatchPasskeyCreate;
  }
}
