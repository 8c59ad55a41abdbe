import assert from 'node:assert/strict';
import type { PaymentOptions } from '../../../src/base/contract/types.js';
import type { AuthenticationResponseJSON, Fault, PaymentShown, SignInContext } from '../../../src/conformance/index.js';
import type { Person } from '../../support/node/people.js';
import type { Answer } from '../../support/node/visitor.js';

export const order = { amount: '12.50', currency: 'EUR', payee: 'https://shop.example' };

/** What the user makes of what was asked, and how the browser passes it on. */
export interface ConfirmationChanges extends Partial<SignInContext> {
  /** `passkey` for a browser without Secure Payment Confirmation. */
  method?: 'payment' | 'passkey';
  /** Changes the member `payment` of what is signed. */
  shown?: (payment: Record<string, unknown>) => Record<string, unknown>;
}

/** Asks what is to be confirmed. */
export async function askForPayment({ browser }: Person, changes: Partial<typeof order> = {}): Promise<PaymentOptions> {
  const { status, body, text } = await browser.post<PaymentOptions>('/payment/options', { ...order, ...changes });
  assert.equal(status, 200, text);
  return body;
}

/** Confirms what was asked with the user's passkey, without posting it. */
export function confirm(
  { authenticator }: Person,
  origin: string,
  { options, payment }: PaymentOptions,
  { method = 'payment', shown = (same) => same, ...context }: ConfirmationChanges = {},
): Promise<AuthenticationResponseJSON> {
  const change: Fault = {
    what: 'shows something else',
    ceremonies: ['get'],
    change: {
      clientData: (data) =>
        data['payment'] === undefined ? data : { ...data, payment: shown(data['payment'] as Record<string, unknown>) },
    },
  };
  return authenticator.get(options, {
    origin,
    ...context,
    faults: [change, ...(context.faults ?? [])],
    ...(method === 'payment' && { payment: payment as PaymentShown }),
  });
}

/** The whole confirmation. */
export async function pay(
  endUser: Person,
  origin: string,
  changes?: ConfirmationChanges,
  asked?: Partial<typeof order>,
): Promise<Answer> {
  return endUser.browser.post(
    '/payment/verify',
    await confirm(endUser, origin, await askForPayment(endUser, asked), changes),
  );
}
