import { expect } from '@open-wc/testing';
import '../../src/define/sign-in.js';
import { contentBackend, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { until } from '../support/browser/until.js';

describe('<latch-sign-in> in a browser without getClientCapabilities, as Chromium before 133 and Firefox before 135', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;

  before(() => {
    localStorage.removeItem('latchkey.passkey-offered');
    Object.assign(PublicKeyCredential, {
      getClientCapabilities: undefined,
      isConditionalMediationAvailable: async () => true,
      isUserVerifyingPlatformAuthenticatorAvailable: async () => true,
    });
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
  });

  after(() => {
    requests.restore();
    backend.restore();
    localStorage.clear();
  });

  it('offers passkeys in autofill, and to create one after a sign-in with a password', async () => {
    const card = document.body.appendChild(document.createElement('latch-sign-in'));
    await settled();
    const pending = await requests.next();
    expect(pending.options.mediation).to.equal('conditional');
    const submit = () => card.querySelector<HTMLButtonElement>('form:not([slot]) > button')!.click();
    card.querySelector<HTMLInputElement>('[autocomplete~=username]')!.value = 'ada';
    submit();
    await settled();
    card.querySelector<HTMLInputElement>('[autocomplete=current-password]')!.value = 'correct horse battery';
    submit();
    await until(() => card.querySelector('latch-passkey-create'));
    card.remove();
  });
});
