import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkPaymentData, PaymentMismatch, type ExpectedPayment } from '../../../server/src/webauthn/payment-data.js';

const expected: ExpectedPayment = {
  total: { currency: 'EUR', value: '12.50' },
  payeeName: 'Shop',
  instrument: { displayName: 'Card', icon: 'https://bank.example/card.png' },
};
const clientData = (changes: object = {}, outer: object = {}) => ({
  origin: 'https://shop.example',
  payment: { ...expected, rpId: 'bank.example', topOrigin: 'https://shop.example', ...changes },
  ...outer,
});

describe('what a person was shown before they paid', () => {
  const check = (data: Record<string, unknown>, asked = expected): void =>
    checkPaymentData(data, 'bank.example', asked);
  const isMismatch =
    (member: string) =>
    (error: unknown): boolean =>
      error instanceof PaymentMismatch && error.member === member && error.status === 400;

  test('is taken when it is what was requested', () => check(clientData()));

  test('lacks its picture only where that was allowed', () => {
    const without = clientData({ instrument: { displayName: 'Card', icon: '' } });
    for (const iconMustBeShown of [undefined, true]) {
      const asked = {
        ...expected,
        instrument: { ...expected.instrument, ...(iconMustBeShown && { iconMustBeShown }) },
      };
      assert.throws(() => check(without, asked), isMismatch('instrument'));
    }
    check(without, { ...expected, instrument: { ...expected.instrument, iconMustBeShown: false } });
  });

  test('was shown by the page at the top, which is another one only where the page is in a frame', () => {
    const framed = { crossOrigin: true, topOrigin: 'https://mall.example' };
    check(clientData({ topOrigin: 'https://mall.example' }, framed));
    assert.throws(() => check(clientData({}, framed)), isMismatch('topOrigin'));
    assert.throws(() => check(clientData({ topOrigin: 'https://mall.example' })), isMismatch('topOrigin'));
  });

  test('is reported by its first member that differs, without its value', () => {
    assert.throws(
      () => check(clientData({ rpId: 'evil.example', total: { currency: 'USD', value: '1' } })),
      (error: Error) => isMismatch('rpId')(error) && !error.message.includes('evil'),
    );
  });

  test('is nothing at all without a total and an instrument', () => {
    for (const changes of [{ total: undefined }, { total: '12.50' }, { instrument: null }])
      assert.throws(() => check(clientData(changes)), /must be an object/);
    assert.throws(() => check({ origin: 'https://shop.example' }), /clientDataJSON.payment must be an object/);
  });
});
