import { FollowedSession } from '../session/followed-session.js';
import { nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import type { LatchError } from '../base/client/errors.js';
import { clientOf } from '../base/element/backend.js';
import { loadModule } from '../base/element/load-module.js';
import { PasskeyCreation, type PasskeyCreated } from './create.js';
import { wordsOf, flag } from '../base/element/attributes.js';
import { LatchPasskeyCreatedEvent, LatchPasskeyCreateFailedEvent } from '../events.js';
import { hints, type HintName, type WordList } from '../base/element/known-words.js';
import { label } from '../base/element/label.js';
import { LatchElement } from '../base/element/latch-element.js';
import { createPasskey as createPasskeyTexts } from '../messages/en.js';
import type { Texts } from '../messages/section.js';
import { passkeyPictogram } from '../base/element/pictograms.js';
import { withStepUp } from '../session/step-up.js';
import type { ElementDialogs } from '../step-up/element-dialogs.js';

/**
 * A button that creates a passkey for the signed-in user. If the backend requires a step-up first, the element requests
 * a passkey or the password and then continues.
 *
 * @element latch-passkey-create
 * @slot - The label. Defaults to "Create a passkey".
 * @fires {LatchPasskeyCreatedEvent} latch-passkey-created - The backend has stored the new passkey; `detail.backedUp`
 *   says whether it outlives this device.
 * @fires {LatchPasskeyCreateFailedEvent} latch-passkey-create-failed - No passkey was created; `detail.code` is the
 *   reason. Not for a dismissed dialog, and never with `conditional`.
 * @csspart button - The native button.
 * @csspart icon - The drawing in it.
 * @csspart status - The status line.
 * @csspart form - The form in the dialog.
 * @csspart label - The label of the password.
 * @csspart field - The input for it.
 * @csspart dialog-title - Its title.
 * @csspart dialog-text - Its text.
 * @csspart dialog-confirm - The button that says yes.
 * @csspart dialog-cancel - The button that says no.
 * @csspart dialog - The dialog that asks for the password.
 * @cssstate pending - A dialog is open or the backend decides.
 * @cssstate asking - A dialog is open or opening.
 * @cssstate verifying - The backend decides.
 * @cssstate confirming - A step-up is requested.
 * @cssstate done - The last try created a passkey.
 * @cssstate failed - The last attempt failed.
 */
export class LatchPasskeyCreate extends LatchElement {
  static override properties: PropertyDeclarations = {
    conditional: { type: Boolean, converter: flag },
    payment: { type: Boolean, converter: flag },
    hints: {},
  };
  protected static override readonly knownWords = { hints };

  /**
   * Shows nothing and makes one silent request when the element is connected: right after a password sign-in the
   * password manager may create a passkey. Errors are never shown.
   */
  conditional = false;

  /**
   * Creates a passkey that can confirm payments in the browser's own dialog, as `latch-payment-button` asks for it. It
   * stays on this device. Not together with `conditional`.
   */
  payment = false;

  /** Kinds of authenticator to offer first, as an array or separated by spaces: `security-key`, `client-device`, `hybrid`. */
  hints: WordList<HintName> | '' = '';

  protected readonly section = createPasskeyTexts;
  #done: 'done' | 'onlyHere' | 'notOffered' = 'done';
  #stepUp: ElementDialogs | undefined;
  readonly #passkeys = new PasskeyCreation();
  protected override session: FollowedSession = new FollowedSession(this, {
    kind: () => 'signed-in',
    startOver: () => (this.outcome = undefined),
  });
  readonly #creation = this.action<PasskeyCreated>({
    run: async (attempt) => {
      const client = clientOf(this);
      const choices = { conditional: this.conditional, payment: this.payment, hints: wordsOf<HintName>(this.hints) };
      const create = (after?: LatchError) => this.#passkeys.create({ ...choices, client, after, ...attempt });
      if (this.conditional) return create();
      return withStepUp(create, async (methods) => {
        attempt.onPhase('confirming');
        const { ElementDialogs } = await loadModule(() => import('../step-up/element-dialogs.js'));
        this.#stepUp ??= new ElementDialogs(this);
        await this.#stepUp.ask(methods, attempt.signal);
      });
    },
    done: (result) => {
      this.#done = result.discoverable === false ? 'notOffered' : result.backedUp ? 'done' : 'onlyHere';
      return new LatchPasskeyCreatedEvent(result);
    },
    failed: (error) => {
      if (!this.conditional || !('code' in error)) this.fail(error, LatchPasskeyCreateFailedEvent);
    },
  });

  /**
   * Creates a passkey, as a click on the button does; joins a pending creation. Resolves when it has ended and its
   * event was dispatched. WebKit needs a user gesture.
   */
  async createPasskey(): Promise<void> {
    await this.#creation.start();
  }

  protected override begin(signal: AbortSignal): void {
    super.begin(signal);
    if (this.conditional) void this.createPasskey();
  }

  protected override get texts(): Texts {
    const texts = super.texts;
    return { ...texts, done: texts[this.#done]! };
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.conditional) return nothing;
    const action = this.renderAction(this.createPasskey, label(this, this.texts['button']), passkeyPictogram());
    return html`${action}${this.#stepUp?.renderDialog()}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-passkey-create': LatchPasskeyCreate;
  }
}
