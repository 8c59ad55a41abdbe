import { expect } from '@open-wc/testing';
import { clientFor } from '../../../src/base/client/client.js';
import { limitToSupportedFormats } from '../../../src/provider/fedcm/delegation.js';
import { noncesOf } from '../../../src/provider/fedcm/sign-in.js';
import { json, nonceAnswer, watchBackendRequests } from '../../support/browser/backend.js';
import { watchCredentialRequests } from '../../support/browser/credential-requests.js';

const plain = { configURL: 'https://provider.example/fedcm.json', clientId: 'latchkey' };
const provider = { ...plain, format: 'vc+sd-jwt' as const };

describe('the format of a provider', () => {
  it('is dropped in a browser without FedCM delegation', async () => {
    expect(await limitToSupportedFormats({ nonce: 'n', providers: [provider] })).to.deep.equal({
      nonce: 'n',
      providers: [plain],
    });
    const backend = watchBackendRequests();
    backend.answerWith(() => json(nonceAnswer({ providers: [provider, plain] })));
    expect((await noncesOf(clientFor()).take()).providers).to.deep.equal([plain, plain]);
    backend.restore();
  });

  for (const [what, end, kept] of [
    ['kept in a browser that reads it and ends the request as aborted', 'AbortError', true],
    ['dropped in a browser that refuses it', 'TypeError', false],
    ['dropped beside an extension that answers all the same', '', false],
  ] as const) {
    it(`is ${what}`, async () => {
      const requests = watchCredentialRequests();
      requests.answerWith(async ({ options }) => {
        void (options as { identity?: { providers: { format: string }[] } }).identity!.providers[0]!.format;
        if (end) throw new DOMException('', end);
        return null;
      });
      const { providers } = await limitToSupportedFormats({ nonce: 'n', providers: [provider] });
      expect(providers).to.deep.equal([kept ? provider : plain]);
      requests.restore();
    });
  }
});
