import { expect } from '@open-wc/testing';
import { LatchError, type LatchErrorCode } from '../../src/base/client/errors.js';
import { translate } from '../../src/passkey/browser-errors.js';

/** Every name of the table in Web IDL, and the simple exceptions that credential requests reject with. */
const names =
  'IndexSizeError HierarchyRequestError WrongDocumentError InvalidCharacterError NoModificationAllowedError NotFoundError NotSupportedError InUseAttributeError InvalidStateError SyntaxError InvalidModificationError NamespaceError InvalidAccessError TypeMismatchError SecurityError NetworkError AbortError URLMismatchError QuotaExceededError TimeoutError InvalidNodeTypeError DataCloneError EncodingError NotReadableError UnknownError ConstraintError DataError TransactionInactiveError ReadOnlyError VersionError OperationError NotAllowedError OptOutError IdentityCredentialError TypeError RangeError Error'.split(
    ' ',
  );

/** Those that say more than "it came to nothing"; requests that are not named get the first. */
const told: Record<string, { [request in 'create' | 'immediate' | 'passive' | 'other']?: LatchErrorCode }> = {
  SecurityError: { other: 'invalid_rp_id' },
  NotSupportedError: { other: 'unsupported' },
  ConstraintError: { other: 'constraint' },
  TypeError: { other: 'bad_response' },
  AbortError: { other: 'superseded' },
  OperationError: { other: 'superseded' },
  NotAllowedError: { immediate: 'no_local_passkey' },
  InvalidStateError: { create: 'already_registered' },
  ...Object.fromEntries(
    ['NotReadableError', 'UnknownError', 'DataError', 'NetworkError', 'EncodingError', 'TimeoutError'].map((name) => [
      name,
      { other: 'device_failed' },
    ]),
  ),
};

describe('what the browser rejected with', () => {
  for (const request of ['create', undefined, 'immediate', 'passive'] as const) {
    it(`has one code for each name when the page asked to ${request ?? 'get'}`, () => {
      for (const name of names) {
        const original = name === 'TypeError' ? new TypeError('why') : new DOMException('why', name);
        const error = translate(original, request);
        const expected = told[name]?.[request ?? 'other'] ?? told[name]?.other ?? 'cancelled';
        expect(error, name)
          .to.be.instanceOf(LatchError)
          .and.to.include({ code: expected, cause: original, exception: name, message: `${name}: why` });
        expect(error.retryable, name).to.equal(['cancelled', 'superseded', 'device_failed'].includes(expected));
      }
    });
  }

  it('does not tell a dismissed dialog from a timeout or an unknown account, as the browser does not', () => {
    const messages = ['The operation either timed out or was not allowed.', 'The user cancelled.', 'No credential.'];
    expect(
      new Set(messages.map((message) => translate(new DOMException(message, 'NotAllowedError')).code)),
    ).to.deep.equal(new Set(['cancelled']));
  });

  it('is passed on when it is one of our errors already', () => {
    const error = new LatchError('superseded', 'why');
    expect(translate(error)).to.equal(error);
  });

  it('may be an error of another window, or anything else', () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const { DOMException: Foreign } = frame.contentWindow as unknown as typeof globalThis;
    expect(translate(new Foreign('why', 'SecurityError'))).to.include({ code: 'invalid_rp_id' });
    frame.remove();
    expect(translate(undefined).code).to.equal('cancelled');
    for (const thrown of [null, 'AbortError', 7, Symbol('x'), {}, Object.create(null)])
      expect(translate(thrown)).to.include({ code: 'cancelled', cause: thrown });
  });
});
