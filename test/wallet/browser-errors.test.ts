import { expect } from '@open-wc/testing';
import { LatchError, type LatchErrorCode } from '../../src/base/client/errors.js';
import { translate } from '../../src/wallet/shapes.js';

const expected: [name: string, code: LatchErrorCode][] = [
  ['NotAllowedError', 'cancelled'],
  ['OperationError', 'cancelled'],
  ['NotSupportedError', 'unsupported'],
  ['TypeError', 'bad_response'],
  ['AbortError', 'superseded'],
  ['InvalidStateError', 'cancelled'],
  ['SecurityError', 'cancelled'],
  ['UnknownError', 'device_failed'],
  ['NotReadableError', 'device_failed'],
  ['DataError', 'device_failed'],
  ['NetworkError', 'device_failed'],
  ['EncodingError', 'device_failed'],
  ['TimeoutError', 'device_failed'],
];

describe('what the browser rejected a request to wallets with', () => {
  for (const [name, code] of expected) {
    it(`is ${code} when it is called ${name}`, () => {
      const original = name === 'TypeError' ? new TypeError('why') : new DOMException('why', name);
      const error = translate(original);
      expect(error)
        .to.be.instanceOf(LatchError)
        .and.to.include({ code, cause: original, message: `${name}: why` });
      expect(error.retryable).to.equal(['cancelled', 'superseded', 'device_failed'].includes(code));
    });
  }

  it('may be anything', () => {
    expect(translate(undefined).code).to.equal('cancelled');
    for (const thrown of [null, 'AbortError', 7, {}, Object.create(null)])
      expect(translate(thrown)).to.include({ code: 'cancelled', cause: thrown });
  });
});
