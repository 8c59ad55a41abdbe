import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import '../../src/define/passkey-create.js';
import '../../src/define/passkey-field.js';
import type { LatchPasskeyCreate, LatchPasskeyField } from '../../src/elements/index.js';
import { signOutQuietly, signUpSomebody, whoIsSignedIn } from '../support/browser/account.js';
import { addAuthenticator, type Authenticator } from '../support/browser/authenticator.js';
import { click } from '../support/browser/click.js';
import { isConditional, watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';

describe('<latch-passkey-field>', () => {
  let authenticator: Authenticator | undefined;
  let requests: CredentialRequests;

  beforeEach(() => {
    requests = watchCredentialRequests();
  });

  afterEach(async () => {
    requests.restore();
    await authenticator?.remove();
    authenticator = undefined;
    await signOutQuietly();
  });

  async function somebodyWithPasskey(): Promise<string> {
    const username = await signUpSomebody();
    authenticator = await addAuthenticator();
    const create = await fixture<LatchPasskeyCreate>(html`<latch-passkey-create></latch-passkey-create>`);
    const created = oneEvent(create, 'latch-passkey-created');
    await click(create.shadowRoot!.querySelector('button')!);
    await created;
    await signOutQuietly();
    return username;
  }

  it('signs in by the button the person who created a passkey', async () => {
    const username = await somebodyWithPasskey();
    await authenticator!.setPresence(false);
    const field = await fixture<LatchPasskeyField>(html`<latch-passkey-field></latch-passkey-field>`);
    await requests.next(isConditional);
    await authenticator!.setPresence(true);
    const signedIn = oneEvent(field, 'latch-signed-in');
    await click(field.shadowRoot!.querySelector('button')!);
    expect((await signedIn).detail.method).to.equal('passkey');
    expect(await whoIsSignedIn()).to.equal(username);
    expect(requests.mostAtOnce).to.equal(1);
  });

  it('signs in by autofill once the person chooses', async () => {
    const username = await somebodyWithPasskey();
    const field = await fixture<LatchPasskeyField>(html`<latch-passkey-field></latch-passkey-field>`);
    expect((await oneEvent(field, 'latch-signed-in')).detail.method).to.equal('passkey');
    expect(await whoIsSignedIn()).to.equal(username);
  });
});
