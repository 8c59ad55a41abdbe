import type { ReactiveControllerHost } from 'lit';
import type { PaymentDetails } from '../base/contract/types.js';
import { LatchError } from '../base/client/errors.js';
import { askPasskey } from '../passkey/ask-passkey.js';
import { tellUnknown } from '../passkey/signals.js';
import { confirmPayment, type PaymentConfirmed } from './confirm.js';
import { Activity } from '../base/element/activity.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';

export type { PaymentDetails } from '../base/contract/types.js';
export type { PaymentConfirmed } from './confirm.js';

/** What the controller needs from its view, and reports to it. */
export interface PaymentConfirmationHost extends ReactiveControllerHost, BackendHost {
  /** What is to be paid, and to whom; read when something begins. */
  readonly amount: string;
  readonly currency: string;
  readonly payee: string;
  /**
   * Shows in the page what the browser cannot show itself. Resolves with whether the person agrees; that must be the
   * answer to a click.
   */
  showPayment(payment: PaymentDetails): Promise<boolean>;
  paymentConfirmed(result: PaymentConfirmed): void;
  /** Gets every failure except the abort of its own signal. A TypeError means that the host is set up wrongly. */
  paymentFailed(error: LatchError | TypeError): void;
}

/** Has the person who is signed in confirm a payment, for one view. */
export class PaymentConfirmation {
  readonly #host: PaymentConfirmationHost;
  readonly #activity: Activity<'asking' | 'confirming' | 'verifying'>;

  constructor(host: PaymentConfirmationHost) {
    this.#host = host;
    this.#activity = new Activity(host);
  }

  /**
   * `asking` while a dialog of the browser is open or opening, `confirming` while the view asks, `verifying` while the
   * backend decides.
   */
  get phase(): 'asking' | 'confirming' | 'verifying' | undefined {
    return this.#activity.phase;
  }

  /** Starts the confirmation, or joins a pending one. Never rejects: the host gets the result. */
  confirm(signal: AbortSignal): Promise<void> {
    return this.#activity.run(async (enter) => {
      try {
        const { amount, currency, payee } = this.#host;
        const result = await confirmPayment({
          client: clientOf(this.#host),
          amount,
          currency,
          payee,
          signal,
          onPhase: (phase) => enter(phase === 'verifying' ? phase : 'asking'),
          confirmInPage: async (payment, options) => {
            enter('confirming');
            if (!(await this.#host.showPayment(payment)))
              throw new LatchError('cancelled', 'The user declined.', { retryable: true });
            enter('asking');
            return askPasskey(options, signal);
          },
        });
        this.#host.paymentConfirmed(result);
      } catch (error) {
        tellUnknown(error);
        if (!signal.aborted) this.#host.paymentFailed(error as LatchError);
      }
    });
  }
}
