import { expect } from '@open-wc/testing';
import { checkProviders, type ProviderResult } from '../../src/conformance/providers/check-providers.js';
import { providerFaults, type ProviderFaultName } from '../../src/conformance/providers/provider-faults.js';
import { handWrittenPage, latchkeyPage } from '../support/browser/passkey-pages.js';
import { rejection } from '../support/browser/rejection.js';

const failures = (results: readonly ProviderResult[]) =>
  results
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ fault, ceremony, reason }) => `${fault}, ${ceremony}: ${reason}`);

describe('a page beside a provider of passkeys', () => {
  for (const fault of Object.keys(providerFaults) as ProviderFaultName[])
    it(`bears that it ${providerFaults[fault].what}`, async () => {
      const results = await checkProviders(latchkeyPage, { only: [fault] });
      expect(results).to.have.length(providerFaults[fault].ceremonies.length);
      expect(failures(results)).to.deep.equal([]);
    });

  it('finds navigator.credentials and PublicKeyCredential as they were after every case', async () => {
    const own = { credentials: navigator.credentials, PublicKeyCredential };
    await checkProviders(latchkeyPage, { only: ['bare-webview', 'locked-methods', 'autofill-is-a-lie'] });
    expect({ credentials: navigator.credentials, PublicKeyCredential }).to.deep.equal(own);
    expect(Object.getOwnPropertyNames(navigator.credentials)).to.deep.equal([]);
  });
});

describe('the check of a page beside providers', () => {
  const sent = { id: 'AQID', rawId: 'AQID', type: 'public-key', clientExtensionResults: {}, response: {} };

  it('fails a page that trusts toJSON, and names the reason', async () => {
    const [result] = await checkProviders(handWrittenPage(), { only: ['tojson-throws'] });
    expect(result).to.include({ fault: 'tojson-throws', ceremony: 'create', outcome: 'failed' });
    expect(result!.reason).to.match(/Illegal invocation|does not implement interface/);
  });

  it('fails a page that sends something else than the authenticator has returned', async () => {
    const page = { register: async () => sent, signIn: async () => sent };
    const results = await checkProviders(page, { only: ['plain-object'] });
    expect(results.map(({ reason }) => reason)).to.deep.equal(
      Array(2).fill('the page sends a response that it did not request'),
    );
  });

  it('fails a page that changes what the authenticator has returned', async () => {
    const page: typeof latchkeyPage = {
      ...latchkeyPage,
      register: async (...request) => ({ ...Object(await latchkeyPage.register(...request)), id: 'AQID' }),
    };
    const [result] = await checkProviders(page, { only: ['plain-object'] });
    expect(result!.reason).to.equal('the page sends another id or type');
  });

  it('fails a page that returns a response where there is none', async () => {
    const page = { register: async () => sent, signIn: async () => sent };
    const results = await checkProviders(page, { only: ['resolves-with-null'] });
    expect(results.map(({ outcome }) => outcome)).to.deep.equal(['failed', 'failed']);
  });

  it('fails a page that waits forever', async () => {
    const forever = () => new Promise<never>(() => {});
    const results = await checkProviders({ register: forever, signIn: forever }, { only: ['own-error'], timeout: 1 });
    expect(results.map(({ reason }) => reason)).to.deep.equal(Array(2).fill('the promise of the page never settles'));
  });

  it('fails a page that keeps the methods of the provider that was there before', async () => {
    const page = handWrittenPage();
    let kept: Promise<unknown> | undefined;
    const signIn: typeof page.signIn = (options, signal) => (kept ??= page.signIn(options, signal));
    const results = await checkProviders({ ...page, signIn }, { only: ['replaced-after-load'] });
    expect(results.map(({ outcome }) => outcome)).to.deep.equal(['passed', 'failed']);
  });

  it('fails a page that asks for autofill again and again', async () => {
    const page = handWrittenPage();
    const offer: typeof page.signIn = async (options, signal) => {
      for (let asked = 0; asked < 5; asked++) await page.offer!(options, signal).catch(() => {});
    };
    const [result] = await checkProviders({ ...page, offer }, { only: ['autofill-as-dialog'] });
    expect(result!.reason).to.equal('the page asks 5 times at once for a passkey in autofill');
  });

  it('does not check autofill of a page that has none', async () => {
    const { register, signIn } = latchkeyPage;
    const [result] = await checkProviders({ register, signIn }, { only: ['autofill-as-dialog'] });
    expect(result!.outcome).to.equal('not checked');
  });

  it('refuses an unknown name', async () => {
    const error = await rejection(checkProviders(latchkeyPage, { only: ['toString' as never] }));
    expect(error).to.be.instanceOf(TypeError);
  });
});
