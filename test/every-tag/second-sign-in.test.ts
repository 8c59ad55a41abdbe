import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import '../../src/define/passkey-button.js';
import '../../src/define/passkey-create.js';
import '../../src/define/passkey-field.js';
import { signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { addAuthenticator, type Authenticator } from '../support/browser/authenticator.js';
import { watchBackendRequests } from '../support/browser/backend.js';
import { click } from '../support/browser/click.js';
import {
  isConditional,
  watchCredentialRequests,
  type CredentialRequests,
} from '../support/browser/credential-requests.js';
import { buttonOf, watchEvents } from '../support/browser/elements.js';

describe('a second sign-in on the page, in another element than the first', () => {
  let authenticator: Authenticator | undefined;
  let requests: CredentialRequests;
  let events: ReturnType<typeof watchEvents>;
  let username: string;

  beforeEach(async () => {
    username = await signUpUser();
    authenticator = await addAuthenticator();
    const create = await fixture(html`<latch-passkey-create></latch-passkey-create>`);
    const created = oneEvent(create, 'latch-passkey-created');
    await click(buttonOf(create));
    await created;
    create.remove();
    await signOutQuietly();
    requests = watchCredentialRequests();
    events = watchEvents();
  });

  afterEach(async () => {
    events.stop();
    requests.restore();
    await authenticator?.remove();
    await signOutQuietly();
  });

  /** How each sign-in ended: the event, or the error code. */
  const outcomes = () => events.all.map(({ type, detail }) => (detail as { code?: string }).code ?? type);

  async function signInBy(element: Element): Promise<void> {
    const settled = Promise.race([oneEvent(element, 'latch-signed-in'), oneEvent(element, 'latch-sign-in-failed')]);
    await click(buttonOf(element));
    await settled;
  }

  it('works by button, although its options belonged to the session that the first has replaced', async () => {
    const [first, second] = [
      await fixture(html`<latch-passkey-button></latch-passkey-button>`),
      await fixture(html`<latch-passkey-button></latch-passkey-button>`),
    ];
    await signInBy(first);
    await signInBy(second);
    expect(outcomes()).to.deep.equal(['latch-signed-in', 'latch-signed-in']);
    expect(await whoIsSignedIn()).to.equal(username);
  });

  it('works through autofill that was waiting all the time', async () => {
    await authenticator!.setPresence(false);
    const field = await fixture(html`<latch-passkey-field></latch-passkey-field>`);
    await requests.next(isConditional);
    const button = await fixture(html`<latch-passkey-button></latch-passkey-button>`);
    await authenticator!.setPresence(true);
    // the field takes its turn again as soon as the button has given its own back, and the authenticator can answer
    const settled = Promise.race([oneEvent(field, 'latch-signed-in'), oneEvent(field, 'latch-sign-in-failed')]);
    await signInBy(button);
    await settled;
    expect(outcomes()).to.deep.equal(['latch-signed-in', 'latch-signed-in']);
    expect(await whoIsSignedIn()).to.equal(username);
  });

  it('waits for the first while the backend decides about that, and leaves it as it is', async () => {
    const button = await fixture(html`<latch-passkey-button></latch-passkey-button>`);
    const settled = Promise.race([oneEvent(button, 'latch-signed-in'), oneEvent(button, 'latch-sign-in-failed')]);
    const backend = watchBackendRequests();
    let isClicked = false;
    backend.answerWith((request, real) => {
      if (request.path.includes('/login/verify') && !isClicked) {
        isClicked = true;
        buttonOf(button).click();
      }
      return real();
    });
    await fixture(html`<latch-passkey-field></latch-passkey-field>`);
    await settled;
    backend.restore();
    expect(events.all.map(({ target, type }) => [(target as Element).localName, type])).to.deep.equal([
      ['latch-passkey-field', 'latch-signed-in'],
      ['latch-passkey-button', 'latch-signed-in'],
    ]);
    expect(await whoIsSignedIn()).to.equal(username);
  });
});
