import { expect, fixture, html } from '@open-wc/testing';
import { writeAmount } from '../../src/payment/amounts.js';

/** Spaces that do not break are still spaces. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('an amount', () => {
  for (const [language, value, currency, text] of [
    ['en-US', '12.5', 'USD', '$12.50'],
    ['de', '12.5', 'EUR', '12,50 €'],
    ['fr', '1234567.89', 'EUR', '1 234 567,89 €'],
    ['ja', '500', 'JPY', '￥500'],
    ['en-IN', '123456.5', 'INR', '₹1,23,456.50'],
    ['ar-EG', '12.5', 'EGP', '‏١٢٫٥٠ ج.م.‏'],
    ['en', '7', 'XTS', 'XTS 7.00'],
  ] as const) {
    it(`is written as in ${language} where that is the nearest language: ${value} ${currency}`, async () => {
      const element = await fixture(html`<p lang=${language}></p>`);
      expect(plain(writeAmount(element, value, currency))).to.equal(text);
    });
  }

  it('keeps every digit that it has, and rounds nothing', async () => {
    const element = await fixture(html`<p lang="en-US"></p>`);
    expect(writeAmount(element, '0.005', 'USD')).to.equal('$0.005');
    expect(writeAmount(element, '5.50', 'JPY')).to.equal('¥5.50');
    expect(writeAmount(element, '1.999999999999999999', 'EUR')).to.equal('€1.999999999999999999');
    expect(writeAmount(element, '12345678901234567890', 'USD')).to.equal('$12,345,678,901,234,567,890.00');
    expect(writeAmount(element, '9007199254740993.01', 'USD')).to.equal('$9,007,199,254,740,993.01');
  });

  it('is formatted even where the language tag is invalid', async () => {
    for (const language of ['', 'x-klingon!', '-'])
      expect(writeAmount(await fixture(html`<p lang=${language}></p>`), '12.34', 'EUR'), language).to.contain('12');
  });
});
