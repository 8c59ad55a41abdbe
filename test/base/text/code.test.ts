import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { codeToSend, plainCode } from '../../../src/base/text/code.js';
import { runs, runsEverything } from '../../support/browser/runs.js';
import { hyphens, marks, spaces, twoSpelled } from './spelled.js';

describe('a code as a person types it', () => {
  const typed: [text: string, code: string][] = [
    ['123 456', '123456'],
    ['123-456', '123456'],
    ['123\u2009\u2013\u2009456', '123456'],
    ['１２３ー４５６', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳۴۵۶', '123456'],
    ['१२३ ४५६', '123456'],
    ['123\u200b456\ufeff', '123456'],
    ['\u202d123456\u202c', '123456'],
    ['\u2068123\u00ad456\u2069', '123456'],
    ['ｋ７ｑ２-ｍ３', 'K7Q2M3'],
    ['12a', '12A'],
    ['“k7q2-m3”.', 'K7Q2M3'],
    ["'k7q2_m3',", 'K7Q2M3'],
    ['(123.456)', '123456'],
    ['123456:', '123456'],
  ];
  for (const [text, code] of typed)
    it(`is ${code} for ${JSON.stringify(text)}`, () => expect(plainCode(text)).to.equal(code));

  it('is sent with its case and its hyphens, without what it was copied with', () => {
    expect(['“k7Q2-m3”.', ' k7Q2-m3, ', '"123 456"'].map(codeToSend)).to.deep.equal(['k7Q2-m3', 'k7Q2-m3', '123456']);
  });

  const alphabet = Array.from('ABCDEFGHJKMNPQRSTVWXYZ0123456789');
  const codes = {
    'of digits': fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 4, maxLength: 12 }),
    'for recovery': fc.string({ unit: fc.constantFrom(...alphabet), minLength: 12, maxLength: 12 }),
  };
  for (const [kind, values] of Object.entries(codes))
    it(`${kind} is the right one in any script, spacing and width, and no other`, () => {
      fc.assert(
        fc.property(twoSpelled(values, [...marks, ...spaces, ...hyphens]), (pair) => {
          const [one, two] = pair.map(({ typed: text }) => plainCode(text));
          expect([one, two]).to.deep.equal(pair.map(({ value }) => value));
          expect(plainCode(one!)).to.equal(one);
        }),
        runs(10_000, runsEverything ? 10_000 : 2_000),
      );
    });
});
