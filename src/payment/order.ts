import type { PaymentOptions, PaymentOrder } from '../base/contract/types.js';

const forms: Record<keyof PaymentOrder, [pattern: RegExp, description: string]> = {
  amount: [/^(?=.{1,20}$)\d+(\.\d+)?$/, 'a decimal number such as "12.50"'],
  currency: [/^[A-Z]{3}$/, 'an ISO 4217 code such as "EUR"'],
  payee: [/^[^]{1,200}$/, 'a name or an https origin'],
};

/**
 * Gives the order as the backend takes it.
 *
 * @throws {TypeError} that names the member which is not as the contract wants it.
 */
export function checkOrder(order: PaymentOrder): PaymentOrder {
  const { amount, currency, payee } = order;
  for (const [name, [pattern, description]] of Object.entries(forms)) {
    const value: unknown = order[name as keyof PaymentOrder];
    if (typeof value !== 'string' || !pattern.test(value))
      throw new TypeError(`"${name}" must be ${description}, not "${value as string}"`);
  }
  return { amount, currency, payee };
}

/** Whether the backend has stored the order: the user must be shown exactly the same values. */
export function isAsOrdered({ payment }: PaymentOptions, { amount, currency, payee }: PaymentOrder): boolean {
  const { total, payeeName, payeeOrigin } = payment;
  return (
    total.value === amount &&
    total.currency === currency &&
    [payeeName, payeeOrigin].every((named) => named === undefined || named === payee) &&
    payeeName !== payeeOrigin
  );
}
