import { expect } from '@open-wc/testing';
import { clientFor } from '../../../src/base/client/client.js';
import { noncesOf } from '../../../src/provider/fedcm/sign-in.js';
import { json, nonceAnswer, watchBackendRequests, type BackendRequests } from '../../support/browser/backend.js';
import { rejection } from '../../support/browser/rejection.js';

const client = clientFor();

describe('nonces that are fetched ahead', () => {
  let backend: BackendRequests;

  beforeEach(() => {
    backend = watchBackendRequests();
    backend.answerWith(() => json(nonceAnswer()));
  });

  afterEach(() => backend.restore());

  it('are returned once each, with the providers that the backend names', async () => {
    const nonces = noncesOf(client);
    await nonces.prepare();
    const taken = await Promise.all([nonces.take(), nonces.take(), nonces.take()]);
    expect(new Set(taken.map(({ nonce }) => nonce)).size).to.equal(3);
    expect(taken[0]!.providers).to.deep.equal([
      { configURL: 'https://provider.example/fedcm.json', clientId: 'latchkey' },
    ]);
    expect(backend.to('/auth/fedcm/nonce')).to.have.length(3);
  });

  for (const [what, body] of [
    ['no nonce', { providers: [] }],
    ['a nonce that is not a string', nonceAnswer({ nonce: 7 })],
    ['no providers', { nonce: 'abc' }],
    ['a provider without a client id', nonceAnswer({ providers: [{ configURL: 'https://provider.example/' }] })],
  ] as const) {
    it(`are not taken from an answer with ${what}`, async () => {
      backend.answerWith(() => json(body));
      expect((await rejection(noncesOf(client).take())).code).to.equal('bad_response');
    });
  }
});
