import { expect } from '@open-wc/testing';
import { run } from '../../src/base/browser/ceremony.js';
import { clientFor } from '../../src/base/client/client.js';
import { signInImmediately } from '../../src/passkey/immediate.js';
import {
  contentBackend,
  json,
  requestOptions,
  watchBackendRequests,
  type BackendRequests,
} from '../support/browser/backend.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { settled } from '../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { assertion } from '../support/browser/credentials.js';
import { rejection } from '../support/browser/rejection.js';
import { savedPassword } from '../support/browser/saved-passwords.js';

const client = clientFor();

describe('signing in with whatever this device has', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;

  before(() => claimCapabilities({ immediateGet: true }));

  beforeEach(() => {
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
  });

  afterEach(async () => {
    await settled();
    requests.restore();
    backend.restore();
  });

  const noPassword = () => undefined;

  it('asks for passkeys and passwords in one immediate request that names no passkey', async () => {
    backend.answerWith(() => json(requestOptions({ allowCredentials: [{ id: 'AQID', type: 'public-key' }] })));
    const result = rejection(signInImmediately({ client, signInWithPassword: noPassword }));
    const { options, fail } = await requests.next();
    expect(options).to.include({ password: true, mediation: 'required', uiMode: 'immediate' });
    expect(options.publicKey).not.to.have.property('allowCredentials');
    fail(new DOMException('', 'NotAllowedError'));
    expect((await result).code).to.equal('no_local_passkey');
  });

  it('has the backend verify a passkey', async () => {
    const result = signInImmediately({ client, signInWithPassword: noPassword });
    (await requests.next()).choose(assertion());
    expect(await result).to.deep.equal({ method: 'passkey', credentialId: 'AQID' });
    expect(backend.to('/webauthn/login/verify')).to.have.length(1);
  });

  it('is not ended by a later click while the backend decides', async () => {
    let later: Promise<string> | undefined;
    backend.answerWith((request) => {
      if (request.path.includes('verify')) later = run(async () => 'begun', { mode: 'modal' });
      return contentBackend(request);
    });
    const result = signInImmediately({ client, signInWithPassword: noPassword });
    (await requests.next()).choose(assertion());
    expect(await result).to.have.property('method', 'passkey');
    expect(await later).to.equal('begun');
  });

  it('hands a saved password to the caller, and verifies no passkey', async () => {
    const chosen = savedPassword('ada', 'secret');
    const given: unknown[] = [];
    const result = signInImmediately({
      client,
      async signInWithPassword(credential) {
        given.push(credential);
        return { method: 'password' as const };
      },
    });
    (await requests.next()).choose(chosen);
    expect(await result).to.deep.equal({ method: 'password' });
    expect(given).to.deep.equal([chosen]);
    expect(backend.to('/webauthn/login/verify')).to.have.length(0);
  });

  it('takes what is neither for a fault of the browser', async () => {
    const result = rejection(signInImmediately({ client, signInWithPassword: noPassword }));
    (await requests.next()).choose(null);
    expect((await result).code).to.equal('bad_response');
  });

  it('tells the other tabs once the person is signed in', async () => {
    const channel = new BroadcastChannel('auth');
    const told = new Promise<unknown>((resolve) => (channel.onmessage = ({ data }) => resolve(data)));
    const result = signInImmediately({ client, signInWithPassword: noPassword });
    (await requests.next()).choose(assertion());
    await result;
    expect(await told).to.deep.equal({ type: 'signed-in' });
    channel.close();
  });
});
