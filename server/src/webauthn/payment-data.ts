import type { JsonObject } from '../http/json.js';
import { readObject } from './response.js';
import { VerificationError } from './verification-error.js';

/** What the user was to be shown, named as in Secure Payment Confirmation. */
export interface ExpectedPayment {
  readonly total: { readonly currency: string; readonly value: string };
  readonly payeeName?: string;
  readonly payeeOrigin?: string;
  readonly instrument: { readonly displayName: string; readonly icon: string; readonly iconMustBeShown?: boolean };
}

/** The user has signed something else than was asked. */
export class PaymentMismatch extends VerificationError {
  /** @param member The first member of `payment` that is not as it was asked, without its value. */
  constructor(readonly member: string) {
    super(400, `clientDataJSON.payment.${member} differs from the order`);
  }
}

/**
 * Compares the signed payment that the browser has shown with the requested one, exactly. The browser's own key is
 * ignored.
 *
 * @throws {PaymentMismatch} naming the first member that differs.
 * @throws {VerificationError} if there is no such description at all.
 * @see {@link https://www.w3.org/TR/secure-payment-confirmation/#sctn-verifying-assertion Secure Payment Confirmation,
 *   Verifying an Authentication Assertion}
 */
export function checkPaymentData(clientData: JsonObject, rpId: string, expected: ExpectedPayment): void {
  const payment = readObject(clientData.payment, 'clientDataJSON.payment');
  const total = readObject(payment.total, 'clientDataJSON.payment.total');
  // Where the page is in no frame of another origin, the top is where it is itself.
  const topOrigin = clientData.crossOrigin === true ? clientData.topOrigin : clientData.origin;
  const fits: Record<string, boolean> = {
    // Some browsers write it twice, once under its former name.
    rpId: payment.rpId === rpId && (payment.rp === undefined || payment.rp === rpId),
    topOrigin: payment.topOrigin === topOrigin,
    payeeName: payment.payeeName === expected.payeeName,
    payeeOrigin: payment.payeeOrigin === expected.payeeOrigin,
    paymentEntitiesLogos:
      payment.paymentEntitiesLogos === undefined ||
      (Array.isArray(payment.paymentEntitiesLogos) && payment.paymentEntitiesLogos.length === 0),
    'total.currency': total.currency === expected.total.currency,
    'total.value': total.value === expected.total.value,
    instrument: isInstrument(readObject(payment.instrument, 'clientDataJSON.payment.instrument'), expected.instrument),
  };
  const wrong = Object.keys(fits).find((member) => !fits[member]);
  if (wrong !== undefined) throw new PaymentMismatch(wrong);
}

/** An icon that could not be loaded is signed as an empty text, which is as good where it need not be shown. */
function isInstrument(
  { displayName, icon, iconMustBeShown, details }: JsonObject,
  expected: ExpectedPayment['instrument'],
): boolean {
  return (
    displayName === expected.displayName &&
    details === undefined &&
    (icon === expected.icon || (icon === '' && expected.iconMustBeShown === false)) &&
    (iconMustBeShown === undefined || iconMustBeShown === expected.iconMustBeShown)
  );
}
