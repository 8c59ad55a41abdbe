import { expect } from '@open-wc/testing';
import { passwordCredential, readSavedPassword } from '../../src/password/password-credential.js';
import { assertion } from '../support/browser/credentials.js';

/** A saved password, one member of which throws when it is read. */
const throwing = (member: string) =>
  Object.defineProperty({ type: 'password', id: 'ada', password: 'secret' }, member, {
    get() {
      throw new Error('not for you');
    },
  });

describe('what the browser gives for a saved password', () => {
  it('is a name and a password', () => {
    const Saved = passwordCredential()!;
    expect(readSavedPassword(new Saved({ id: 'ada', password: 'secret' }))).to.deep.equal({
      username: 'ada',
      password: 'secret',
    });
  });

  for (const [what, given] of [
    ['nothing', null],
    ['nothing at all', undefined],
    ['a passkey', assertion()],
    ['something else', 'password'],
    ['no name', { type: 'password', id: '', password: 'secret' }],
    ['no password', { type: 'password', id: 'ada', password: '' }],
    ['a name that is not a string', { type: 'password', id: 7, password: 'secret' }],
    ['a password that is not a string', { type: 'password', id: 'ada', password: {} }],
  ] as const) {
    it(`is of no use if it is ${what}`, () => {
      expect(readSavedPassword(given)).to.equal(undefined);
    });
  }

  for (const member of ['type', 'id', 'password']) {
    it(`is of no use if its ${member} throws, as in stand-ins of extensions`, () => {
      expect(readSavedPassword(throwing(member))).to.equal(undefined);
    });
  }
});
