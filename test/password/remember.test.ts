import { expect } from '@open-wc/testing';
import { rememberPassword } from '../../src/password/password-credential.js';
import { settled } from '../support/browser/clock.js';
import { watchSavedPasswords, type SavedPasswords } from '../support/browser/saved-passwords.js';

describe('a password that has worked', () => {
  let passwords: SavedPasswords;

  beforeEach(() => (passwords = watchSavedPasswords()));

  afterEach(() => passwords.restore());

  it('is offered to the password manager of the browser', () => {
    rememberPassword({ username: 'ada', password: 'correct horse' });
    expect(passwords.stored).to.deep.equal([{ id: 'ada', name: 'ada', password: 'correct horse' }]);
  });

  it('causes no error when it cannot be saved', async () => {
    passwords.storeWith(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    rememberPassword({ username: 'ada', password: 'correct horse' });
    passwords.storeWith(() => {
      throw new Error('an extension');
    });
    rememberPassword({ username: 'ada', password: 'correct horse' });
    await settled();
    expect(passwords.stored).to.have.length(2);
  });

  it('is left to browsers without PasswordCredential, which look at the form themselves', () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'PasswordCredential')!;
    Object.defineProperty(globalThis, 'PasswordCredential', { configurable: true, value: undefined });
    try {
      rememberPassword({ username: 'ada', password: 'correct horse' });
    } finally {
      Object.defineProperty(globalThis, 'PasswordCredential', own);
    }
    expect(passwords.stored).to.have.length(0);
  });
});
