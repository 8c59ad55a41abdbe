import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { writeDigits } from '../../src/base/text/plain.js';
import { keepDigits, readCode } from '../../src/one-time-code/read-code.js';
import { runs, runsEverything } from '../support/browser/runs.js';

describe('a code in what was pasted', () => {
  const found: [text: string, code: string][] = [
    ['123456', '123456'],
    [' 123456\n', '123456'],
    ['123 456', '123456'],
    ['123\u00a0456', '123456'],
    ['123-456', '123456'],
    ['12 34 56', '123456'],
    ['1 2 3 4 5 6', '123456'],
    ['123\u2013456', '123456'],
    ['G-123456', '123456'],
    ['code:123456.', '123456'],
    ['123456 is your code for Example. It works for 10 minutes.', '123456'],
    ['Your code is 123 456, valid until 12:30', '123456'],
    ['<#> 123456 is your code\n@example.com #123456', '123456'],
    ['\uff11\uff12\uff13\uff14\uff15\uff16', '123456'],
    ['\u0661\u0662\u0663\u0664\u0665\u0666', '123456'],
    ['\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6', '123456'],
    ['\u0967\u0968\u0969 \u096a\u096b\u096c', '123456'],
    ['\u{1d7d0}\u{1d7d1}\u{1d7d2}\u{1d7d3}\u{1d7d4}\u{1d7d5}', '234567'],
    ['رمزك هو ١٢٣٤٥٦', '123456'],
    ['12G-123456', '123456'],
    ['\u202d123\u200b456\u202c', '123456'],
    ['\u20681\u00ad2\u00ad3\u00ad4\u00ad5\u00ad6\u2069', '123456'],
    ['\ufeff123\u2212456', '123456'],
    ['認証コード：１２３ー４５６', '123456'],
  ];
  for (const [text, code] of found)
    it(`is ${code} in ${JSON.stringify(text)}`, () => expect(readCode(text, 6)).to.equal(code));

  const notFound = [
    '',
    'no code',
    '12345',
    '1234567',
    '123456 or 654321',
    '123 456 for order 789012',
    '12a34b56',
    '123  456',
    '123.456',
    '١٢٣٤٥',
  ];
  for (const text of notFound)
    it(`is not to be found in ${JSON.stringify(text)}`, () => expect(readCode(text, 6)).to.equal(undefined));

  it('has the length that is requested', () => {
    const text = 'Use 1234 or 12345678';
    expect([4, 5, 8].map((length) => readCode(text, length))).to.deep.equal(['1234', undefined, '12345678']);
  });

  it('is found wherever it stands between words, in whatever digits', () => {
    const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10, 0x1d7ce, 0x1e950];
    const around = fc.string({ unit: fc.constantFrom('a', 'Z', ' ', '.', ',', ':', '#', 'é', '码', 'ر') });
    fc.assert(
      fc.property(
        around,
        fc.array(fc.nat(9), { minLength: 6, maxLength: 6 }),
        fc.constantFrom(...zeros),
        around,
        (before, digits, zero, after) => {
          expect(
            readCode(`${before} ${String.fromCodePoint(...digits.map((digit) => zero + digit))} ${after}`, 6),
          ).to.equal(digits.join(''));
        },
      ),
      runs(500, runsEverything ? 20_000 : 4_000),
    );
  });
});

describe('what stays in the input', () => {
  const kept: [text: string, typed: boolean, stays: string | undefined][] = [
    ['', true, ''],
    ['1', true, '1'],
    ['12a', true, '12'],
    ['12 ', true, '12'],
    ['\u0661', true, '1'],
    ['1234567', true, '123456'],
    ['1', false, '1'],
    ['123 4', false, '1234'],
    ['G-123456', false, '123456'],
    ['1234567', false, undefined],
    ['hello', false, undefined],
    ['hello 12', false, undefined],
    ['123456 or 654321', false, undefined],
  ];
  for (const [text, typed, stays] of kept) {
    it(`of ${JSON.stringify(text)}, ${typed ? 'by keys' : 'filled in'}, is ${stays === undefined ? 'nothing' : JSON.stringify(stays)}`, () =>
      expect(keepDigits(text, 6, typed)).to.equal(stays));
  }

  it('writes every digit that Unicode has in ASCII', () => {
    for (let point = 0; point < 0x11000; point++) {
      const digit = String.fromCodePoint(point);
      if (/\p{Nd}/u.test(digit)) expect(writeDigits(digit)).to.match(/^\d$/);
    }
    expect(writeDigits('٠١٢٣٤٥٦٧٨٩')).to.equal('0123456789');
  });
});
