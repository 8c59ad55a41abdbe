import { type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import { flag } from '../base/element/attributes.js';
import { emptyField, LightDom, makeField, relabel } from '../base/element/light-dom.js';
import { stylePage } from '../base/element/adopted-styles.js';
import { fieldStyles } from '../base/element/field.styles.js';
import { AutofillOffer } from './autofill-offer.js';
import { PasskeySignInElement } from './passkey-sign-in-element.js';
import { passkeyPictogram } from '../base/element/pictograms.js';
import { offerPasskeysIn, usernameInputs } from './username-input.js';

/**
 * A username field whose autofill offers passkeys, and a button that opens the passkey dialog. Put it around the page's
 * own `<input>`, which stays where password managers, labels and forms find it; without one it creates one. A `<script
 * type="application/json">` inside it may contain request options, so that autofill works without a request.
 *
 * @element latch-passkey-field
 * @slot - The page's own label and `<input>`.
 * @slot label - The label of the button. Defaults to "Sign in with a passkey".
 * @fires {LatchSignedInEvent} latch-signed-in - The session cookie is set.
 * @fires {LatchNextStepEvent} latch-next-step - The backend requires another step, `detail.next`, before the user is signed in.
 * @fires {LatchSignInFailedEvent} latch-sign-in-failed - The passkey did not sign in; `detail.code` is the reason. Not
 *   for a dismissed dialog.
 * @csspart button - The native button.
 * @csspart icon - The drawing in it.
 * @csspart status - The status line.
 * @cssstate pending - A dialog is open or the backend decides.
 * @cssstate asking - A dialog is open or opening.
 * @cssstate verifying - The backend decides.
 * @cssstate done - The last attempt signed the user in.
 * @cssstate failed - The last attempt failed.
 */
export class LatchPasskeyField extends PasskeySignInElement {
  static override properties: PropertyDeclarations = {
    autofillOnly: { type: Boolean, converter: flag, attribute: 'autofill-only' },
  };

  /** Hides the button: passkeys are offered in autofill only. */
  autofillOnly = false;

  readonly #lightDom = new LightDom<HTMLInputElement>(this, {
    fits: usernameInputs,
    make: () => makeField(this.texts['username'] as string, 'username'),
    complete: offerPasskeysIn,
  });

  readonly #autofill = new AutofillOffer(this.passkey, this.backend);

  protected override inlinedOptions(): string | undefined {
    return this.querySelector('script[type="application/json"]')?.textContent as string | undefined;
  }

  protected override ended(): void {
    this.#autofill.end();
  }

  protected override startOver(): void {
    super.startOver();
    emptyField(this.querySelector<HTMLInputElement>(usernameInputs));
    void this.#autofill.begin(this.lifetime.signal);
  }

  protected override begin(signal: AbortSignal): void {
    super.begin(signal);
    stylePage(this, fieldStyles);
    void this.#lightDom.begin(signal).then(() => this.#autofill.begin(signal));
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    relabel(this, [this.texts['username']]);
  }

  protected override render(): TemplateResult {
    const action = this.autofillOnly
      ? html`${this.renderStatus()}${this.renderSession()}`
      : this.renderAction(
          this.signIn,
          html`<slot name="label">${this.texts['button']}</slot>`,
          passkeyPictogram(),
          'quiet',
        );
    return html`<slot></slot>${action}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-passkey-field': LatchPasskeyField;
  }
}
