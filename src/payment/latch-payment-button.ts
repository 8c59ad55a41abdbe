import { nothing, type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import { css } from '../base/element/css.js';
import { FollowedSession, type FollowedSessionHost } from '../session/followed-session.js';
import { Lifetime } from '../base/element/lifetime.js';
import {
  PaymentConfirmation,
  type PaymentConfirmationHost,
  type PaymentConfirmed,
  type PaymentDetails,
} from './confirm-controller.js';
import type { LatchError } from '../base/client/errors.js';
import { LatchPaymentConfirmedEvent, LatchPaymentFailedEvent } from '../events.js';
import { Confirmation } from '../base/element/confirmation.js';
import { confirmationStyles } from '../base/element/confirmation.styles.js';
import { label } from '../base/element/label.js';
import { LatchElement } from '../base/element/latch-element.js';
import { textsFor } from '../messages/localize.js';
import { payment } from '../messages/en.js';
import { writeAmount } from './amounts.js';
import { paymentPictogram } from './pictogram.js';

/**
 * A button with which the signed-in user confirms a payment with a passkey. If the browser supports Secure Payment
 * Confirmation, its dialog shows amount and payee, and the passkey signs them. Otherwise a dialog of the element shows
 * the same, and then requests a passkey. In both cases the backend checks that the right payment was confirmed. It
 * moves no money.
 *
 * @element latch-payment-button
 * @slot - The label. Defaults to "Confirm payment".
 * @slot fallback - Another way; shown once it has turned out that this one is closed.
 * @fires {LatchPaymentConfirmedEvent} latch-payment-confirmed - The backend has verified the confirmation;
 *   `detail.method` is `payment` if the browser has shown the payment, `passkey` if the page has.
 * @fires {LatchPaymentFailedEvent} latch-payment-failed - Nothing was confirmed; `detail.code` is the reason. Not when
 *   the user declines.
 * @csspart button - The native button.
 * @csspart icon - The drawing in it.
 * @csspart status - The status line.
 * @csspart form - The form in the dialog.
 * @csspart dialog-title - Its title.
 * @csspart dialog-text - Its text.
 * @csspart dialog-confirm - The button that says yes.
 * @csspart dialog-cancel - The button that says no.
 * @csspart dialog - The dialog that shows the payment if the browser has none.
 * @cssstate pending - A dialog is open or the backend decides.
 * @cssstate asking - A dialog of the browser is open or opening.
 * @cssstate confirming - The dialog of the element is open.
 * @cssstate verifying - The backend decides.
 * @cssstate done - The last try was confirmed.
 * @cssstate failed - The last try came to nothing.
 */
export class LatchPaymentButton extends LatchElement implements PaymentConfirmationHost, FollowedSessionHost {
  static override styles: CSSResultGroup = [
    LatchElement.styles,
    confirmationStyles,
    css`
      dialog * {
        unicode-bidi: plaintext;
        overflow-wrap: anywhere;
      }
    `,
  ];
  static override properties: PropertyDeclarations = { amount: {}, currency: {}, payee: {} };

  /**
   * How much is to be paid: a decimal number in plain digits, such as `12.50`. It is shown and signed to the last
   * digit. Required.
   */
  amount = '';

  /** In which currency: an ISO 4217 code, such as `EUR`. Required. */
  currency = '';

  /** To whom: an https origin, such as `https://shop.example`, or a name. Required. */
  payee = '';

  protected readonly section = payment;
  readonly #payment = new PaymentConfirmation(this);
  readonly #confirmation = new Confirmation(this);
  protected override session: FollowedSession = new FollowedSession(this, () => 'signed-in');
  readonly #lifetime = new Lifetime(this, (signal) => this.session.begin(signal));

  /**
   * Has the payment confirmed, as a click on the button does; joins a pending call. Resolves when it has ended and its
   * event was dispatched. Needs a user gesture for the browser's own dialog.
   */
  async confirm(): Promise<void> {
    if (!this.phase) this.outcome = undefined;
    await this.#payment.confirm(this.#lifetime.signal);
  }

  /** Read by the controller. @internal */
  readonly isSigningIn = false;

  /** Called by the controller. @internal */
  startOver(): void {
    this.outcome = undefined;
  }

  /** Called by the controller. @internal */
  showPayment({ total, payeeName, payeeOrigin, instrument }: PaymentDetails): Promise<boolean> {
    const values = {
      amount: writeAmount(this, total.value, total.currency),
      payee: payeeName ?? payeeOrigin!,
      instrument: instrument.displayName,
    };
    const { title, text, confirm, cancel } = textsFor(this, payment);
    return this.#confirmation.ask({
      title: fill(title, values),
      text: fill(text, values),
      confirm: fill(confirm, values),
      cancel,
    });
  }

  /** Called by the controller. @internal */
  paymentConfirmed(result: PaymentConfirmed): void {
    this.outcome = 'done';
    this.tell(new LatchPaymentConfirmedEvent(result));
  }

  /** Called by the controller. @internal */
  paymentFailed(error: LatchError | TypeError): void {
    this.fail(error, LatchPaymentFailedEvent);
  }

  protected override get phase(): string | undefined {
    return this.#payment.phase;
  }

  protected override act(): void {
    void this.confirm();
  }

  protected override render(): TemplateResult {
    const isClosed = ['unsupported', 'insecure_context', 'constraint'].includes(this.outcome!);
    return html`${this.renderAction(label(this, this.texts['button']), paymentPictogram())}${isClosed ? html`<slot name="fallback"></slot>` : nothing}${this.#confirmation.render()}`;
  }
}

/** Inserts `values` into a sentence, each isolated so that it does not change the text direction around it. */
function fill(sentence: string, values: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (_all, name: string) => `\u2068${values[name]}\u2069`);
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-payment-button': LatchPaymentButton;
  }
}
