import { expect } from '@open-wc/testing';
import type { PasskeyRequestOptions } from '../../src/base/contract/types.js';
import { askPasskey } from '../../src/passkey/ask-passkey.js';
import { requestOptions } from '../support/browser/backend.js';
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { assertion } from '../support/browser/credentials.js';
import { rejection } from '../support/browser/rejection.js';

describe('asking for a passkey', () => {
  let requests: CredentialRequests;
  const options = requestOptions({
    allowCredentials: [{ type: 'public-key', id: 'AQID' }],
  }) as unknown as PasskeyRequestOptions;

  beforeEach(() => {
    requests = watchCredentialRequests();
    requests.hold();
  });

  afterEach(() => requests.restore());

  it('gives what the backend is to verify, without the secrets of PRF', async () => {
    const asked = askPasskey(options);
    const request = await requests.next();
    expect(request.options.mediation).to.equal('required');
    expect([...new Uint8Array(request.options.publicKey!.allowCredentials![0]!.id as ArrayBuffer)]).to.deep.equal([
      1, 2, 3,
    ]);
    request.choose(
      assertion({
        getClientExtensionResults: () => ({ prf: { enabled: true, results: { first: new Uint8Array(32) } } }),
      }),
    );
    const { id, response, clientExtensionResults } = await asked;
    expect([id, response.signature, clientExtensionResults]).to.deep.equal(['AQID', 'Bgc', { prf: { enabled: true } }]);
  });

  it('gives way to the next one, and ends with its signal', async () => {
    const first = rejection(askPasskey(options));
    await requests.next();
    const page = new AbortController();
    const second = rejection(askPasskey(options, page.signal));
    expect((await first).code).to.equal('superseded');
    await requests.next(undefined, 1);
    page.abort();
    expect((await second).code).to.equal('aborted');
  });

  it('refuses options that are no base64url', async () => {
    expect((await rejection(askPasskey({ ...options, challenge: '!' }))).code).to.equal('bad_response');
    expect(requests.all).to.have.length(0);
  });
});
