import { expect } from '@open-wc/testing';
import { addAuthenticator, type Authenticator } from './authenticator.js';
import { click } from './click.js';
import { cdp, takeBrowserEvents } from './devtools.js';

const publicKey = {
  challenge: new Uint8Array(16),
  rp: { name: 'Latchkey' },
  user: { id: new Uint8Array(32), name: 'alice', displayName: 'Alice' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  authenticatorSelection: { residentKey: 'required' },
} satisfies PublicKeyCredentialCreationOptions;

describe('the virtual authenticator of a test page', () => {
  let authenticator: Authenticator | undefined;

  afterEach(async () => {
    await authenticator?.remove();
    authenticator = undefined;
  });

  it('is not there until a test adds one, so a conditional request stays pending until it is aborted', async () => {
    const controller = new AbortController();
    const request = navigator.credentials.get({
      mediation: 'conditional',
      signal: controller.signal,
      publicKey: { challenge: new Uint8Array(16) },
    });
    const first = await Promise.race([request, cdp('Browser.getVersion')]);
    expect(first).to.have.property('product');
    controller.abort(new Error('the test is over'));
    const reason = await request.catch((error: Error) => error.message);
    expect(reason).to.equal('the test is over');
  });

  it('creates a passkey, signs in with it and reports both', async () => {
    authenticator = await addAuthenticator();
    const created = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    const signedIn = (await navigator.credentials.get({
      publicKey: { challenge: new Uint8Array(16) },
    })) as PublicKeyCredential;
    expect(signedIn.id).to.equal(created.id);
    expect(await authenticator.credentials()).to.have.length(1);
    const names = (await takeBrowserEvents()).map((event) => event.event);
    expect(names).to.deep.equal(['WebAuthn.credentialAdded', 'WebAuthn.credentialAsserted']);
  });

  it('clears the user-verified flag of its answers when told to', async () => {
    authenticator = await addAuthenticator();
    await authenticator.spoil({ isBadUV: true });
    const created = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    const flags = new Uint8Array((created.response as AuthenticatorAttestationResponse).getAuthenticatorData())[32]!;
    expect(flags & 0b100).to.equal(0);
  });
});

it('a click on an element gives the page a user activation', async () => {
  const button = document.createElement('button');
  button.textContent = 'Sign in';
  document.body.append(button);
  const wasActive = new Promise<boolean>((resolve) => {
    button.onclick = () => resolve(navigator.userActivation.isActive);
  });
  await click(button);
  expect(await wasActive).to.equal(true);
  button.remove();
});
