import { type Bytes, encodeUtf8 } from './bytes.js';

/** The members of clientDataJSON; unknown types because a fault may write anything. */
export interface ClientData {
  readonly type: unknown;
  readonly challenge: unknown;
  readonly origin: unknown;
  readonly crossOrigin?: unknown;
  readonly topOrigin?: unknown;
  readonly [member: string]: unknown;
}

/**
 * Serializes client data as a browser does: UTF-8 JSON with type, challenge, origin and crossOrigin first.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#clientdatajson-serialization WebAuthn, Serialization}
 */
export function serializeClientData({ type, challenge, origin, crossOrigin, topOrigin, ...others }: ClientData): Bytes {
  return encodeUtf8(JSON.stringify({ type, challenge, origin, crossOrigin, topOrigin, ...others }));
}

/**
 * What a user is shown in the browser's dialog before they confirm a payment, named as in Secure Payment
 * Confirmation.
 */
export interface PaymentShown {
  readonly total: { readonly currency: string; readonly value: string };
  readonly payeeName?: string;
  readonly payeeOrigin?: string;
  readonly instrument: { readonly displayName: string; readonly icon: string; readonly [member: string]: unknown };
}

/**
 * The members of client data by which a confirmed payment differs from a sign-in: its type, and what was shown.
 *
 * @see {@link https://www.w3.org/TR/secure-payment-confirmation/#sctn-collectedclientpaymentdata-dictionary Secure
 *   Payment Confirmation, CollectedClientPaymentData}
 */
export function describePayment(
  { total, payeeName, payeeOrigin, instrument }: PaymentShown,
  rpId: string,
  topOrigin: string,
): { type: string; payment: Record<string, unknown> } {
  return { type: 'payment.get', payment: { rpId, topOrigin, payeeName, payeeOrigin, total, instrument } };
}
