import { expect } from '@open-wc/testing';
import { checkOrder, isAsOrdered } from '../../src/payment/order.js';
import { order, paymentOptions } from '../support/browser/payment-requests.js';

describe('an order', () => {
  it('goes to the backend as it is written, and without anything else', () => {
    for (const amount of ['0', '12.50', '0.001', '00012', '12345678901234567890'])
      expect(checkOrder({ ...order, amount, more: 1 } as typeof order)).to.deep.equal({ ...order, amount });
    expect(checkOrder({ ...order, payee: 'Ada’s bakery' }).payee).to.equal('Ada’s bakery');
  });

  for (const [name, values] of Object.entries({
    amount: [
      '',
      '-1',
      '+1',
      '1,50',
      '.5',
      '5.',
      '1e3',
      ' 1',
      '1\n',
      '٣',
      '123456789012345678901',
      12.5,
      undefined,
      null,
    ],
    currency: ['', 'eur', 'EURO', 'EU', '€', 'EUR ', 978, undefined],
    payee: ['', 'x'.repeat(201), 7, undefined, null],
  })) {
    it(`is refused by the name of what is wrong: ${name}`, () => {
      for (const value of values)
        expect(() => checkOrder({ ...order, [name]: value } as typeof order), String(value)).to.throw(
          TypeError,
          `"${name}" must be`,
        );
    });
  }

  it('is recognised in what the backend has taken down', () => {
    for (const payee of [order.payee, 'Ada’s bakery']) {
      const asked = { ...order, payee };
      expect(isAsOrdered(paymentOptions(asked) as never, asked)).to.equal(true);
    }
  });

  it('is not recognised in anything else', () => {
    const changes = [
      { total: { currency: 'EUR', value: '12.5' } },
      { total: { currency: 'USD', value: '12.50' } },
      { payeeOrigin: 'https://other.example' },
      { payeeOrigin: undefined },
      { payeeName: 'Another user' },
    ];
    for (const change of changes) {
      const { options, payment } = paymentOptions();
      expect(
        isAsOrdered({ options, payment: { ...payment, ...change } } as never, order),
        JSON.stringify(change),
      ).to.equal(false);
    }
  });
});
