import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import { fromBase64Url } from '../../src/base/bytes.js';
import { createPasskey } from '../../src/passkey/create.js';
import { listPasskeys } from '../../src/passkey/list.js';
import { evaluatePrf } from '../../src/passkey/prf.js';
import { signOutQuietly, signUpUser } from '../support/browser/account.js';
import { addAuthenticator, type Authenticator } from '../support/browser/authenticator.js';
import { watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { rejection } from '../support/browser/rejection.js';

const client = clientFor();
const first = new Uint8Array(32).fill(1);
const second = new Uint8Array(32).fill(2);

describe('asking a passkey for secrets', () => {
  let authenticator: Authenticator;
  let backend: BackendRequests;

  beforeEach(async () => {
    authenticator = await addAuthenticator();
    await signUpUser();
    await createPasskey({ client });
    backend = watchBackendRequests();
  });

  afterEach(async () => {
    backend.restore();
    await authenticator.remove();
    await signOutQuietly();
  });

  const bytesOf = (source: BufferSource | undefined) => [...new Uint8Array(source as ArrayBuffer)];

  it('gives the same for the same inputs, something else for others, and tells the backend nothing', async () => {
    const { rpId, credentials } = await listPasskeys({ client });
    const before = backend.all.length;
    const ask = (one: Uint8Array<ArrayBuffer>) =>
      evaluatePrf({
        rpId,
        credentials: credentials.map(({ id, transports }) => ({ id, transports, first: one, second })),
      });
    const [result, again, other] = [await ask(first), await ask(first), await ask(second)];
    expect(result.credentialId).to.equal(credentials[0]!.id);
    expect([bytesOf(result.first).length, bytesOf(result.second).length]).to.deep.equal([32, 32]);
    expect(bytesOf(again.first)).to.deep.equal(bytesOf(result.first));
    expect(bytesOf(other.first)).to.deep.equal(bytesOf(result.second));
    expect(bytesOf(other.first)).not.to.deep.equal(bytesOf(result.first));
    expect(backend.all.slice(before).filter(({ body }) => body !== undefined)).to.deep.equal([]);
  });

  it('ends as cancelled when the passkey is not on this device', async () => {
    const { rpId } = await listPasskeys({ client });
    expect((await rejection(evaluatePrf({ rpId, credentials: [{ id: 'AAAA', first }] }))).code).to.equal('cancelled');
  });

  it('gives nothing where the passkey was made without the extension', async () => {
    const credentialId = 'AQIDBAUGBwgJCgsMDQ4PEA';
    const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
    const pkcs8 = btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey))));
    await authenticator.addCredential({
      credentialId: btoa(String.fromCharCode(...fromBase64Url(credentialId))),
      isResidentCredential: true,
      rpId: 'localhost',
      userHandle: btoa('someone'),
      privateKey: pkcs8,
      signCount: 0,
    });
    const result = await evaluatePrf({ rpId: 'localhost', credentials: [{ id: credentialId, first, second }] });
    expect([result.credentialId, result.first, result.second]).to.deep.equal([credentialId, undefined, undefined]);
  });

  it('names the argument when there is no passkey to ask for', async () => {
    expect((await rejection(evaluatePrf({ rpId: 'localhost', credentials: [] }))).message).to.contain('"credentials"');
  });
});
