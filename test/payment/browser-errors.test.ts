import { expect } from '@open-wc/testing';
import { LatchError, type LatchErrorCode } from '../../src/base/client/errors.js';
import { translate } from '../../src/payment/shapes.js';

const expected: [name: string, code: LatchErrorCode][] = [
  ['AbortError', 'cancelled'],
  ['NotAllowedError', 'cancelled'],
  ['OptOutError', 'cancelled'],
  ['NotSupportedError', 'unsupported'],
  ['SecurityError', 'unsupported'],
  ['RangeError', 'bad_response'],
  ['TypeError', 'bad_response'],
  ['InvalidStateError', 'cancelled'],
  ['UnknownError', 'device_failed'],
  ['NotReadableError', 'device_failed'],
  ['DataError', 'device_failed'],
  ['NetworkError', 'device_failed'],
  ['EncodingError', 'device_failed'],
  ['TimeoutError', 'device_failed'],
];

describe('what a payment request rejected with', () => {
  for (const [name, code] of expected) {
    it(`is ${code} when it is called ${name}`, () => {
      const original = Object.assign(new Error('why'), { name });
      const error = translate(original);
      expect(error)
        .to.be.instanceOf(LatchError)
        .and.to.include({ code, cause: original, message: `${name}: why` });
      expect(error.retryable).to.equal(['cancelled', 'device_failed'].includes(code));
    });
  }

  it('may be anything', () => {
    for (const thrown of [undefined, null, 'AbortError', 7, {}, Object.create(null)])
      expect(translate(thrown)).to.include({ code: 'cancelled', cause: thrown });
  });
});
