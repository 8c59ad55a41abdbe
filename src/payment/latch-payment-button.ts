import type { CSSResultGroup, PropertyDeclarations, TemplateResult } from 'lit';
import { html, css } from '../base/element/html.js';
import { clientOf } from '../base/element/backend.js';
import { FollowedSession } from '../session/followed-session.js';
import { askPasskey } from '../passkey/ask-passkey.js';
import { signalIfUnknown } from '../passkey/signals.js';
import { confirmPayment, type PaymentConfirmed } from './confirm.js';
import type { PaymentDetails } from '../base/contract/types.js';
import { LatchError } from '../base/client/errors.js';
import { LatchPaymentConfirmedEvent, LatchPaymentFailedEvent } from '../events.js';
import { Confirmation } from '../base/element/confirmation.js';
import { confirmationStyles } from '../base/element/confirmation.styles.js';
import { renderFallback, label } from '../base/element/label.js';
import { LatchElement } from '../base/element/latch-element.js';
import { textsFor } from '../messages/localize.js';
import { payment } from '../messages/en.js';
import { writeAmount } from './amounts.js';

/** A bank card. The empty comment comes first for the reason that `base/element/pictograms.ts` gives. */
const paymentPictogram = (): TemplateResult =>
  html`<!----><svg part="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M2 4h16v12H2ZM2 8h16M5 13h3" /></svg>`;

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
 * @cssstate failed - The last attempt failed.
 */
export class LatchPaymentButton extends LatchElement {
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
  readonly #confirmation = new Confirmation(this);
  protected override session: FollowedSession = new FollowedSession(this, {
    kind: () => 'signed-in',
    startOver: () => (this.outcome = undefined),
  });
  readonly #payment = this.action<PaymentConfirmed>({
    run: ({ signal, onPhase }) =>
      confirmPayment({
        client: clientOf(this),
        amount: this.amount,
        currency: this.currency,
        payee: this.payee,
        signal,
        onPhase,
        confirmInPage: async (payment, options) => {
          onPhase('confirming');
          if (!(await this.#showPayment(payment)))
            throw new LatchError('cancelled', 'The user declined.', { retryable: true });
          onPhase('asking');
          return askPasskey(options, signal);
        },
      }),
    done: (result) => new LatchPaymentConfirmedEvent(result),
    failed: (error) => {
      signalIfUnknown(error);
      this.fail(error, LatchPaymentFailedEvent);
    },
  });

  /**
   * Has the payment confirmed, as a click on the button does; joins a pending call. Resolves when it has ended and its
   * event was dispatched. Needs a user gesture for the browser's own dialog.
   */
  async confirm(): Promise<void> {
    await this.#payment.start();
  }

  protected override render(): TemplateResult {
    return html`${this.renderAction(this.confirm, label(this, this.texts['button']), paymentPictogram())}${renderFallback(this.outcome, 'unsupported', 'insecure_context', 'constraint', 'device_failed', 'passkey_moved')}${this.#confirmation.render()}`;
  }

  /** Shows in the page what the browser cannot show itself. Resolves with whether the user agrees. */
  #showPayment({ total, payeeName, payeeOrigin, instrument }: PaymentDetails): Promise<boolean> {
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
