import type { LatchError, LatchErrorCode } from '../base/client/errors.js';
import { pageAddress } from '../base/browser/embedding.js';
import { fromBase64Url } from '../base/bytes.js';
import type { PaymentOptions } from '../base/contract/types.js';
import { within } from '../base/client/deadline.js';
import { translateException } from '../base/browser/exceptions.js';

/**
 * All other names, but for those of a failing device, mean only that nothing was confirmed: `cancelled`. So do `AbortError`, with which payment requests
 * end when the user dismisses them, and `NotAllowedError`.
 */
const codes: Readonly<Record<string, LatchErrorCode>> = {
  NotSupportedError: 'unsupported',
  SecurityError: 'unsupported',
  TypeError: 'bad_response',
  RangeError: 'bad_response',
};

/**
 * Translates what a payment request rejected with into one of our codes. `SecurityError` means that the click is too
 * long ago, or that the origin does not belong to the passkeys. In both cases the browser does not show its dialog.
 *
 * @returns Always a {@link LatchError}; names that are in no table become `cancelled`, with the original as the cause.
 * @see {@link https://www.w3.org/TR/payment-request/#show-method Payment Request, show()}
 */
export const translate = (error: unknown): LatchError => translateException(error, codes);

/** How long the browser may take to report its support, in ms. After that it counts as unsupported. */
const supportTimeout = 3000;

/** What Chromium has called the question over the years. */
interface PaymentRequestClass {
  new (methods: PaymentMethodData[], details: PaymentDetailsInit): PaymentRequest;
  securePaymentConfirmationAvailability?(): Promise<string>;
  isSecurePaymentConfirmationAvailable?(): Promise<boolean>;
}

/**
 * A request for Secure Payment Confirmation that can be shown; undefined where the browser has none, or does not say
 * within three seconds. The oldest browsers say it only of a whole request.
 *
 * @throws {LatchError} `bad_response` if the browser takes the backend's options for malformed.
 * @see {@link https://www.w3.org/TR/secure-payment-confirmation/#sctn-securepaymentconfirmationrequest-dictionary
 *   Secure Payment Confirmation, SecurePaymentConfirmationRequest}
 */
export async function secureConfirmation(options: PaymentOptions): Promise<PaymentRequest | undefined> {
  const { PaymentRequest: Request } = globalThis as { PaymentRequest?: PaymentRequestClass };
  if (!Request) return undefined;
  const create = () =>
    new Request([{ supportedMethods: 'secure-payment-confirmation', data: describe(options) }], {
      total: { label: payeeOf(options), amount: options.payment.total },
    });
  try {
    const answer = await within<string | boolean>(
      supportTimeout,
      () =>
        Request.securePaymentConfirmationAvailability?.() ??
        Request.isSecurePaymentConfirmationAvailable?.() ??
        create().canMakePayment(),
    );
    if (answer !== true && answer !== 'available') return undefined;
  } catch {
    // A browser that cannot even say it cannot do it.
    return undefined;
  }
  try {
    return create();
  } catch (error) {
    throw translate(error);
  }
}

/**
 * Shows the browser's dialog. Resolves with undefined if it turns out that the browser has none for this: some say only
 * then.
 *
 * @throws {LatchError} as {@link translate} says; the reason of `signal` once it is aborted.
 */
export async function show(request: PaymentRequest, signal: AbortSignal): Promise<PaymentResponse | undefined> {
  const abort = () => void request.abort().catch(() => 'over already');
  signal.addEventListener('abort', abort);
  try {
    return await request.show();
  } catch (error) {
    signal.throwIfAborted();
    const failure = translate(error);
    if (failure.code === 'unsupported') return undefined;
    throw failure;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** To whom it is paid, in one line. */
function payeeOf({ payment }: PaymentOptions): string {
  return payment.payeeName ?? payment.payeeOrigin ?? '';
}

function describe({ options, payment }: PaymentOptions): object {
  const { challenge, rpId, timeout, allowCredentials = [] } = options;
  const { payeeName, payeeOrigin, instrument } = payment;
  return {
    challenge: fromBase64Url(challenge),
    credentialIds: allowCredentials.map(({ id }) => fromBase64Url(id)),
    rpId: rpId ?? pageAddress().hostname,
    instrument,
    ...(payeeName !== undefined && { payeeName }),
    ...(payeeOrigin !== undefined && { payeeOrigin }),
    ...(timeout !== undefined && { timeout }),
  };
}
