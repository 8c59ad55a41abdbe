import { expect } from '@open-wc/testing';
import { clientFor } from '../../../src/core/client.js';
import { createPasskey } from '../../../src/features/passkey/create.js';
import { listPasskeys } from '../../../src/features/passkey/list.js';
import { evaluatePrf } from '../../../src/features/passkey/prf.js';
import { createVault, unlockVault, wipeVaults } from '../../../src/features/vault/index.js';
import { signOutQuietly, signUpUser } from '../../support/browser/account.js';
import { addAuthenticator, type Authenticator } from '../../support/browser/authenticator.js';

const client = clientFor();

describe('a vault and an authenticator', () => {
  let authenticator: Authenticator;

  beforeEach(async () => {
    authenticator = await addAuthenticator();
    await signUpUser();
    await createPasskey({ client });
  });

  afterEach(async () => {
    await wipeVaults();
    await authenticator.remove();
    await signOutQuietly();
  });

  it('open with the passkey that the person signs in with, also when no user is signed in any more', async () => {
    const { rpId, userId, credentials } = await listPasskeys({ client });
    const vault = await createVault({ rpId, userHandle: userId, passkeys: credentials, ask: evaluatePrf });
    await vault.set('notes', 'one', 'Only here');
    vault.lock();
    await signOutQuietly();
    const again = await unlockVault({ ask: evaluatePrf });
    expect(await again.get('notes', 'one')).to.equal('Only here');
    again.lock();
  });
});
