import { expect } from '@open-wc/testing';
import { LatchError } from '../../../src/base/client/errors.js';
import { translate } from '../../../src/provider/fedcm/browser-errors.js';
import { hostileObjects } from '../../support/browser/hostile.js';

const named = (name: string, more: object = {}) => Object.assign(new Error('why'), { name, ...more });

describe('what the browser rejected a request for a token with', () => {
  for (const [name, code, retryable] of [
    ['NetworkError', 'cancelled', true],
    ['NotAllowedError', 'cancelled', true],
    ['IdentityCredentialError', 'provider_failed', true],
    ['UnknownError', 'provider_failed', true],
    ['NotReadableError', 'provider_failed', true],
    ['DataError', 'provider_failed', true],
    ['EncodingError', 'provider_failed', true],
    ['TimeoutError', 'provider_failed', true],
    ['AbortError', 'superseded', true],
    ['NotSupportedError', 'unsupported', false],
    ['TypeError', 'bad_response', false],
    ['InvalidStateError', 'cancelled', true],
    ['SomethingNewError', 'cancelled', true],
  ] as const) {
    it(`${name} is ${code}`, () => {
      const cause = named(name);
      const error = translate(cause);
      expect(error).to.be.instanceOf(LatchError).and.to.include({ code, retryable, cause, exception: name });
      expect(error.message).to.equal(`${name}: why`);
    });
  }

  it('keeps what the provider said, in the message and for the page', () => {
    for (const member of ['error', 'code']) {
      const error = translate(
        named('IdentityCredentialError', { [member]: 'access_denied', url: 'https://provider.example/why' }),
      );
      expect(error.message).to.equal('IdentityCredentialError: why access_denied https://provider.example/why');
      expect(error.provider).to.deep.equal({ error: 'access_denied', url: 'https://provider.example/why' });
    }
  });

  it('keeps nothing where the provider said nothing, and no number of an ordinary exception', () => {
    for (const more of [{ error: '', url: '' }, { code: 0 }, { error: 7, url: {} }])
      expect(translate(named('IdentityCredentialError', more)).provider).to.deep.equal({});
    for (const member of ['error', 'code', 'url']) {
      const thrown = named('IdentityCredentialError');
      Object.defineProperty(thrown, member, {
        get() {
          throw new Error('An extension put itself between.');
        },
      });
      expect(translate(thrown).provider).to.deep.equal({});
    }
    expect(translate(new DOMException('why', 'NetworkError')).provider).to.equal(undefined);
  });

  it('may be anything', () => {
    for (const thrown of [undefined, null, Symbol('x'), ...hostileObjects('name'), ...hostileObjects('message')])
      expect(translate(thrown).code).to.equal('cancelled');
  });
});
