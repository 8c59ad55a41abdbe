import { expect } from '@open-wc/testing';
import * as all from '../../src/define/all.js';
import * as elements from '../../src/elements.js';
import { importCopy } from '../support/browser/copy.js';
import { runsEverything } from '../support/browser/runs.js';

const classes = {
  'latch-account': elements.LatchAccount,
  'latch-digital-credential-button': elements.LatchDigitalCredentialButton,
  'latch-install-button': elements.LatchInstallButton,
  'latch-manifest-inspector': elements.LatchManifestInspector,
  'latch-passkey-button': elements.LatchPasskeyButton,
  'latch-passkey-create': elements.LatchPasskeyCreate,
  'latch-passkey-field': elements.LatchPasskeyField,
  'latch-payment-button': elements.LatchPaymentButton,
  'latch-session-list': elements.LatchSessionList,
  'latch-sign-out-button': elements.LatchSignOutButton,
  'latch-vault-unlock': elements.LatchVaultUnlock,
};

for (const [tag, own] of Object.entries(classes)) {
  it(`all defines <${tag}>`, () => {
    expect(customElements.get(tag) === own).to.equal(true);
    expect(Object.values(all).includes(own as never), 'and gives its class to who imports it').to.equal(true);
  });
}

for (const [tag, own] of Object.entries(classes).slice(0, runsEverything ? undefined : 2)) {
  it(`a second copy of the package leaves <${tag}> alone`, async () => {
    const copy = await importCopy<Record<string, unknown>>(`define/${tag.replace('latch-', '')}`);
    expect(Object.values(copy).includes(own), 'it is a copy indeed').to.equal(false);
    expect(customElements.get(tag) === own).to.equal(true);
  });
}
