import type { PaymentDetails, PaymentOrder } from '../../../src/base/contract/types.js';
import { Refusal } from '../http/refusal.js';
import type { ServerConfig } from '../config/server-config.js';
import type { Account } from '../store/records.js';

/** Who is paid, by what Secure Payment Confirmation knows them by. */
type Payee = Pick<PaymentDetails, 'payeeOrigin' | 'payeeName'>;

/**
 * What a name is refused for, because it would be shown as something else than it is: controls, changes of line and
 * direction, halves of characters, white space around it, nothing that can be seen.
 */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\p{Bidi_Control}]|^\s|\s$|^[\p{Default_Ignorable_Code_Point}\s]*$/u;

function refusePayee(reason: string): never {
  throw new Refusal(400, 'bad_request', { message: `payee: ${reason}` });
}

/**
 * Treats a text that looks like a URL as the payee's origin, and any other text as the payee's name.
 *
 * @throws {Refusal} 400 `bad_request` if it is neither an https origin nor a name.
 */
export function readPayee(payee: string): Payee {
  if (misleading.test(payee)) refusePayee('holds characters that are not shown');
  if (!payee.includes('://')) return { payeeName: payee };
  if (!payee.startsWith('https://') || !URL.canParse(payee) || new URL(payee).origin !== payee)
    refusePayee('an address must be an exact https origin');
  return { payeeOrigin: payee };
}

/**
 * What the user is to be shown and to sign. This server knows no cards, so that what is paid with is the account
 * itself.
 */
export function describePayment(
  { amount, currency }: PaymentOrder,
  payee: Payee,
  account: Account,
  { origins }: ServerConfig,
): PaymentDetails {
  return {
    total: { currency, value: amount },
    ...payee,
    instrument: { displayName: account.displayName, icon: `${origins[0]}/icons/icon-192.png`, iconMustBeShown: false },
  };
}
