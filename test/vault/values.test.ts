import { expect } from '@open-wc/testing';
import { checkName, decodeValue, encodeValue } from '../../src/vault/values.js';

const throughTheVault = (value: unknown) => {
  const { format, plaintext } = encodeValue(value);
  return decodeValue(format as 'bytes' | 'json', plaintext);
};

class Point {
  constructor(readonly x: number) {}
}

const circle: unknown[] = [];
circle.push(circle);
const deep = Array.from({ length: 100_000 }).reduce<unknown>((inner) => [inner], 1);

describe('what a vault keeps', () => {
  for (const [what, value] of Object.entries({
    text: 'Löwe \u{1f981}',
    'an empty text': '',
    'half a character': '\ud800',
    'a mark that begins files': '\ufeffx',
    zero: 0,
    'the greatest number': Number.MAX_VALUE,
    truth: true,
    untruth: false,
    null: null,
    'a list': [1, [2, [null]], {}],
    'an empty list': [],
    'an object': { a: { b: ['c'] } },
    'names that are special': JSON.parse('{"__proto__":{"x":1},"constructor":2,"toString":3}') as unknown,
    'a deep list': JSON.parse(`${'['.repeat(500)}1${']'.repeat(500)}`) as unknown,
  })) {
    it(`comes back as it was: ${what}`, () => {
      expect(throughTheVault(value)).to.deep.equal(value);
      expect(JSON.stringify(throughTheVault(value))).to.equal(JSON.stringify(value));
    });
  }

  it('is what JSON makes of objects that say so themselves, and of the members of others', () => {
    expect(throughTheVault(new Date(0))).to.equal('1970-01-01T00:00:00.000Z');
    const objects = {
      at: new URL('https://example.com/'),
      none: undefined,
      point: new Point(1),
      bare: Object.assign(Object.create(null) as object, { a: 1 }),
    };
    expect(throughTheVault(objects)).to.deep.equal({ at: 'https://example.com/', point: { x: 1 }, bare: { a: 1 } });
  });

  it('is bytes too, as a copy: of a part of a longer buffer, of another window, or none', () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const { Uint8Array: Theirs } = frame.contentWindow as unknown as typeof globalThis;
    for (const [bytes, kept] of [
      [new Uint8Array(Uint8Array.of(0, 1, 2, 3).buffer, 1, 2), [1, 2]],
      [Theirs.of(7, 8), [7, 8]],
      [new Uint8Array(), []],
    ] as const) {
      const back = throughTheVault(bytes) as Uint8Array;
      expect([back instanceof Uint8Array, back.buffer === bytes.buffer, [...back]]).to.deep.equal([true, false, kept]);
    }
    frame.remove();
  });

  for (const [what, value] of Object.entries({
    undefined,
    'a function': () => 1,
    'a symbol': Symbol('one'),
    'a big number': 1n,
    'what is not a number': Number.NaN,
    infinity: -Infinity,
    'a map': new Map([[1, 2]]),
    'a set': new Set([1]),
    'a pattern': /x/,
    'an error': new Error('x'),
    'a buffer': new ArrayBuffer(2),
    words: Uint16Array.of(1),
    'a view': new DataView(new ArrayBuffer(2)),
    'a file': new Blob(['x']),
    'a picture': new ImageData(1, 1),
    'a promise': Promise.resolve(1),
    'a weak map': new WeakMap(),
    'a boxed number': Object(1) as unknown,
    'a list with a gap': Array.from<number>({ length: 1 }),
    'a circle': circle,
    'a list too deep to be said': deep,
    'a key': crypto,
  })) {
    it(`is never something else than was put in: ${what} is refused, alone, in a list and in an object`, () => {
      const members = value === undefined ? [value, ['x', value]] : [value, ['x', value], { a: { b: value } }];
      for (const one of members)
        expect(() => encodeValue(one)).to.throw(TypeError, /^"value" must be bytes or a JSON value/);
    });
  }

  it('is no bytes inside of something else, which would come back as something else', () => {
    expect(() => encodeValue({ bytes: Uint8Array.of(1) })).to.throw(TypeError, /^"value"/);
  });

  it('is known by texts of 1 to 256 characters, whatever is in them but half characters', () => {
    for (const name of ['a', '__proto__', 'constructor', ' ', '/', '\0', '\u{1f981}', 'x'.repeat(256), '"],["'])
      expect(() => checkName('id', name)).not.to.throw();
    for (const name of ['', 'x'.repeat(257), '\ud800', 'a\udc00b', 7, null, undefined, ['a'], {}])
      expect(() => checkName('id', name)).to.throw(TypeError, '"id" must be a string of 1 to 256 characters');
  });
});
