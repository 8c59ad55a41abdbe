import { run } from '../base/browser/ceremony.js';
import type { Client } from '../base/client/client.js';
import { finishPayment, startPayment } from '../base/contract/payment.js';
import type {
  AuthenticationResponse,
  PaymentDetails,
  PaymentOptions,
  PaymentOrder,
  PasskeyRequestOptions,
} from '../base/contract/types.js';
import { abortError, LatchError } from '../base/client/errors.js';
import { serializeAuthentication } from '../base/browser/serialize.js';
import { watched } from '../base/browser/watch-ceremonies.js';
import { checkOrder, isAsOrdered } from './order.js';
import { secureConfirmation, show } from './shapes.js';
import { callForUser } from '../session/call-for-user.js';

/** The user who is signed in has confirmed the payment, and the backend has verified it. */
export interface PaymentConfirmed {
  /** `payment` if the browser has shown what was signed, `passkey` if the page has. */
  readonly method: 'payment' | 'passkey';
  /** The credential that was used, as base64url. */
  readonly credentialId: string;
}

/** What is to be paid, and who verifies that it was confirmed. */
export interface ConfirmPaymentOptions extends PaymentOrder {
  client: Client;
  /**
   * Replaces the browser's dialog where there is none: shows `payment` to the user and, once they agree, requests a
   * passkey with `options`, as `askPasskey` of `latchkey/passkey` does. Rejects if the user declines.
   */
  confirmInPage?:
    ((payment: PaymentDetails, options: PasskeyRequestOptions) => Promise<AuthenticationResponse>) | undefined;
  signal?: AbortSignal | undefined;
  onPhase?: ((phase: 'preparing' | 'asking' | 'verifying') => void) | undefined;
}

/**
 * Lets the signed-in user confirm a payment with a passkey: by Secure Payment Confirmation, where the browser shows
 * amount and payee and the passkey signs them, otherwise in the page. The backend compares the signed payment with the
 * order. The browser's dialog needs a user gesture; without one the payment is confirmed in the page. No money moves:
 * that is up to the backend.
 *
 * @throws {LatchError} `cancelled`, `unsupported` where neither way is open, `constraint` if the account has no passkey
 *   to confirm with, `unauthenticated`, `wrong_account`, `unknown_credential`, `passkey_moved`, `challenge_expired`, `rejected`,
 *   `superseded`, `aborted`, what `confirmInPage` rejects with, and the other errors of {@link Client.call}.
 * @throws {TypeError} if `amount`, `currency` or `payee` is not as the contract wants it.
 * @see {@link https://www.w3.org/TR/secure-payment-confirmation/ Secure Payment Confirmation}
 */
export function confirmPayment(options: ConfirmPaymentOptions): Promise<PaymentConfirmed> {
  return watched(confirm(options), 'payment');
}

async function confirm({
  client,
  confirmInPage,
  signal,
  onPhase,
  ...rest
}: ConfirmPaymentOptions): Promise<PaymentConfirmed> {
  const order = checkOrder(rest);
  onPhase?.('preparing');
  const asked = await fetchOptions(client, order, signal);
  const verify = async (body: AuthenticationResponse): Promise<PaymentConfirmed> => {
    onPhase?.('verifying');
    const { method } = await client.call(finishPayment, { body, signal });
    return { method, credentialId: body.id };
  };
  const request = await secureConfirmation(asked);
  onPhase?.('asking');
  const response = request && (await run((turn) => show(request, turn), { mode: 'modal', signal }));
  if (response) return settle(response, verify);
  if (signal?.aborted) throw abortError(signal);
  if (!confirmInPage) throw new LatchError('unsupported', 'The browser has no Secure Payment Confirmation.');
  return verify(await confirmInPage(asked.payment, asked.options));
}

async function fetchOptions(
  client: Client,
  order: PaymentOrder,
  signal: AbortSignal | undefined,
): Promise<PaymentOptions> {
  try {
    const asked = await callForUser(client, startPayment, { body: order, signal });
    if (isAsOrdered(asked, order)) return asked;
  } catch (error) {
    if ((error as LatchError).reason === 'no_passkey')
      throw new LatchError('constraint', 'The account has no passkey to confirm with.', { cause: error });
    throw error;
  }
  throw new LatchError('bad_response', 'The payment options differ from the order.');
}

/**
 * Reports the result to the browser, whose dialog stays open until then. A payment that the backend has confirmed is
 * confirmed, even if this report fails.
 */
async function settle(
  response: PaymentResponse,
  verify: (body: AuthenticationResponse) => Promise<PaymentConfirmed>,
): Promise<PaymentConfirmed> {
  const complete = (result: PaymentComplete) => response.complete(result).catch(() => 'closed already');
  try {
    const confirmed = await verify(serializeAuthentication(response.details as Credential));
    await complete('success');
    return confirmed;
  } catch (error) {
    await complete('fail');
    throw error;
  }
}
