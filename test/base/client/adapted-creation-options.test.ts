import { expect } from '@open-wc/testing';
import { authJs } from '../../../src/adapters/auth-js.js';
import { betterAuth } from '../../../src/adapters/better-auth.js';
import { type Adapter, useBackend } from '../../../src/base/client/adapter.js';
import { clientFor } from '../../../src/base/client/client.js';
import { startPasskeyRegistration } from '../../../src/base/contract/passkey-registration.js';
import { creationOptions, json, watchBackendRequests } from '../../support/browser/backend.js';

const answers: Record<string, (adapter: Adapter, options: object) => unknown> = {
  providers: () => ({ webauthn: { id: 'passkey', type: 'webauthn' } }),
  session: () => ({ user: { email: 'alice@example.com' }, expires: '2099-01-01T00:00:00Z' }),
  'webauthn-options/passkey': (_adapter, options) => ({ options }),
  'passkey/generate-register-options': (_adapter, options) => options,
};

for (const [name, adapter] of [
  ['Auth.js', authJs()],
  ['Better Auth', betterAuth()],
] as const) {
  describe(`creation options of ${name}`, () => {
    afterEach(() => useBackend(undefined));

    const optionsFor = async (options: object) => {
      const backend = watchBackendRequests();
      backend.answerWith(({ path }) => {
        const [place = ''] = path.slice(1 + adapter.path!.length).split('?');
        return json(answers[place]!(adapter, options));
      });
      useBackend(adapter);
      return clientFor()
        .call(startPasskeyRegistration)
        .finally(() => backend.restore());
    };

    it('ask for PRF with an input, and for a discoverable passkey, besides what the backend asks for', async () => {
      const { extensions, authenticatorSelection } = await optionsFor(
        creationOptions({ authenticatorSelection: { userVerification: 'preferred' }, extensions: { credProps: true } }),
      );
      expect(extensions).to.have.all.keys('credProps', 'prf');
      expect(extensions)
        .to.have.nested.property('prf.eval.first')
        .that.matches(/^[\w-]{43}$/);
      expect(authenticatorSelection).to.deep.equal({
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'preferred',
      });
    });

    it('leave an input of the backend as it is', async () => {
      const prf = { eval: { first: 'AQID' } };
      expect((await optionsFor(creationOptions({ extensions: { prf } }))).extensions).to.deep.equal({ prf });
    });
  });
}
