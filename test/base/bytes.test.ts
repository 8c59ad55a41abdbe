import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { byteLengthOf, fromBase64Url, toBase64Url } from '../../src/base/bytes.js';
import { runs } from '../support/browser/runs.js';

describe('base64url', () => {
  it('gives back the bytes that were encoded, with or without padding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = toBase64Url(bytes);
        expect(text).to.match(/^[\w-]*$/);
        expect(fromBase64Url(text)).to.deep.equal(bytes);
        expect(fromBase64Url(text.padEnd(Math.ceil(text.length / 4) * 4, '='))).to.deep.equal(bytes);
      }),
      runs(10_000),
    );
  });

  it('encodes as RFC 4648 says, with the characters that are safe in URLs', () => {
    expect(toBase64Url(Uint8Array.of(251, 255, 190))).to.equal('-_--');
    expect(toBase64Url(new TextEncoder().encode('foob'))).to.equal('Zm9vYg');
    expect(toBase64Url(new ArrayBuffer(0))).to.equal('');
  });

  it('encodes exactly the part of a buffer that a view shows', () => {
    const { buffer } = Uint8Array.of(1, 2, 3, 4, 5);
    expect(toBase64Url(new DataView(buffer, 1, 3))).to.equal(toBase64Url(Uint8Array.of(2, 3, 4)));
  });

  it('encodes an array of numbers, of which some browser extensions make their credentials', () => {
    expect(toBase64Url([251, 255, 190])).to.equal('-_--');
  });

  it('encodes bytes that come from another window', () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const { ArrayBuffer: Foreign } = frame.contentWindow as unknown as typeof globalThis;
    expect(toBase64Url(new Foreign(3))).to.equal('AAAA');
    frame.remove();
  });

  it('refuses to encode anything but bytes', () => {
    for (const value of [undefined, null, 'AQID', 5, {}, { length: 2 }])
      expect(() => toBase64Url(value as never), String(value)).to.throw(TypeError);
  });

  it('refuses an invalid text with a TypeError, and can tell in advance', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('A', '-', '_', '=', '+', '/', '\n') })),
        (text) => {
          let decoded: Uint8Array | undefined;
          try {
            decoded = fromBase64Url(text);
          } catch (error) {
            expect(error).to.be.instanceOf(TypeError);
          }
          expect(byteLengthOf(text)).to.equal(decoded?.byteLength ?? -1);
        },
      ),
      runs(100_000),
    );
    for (const text of ['A', 'AAAAA', 'AA+A', 'AA/A', 'AA A', 'AAA\n', '=A', 'AA===', 'Ä'])
      expect(() => fromBase64Url(text), text).to.throw(TypeError, '"text" must be base64url');
  });

  it('is not claimed of anything but strings', () => {
    for (const value of [undefined, null, 1, {}, ['AAAA'], new String('AAAA')])
      expect(byteLengthOf(value)).to.equal(-1);
  });
});
