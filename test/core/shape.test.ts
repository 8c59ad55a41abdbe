import { expect } from '@open-wc/testing';
import { bytes, count, flag, integer, list, maybe, object, record, text, type Shape } from '../../src/core/shape.js';

describe('the shape of what comes from outside', () => {
  const fits: [string, Shape, unknown[], unknown[]][] = [
    ['a text', text, ['', 'a'], [undefined, null, 1, {}, new String('a')]],
    ['a flag', flag, [true, false], [undefined, null, 0, 'true']],
    ['an integer', integer, [0, -7, 2 ** 53 - 1], [undefined, null, '1', 1.5, NaN, Infinity, 2 ** 53]],
    ['a count', count, [0, 300_000], [-1, 1.5, '1', null, undefined]],
    ['a record', record, [{}, { a: 1 }, Object.create(null)], [undefined, null, [], 'a', 1]],
    [
      'bytes from two to three',
      bytes(2, 3),
      ['AAA', 'AAAA', 'AAA='],
      ['AA', 'AAAAA', 'AAAAAA', 'A+A', '', undefined, 3],
    ],
    ['a list of texts', list(text), [[], ['a', '']], [['a', 1], 'a', {}, null, { length: 0 }, undefined]],
    ['a text or nothing', maybe(text), [undefined, 'a'], [null, 1]],
    [
      'an object with a text',
      object({ name: text }),
      [{ name: 'a' }, { name: 'a', more: 1 }],
      [{}, { name: 1 }, null, [], 'name'],
    ],
    ['an object that may have a text', object({ name: maybe(text) }), [{}, { name: 'a' }], [{ name: null }]],
  ];
  for (const [name, shape, right, wrong] of fits) {
    it(`is ${name} or is not`, () => {
      for (const value of right) expect(shape(value), JSON.stringify(value)).to.equal(true);
      for (const value of wrong) expect(shape(value), JSON.stringify(value)).to.equal(false);
    });
  }

  it('has nothing inherited in it, so a prototype lends no members', () => {
    expect(object({ name: text })(Object.create({ name: 'a' }))).to.equal(false);
    expect(object({ toString: maybe(text) })({})).to.equal(true);
  });

  it('has no list longer than any real answer', () => {
    expect(list(text)(Array(1024).fill('a'))).to.equal(true);
    expect(list(text)(Array(1025).fill('a'))).to.equal(false);
  });
});
