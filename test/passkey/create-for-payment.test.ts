import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import { createPasskey } from '../../src/passkey/create.js';
import { contentBackend, creationOptions, json, watchBackendRequests } from '../support/browser/backend.js';
import { watchCredentialRequests } from '../support/browser/credential-requests.js';
import { attestation } from '../support/browser/credentials.js';
import { rejection } from '../support/browser/rejection.js';

it('a passkey that is to confirm payments is requested from the backend, whose options reach the browser', async () => {
  const [backend, requests] = [watchBackendRequests(), watchCredentialRequests()];
  backend.answerWith((request) =>
    request.path.includes('options')
      ? json(creationOptions({ extensions: { payment: { isPayment: true } } }))
      : contentBackend(request),
  );
  requests.answerWith(async () => attestation());
  await createPasskey({ client: clientFor(), payment: true });
  expect(backend.all.map(({ path }) => path)).to.deep.equal([
    '/webauthn/register/options?payment',
    '/webauthn/register/verify?payment',
  ]);
  expect(requests.all[0]!.options.publicKey!.extensions).to.deep.equal({
    payment: { isPayment: true },
    credProps: true,
  });
  for (const what of [backend, requests]) what.restore();
});

it('a passkey that is to confirm payments is not created silently', async () => {
  const backend = watchBackendRequests();
  expect(await rejection(createPasskey({ client: clientFor(), payment: true, conditional: true })))
    .to.be.instanceOf(TypeError)
    .and.to.have.property('message')
    .that.contains('"payment"');
  expect(backend.all).to.have.length(0);
  backend.restore();
});
