import { expect } from '@open-wc/testing';
import { clientFor } from '../../../src/base/client/client.js';
import { writeLocal } from '../../../src/base/storage/local.js';
import { readChosenProvider, rememberProvider, rememberVisit } from '../../../src/provider/oidc/chosen-provider.js';
import { noteVisit } from '../../../src/provider/oidc/visits.js';
import { json, watchBackendRequests, type BackendRequests } from '../../support/browser/backend.js';
import { providerBackend, providerSession, type ProviderBackend } from '../../support/browser/provider-backend.js';

const client = clientFor();

describe('the provider that a person has chosen', () => {
  let backend: BackendRequests;
  let provider: ProviderBackend;

  beforeEach(() => {
    backend = watchBackendRequests();
    provider = providerBackend();
    backend.answerWith(provider.answer);
  });

  afterEach(() => {
    writeLocal('provider-chosen:/', undefined);
    backend.restore();
  });

  it('is remembered by its id and names no user, for this backend only', async () => {
    provider.session = providerSession(1);
    await rememberProvider(client);
    expect([readChosenProvider(client), readChosenProvider(clientFor('/api'))]).to.deep.equal(['example', undefined]);
    expect(JSON.stringify({ ...localStorage })).not.to.match(/ada/i);
  });

  const others: [who: string, session: object][] = [
    ['unknown', { signedIn: false }],
    ['a user who has used a passkey', { ...providerSession(1), authMethod: 'passkey', provider: undefined }],
    ['a user whose provider is not what it should be', { ...providerSession(1), provider: { id: 7 } }],
  ];
  for (const [who, session] of others) {
    it(`is not remembered for ${who}`, async () => {
      provider.session = session;
      await rememberProvider(client);
      expect(readChosenProvider(client)).to.equal(undefined);
    });
  }

  it('is remembered on the page that the user comes back to, once', async () => {
    provider.session = providerSession(1);
    await rememberVisit(client);
    expect(readChosenProvider(client)).to.equal(undefined);
    noteVisit(client);
    await rememberVisit(client);
    expect(readChosenProvider(client)).to.equal('example');
    writeLocal('provider-chosen:/', undefined);
    await rememberVisit(client);
    expect(readChosenProvider(client)).to.equal(undefined);
  });

  it('is nobody’s failure when the backend cannot be reached, or another script has written there', async () => {
    backend.answerWith(() => json({ error: 'server_error' }, 500));
    await rememberProvider(client);
    writeLocal('provider-chosen:/', { id: 'example' });
    expect(readChosenProvider(client)).to.equal(undefined);
  });
});
