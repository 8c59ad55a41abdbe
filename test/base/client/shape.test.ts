import { expect } from '@open-wc/testing';
import {
  bytes,
  count,
  flag,
  integer,
  is,
  list,
  maybe,
  object,
  record,
  text,
  type Shape,
} from '../../../src/base/client/shape.js';

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
    ['one of two values', is('a', null), ['a', null], ['b', undefined, 'null']],
    ['a list of texts', list(text), [[], ['a', '']], [['a', 1], 'a', {}, null, { length: 0 }, undefined]],
    ['a text or nothing', maybe(text), [undefined, 'a'], [null, 1]],
    ['a text or null', maybe(text, null), [null, 'a'], [undefined, 1]],
    [
      'an object with a text',
      object({ name: text }),
      [{ name: 'a' }, { name: 'a', more: 1 }],
      [{}, { name: 1 }, null, [], 'name'],
    ],
    [
      'an object that may have a text',
      object({ name: maybe(text) }),
      [{}, { name: 'a' }, { name: null }],
      [{ name: 1 }],
    ],
  ];
  for (const [name, shape, right, wrong] of fits) {
    it(`is ${name} or is not`, () => {
      for (const value of right) expect(shape(value), JSON.stringify(value)).to.equal('');
      for (const value of wrong) expect(shape(value), JSON.stringify(value)).to.match(/ must be /);
    });
  }

  it('says where the first mismatch is and what must be there, but not what is', () => {
    const shape = object({ credentials: list(object({ id: bytes(1, 2), type: is('usb', null), at: maybe(count) })) });
    const mismatch = (third: object) =>
      shape({ credentials: [{ id: 'AA', type: 'usb' }, { id: 'AAA', type: null }, third] });
    expect(mismatch({ id: 'secret', type: 'usb' })).to.equal('.credentials.2.id must be 1 to 2 bytes in base64url');
    expect(mismatch({ id: 'AA', type: 'nfc' })).to.equal('.credentials.2.type must be "usb" or null');
    expect(mismatch({ id: 'AA', type: 'usb', at: -1 })).to.equal('.credentials.2.at must be an integer from 0');
    expect(mismatch({ id: 'AA', type: 'usb' })).to.equal('');
    expect(shape([])).to.equal(' must be an object');
  });

  it('leaves out what is null and may be missing, and keeps a null that stands for something', () => {
    const value = { name: null, nickname: null, user: { id: null, at: 1 }, list: [{ at: null }] };
    const at = object({ at: maybe(count) });
    const shape = object({
      name: maybe(text),
      nickname: maybe(text, null),
      user: object({ id: maybe(text), at: count }),
      list: list(at),
    });
    expect(shape(value)).to.equal('');
    expect(value).to.deep.equal({ nickname: null, user: { at: 1 }, list: [{}] });
    expect(shape({ ...value, nickname: undefined })).to.contain('.nickname');
  });

  it('has nothing inherited in it, so a prototype lends no members', () => {
    expect(object({ name: text })(Object.create({ name: 'a' }))).to.equal('.name must be a string');
    expect(object({ toString: maybe(text) })({})).to.equal('');
  });

  it('has no list longer than any real answer', () => {
    expect(list(text)(Array(1024).fill('a'))).to.equal('');
    expect(list(text)(Array(1025).fill('a'))).to.equal(' must be a list');
  });
});
