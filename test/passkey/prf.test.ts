import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import { fromBase64Url, toBase64Url } from '../../src/base/bytes.js';
import { createPasskey } from '../../src/passkey/create.js';
import { listPasskeys } from '../../src/passkey/list.js';
import { evaluatePrf } from '../../src/passkey/prf.js';
import { signOutQuietly, signUpUser } from '../support/browser/account.js';
import { addAuthenticator, type Authenticator } from '../support/browser/authenticator.js';
import { watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import {
  watchCredentialRequests,
  type CredentialRequest,
  type CredentialRequests,
} from '../support/browser/credential-requests.js';
import { assertion } from '../support/browser/credentials.js';
import {
  bearsPrfProvider,
  prfCases,
  prfPages,
  prfProviders,
  type PrfCase,
  type PrfProviderName,
} from '../support/browser/prf-providers.js';
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

describe('the form in which a passkey is asked for secrets', () => {
  let requests: CredentialRequests;

  beforeEach(() => {
    requests = watchCredentialRequests();
    requests.hold();
  });
  afterEach(() => requests.restore());

  const one = { id: 'AQID', first, second };
  const other = { id: 'BAUG', first: second };
  const ask = (...credentials: (typeof one | typeof other)[]) => evaluatePrf({ rpId: 'localhost', credentials });
  const prfOf = ({ options }: CredentialRequest) => options.publicKey!.extensions!.prf!;
  const idsOf = ({ options }: CredentialRequest) =>
    (options.publicKey as PublicKeyCredentialRequestOptions).allowCredentials!.map(({ id }) => toBase64Url(id));
  const answer = (results: unknown) => assertion({ getClientExtensionResults: () => ({ prf: { results } }) as never });
  const secret = Array.from({ length: 32 }, (_none, index) => index);

  it('is eval for one passkey, or where all have the same inputs, and evalByCredential for several', async () => {
    for (const [credentials, form] of [
      [[one], 'eval'],
      [
        [
          { ...other, first },
          { ...other, id: 'AQID', first: first.slice() },
        ],
        'eval',
      ],
      [[one, other], 'evalByCredential'],
    ] as const) {
      const asked = requests.all.length;
      const result = ask(...credentials);
      const request = await requests.next(undefined, asked);
      expect(prfOf(request)).to.have.all.keys(form);
      request.choose(answer({ first: new Uint8Array(secret).buffer }));
      expect((await result).credentialId).to.equal('AQID');
    }
    expect(requests.all).to.have.length(3);
  });

  it('is the other one, once, after an empty result, for the passkey that the user chose', async () => {
    const result = ask(one, other);
    (await requests.next()).choose(answer(undefined));
    const again = await requests.next(undefined, 1);
    expect(prfOf(again)).to.deep.equal({ eval: { first, second } });
    expect(idsOf(again)).to.deep.equal(['AQID']);
    again.choose(answer({ first: secret }));
    expect([...new Uint8Array((await result).first as ArrayBuffer)]).to.deep.equal(secret);
  });

  it('is the other one, once, after a failure', async () => {
    const result = ask(one);
    (await requests.next()).fail(new DOMException('', 'UnknownError'));
    const again = await requests.next(undefined, 1);
    expect(prfOf(again)).to.deep.equal({ evalByCredential: { AQID: { first, second } } });
    again.choose(answer({}));
    expect(await result).to.deep.equal({ credentialId: 'AQID', first: undefined, second: undefined });
    expect(requests.all).to.have.length(2);
  });

  it('does not change after the user declined, and the result stays empty if the browser asks no second time', async () => {
    const declined = rejection(ask(one));
    (await requests.next()).fail(new DOMException('', 'NotAllowedError'));
    expect((await declined).code).to.equal('cancelled');
    expect(requests.all).to.have.length(1);
    Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { isActive: false } });
    const result = ask(one);
    (await requests.next(undefined, 1)).choose(answer(undefined));
    (await requests.next(undefined, 2)).fail(new DOMException('', 'NotAllowedError'));
    expect((await result).first).to.equal(undefined);
    Reflect.deleteProperty(navigator, 'userActivation');
  });

  const bytes = new Uint8Array(secret);
  for (const [what, given] of [
    ['a buffer', () => bytes.slice().buffer],
    ['a view', () => new Uint8Array([9, ...secret, 9]).subarray(1, 33)],
    ['an array', () => [...secret]],
    ['base64url', () => toBase64Url(bytes)],
  ] as const)
    it(`reads a result that is ${what}`, async () => {
      const result = ask(one);
      (await requests.next()).choose(answer({ first: given(), second: given() }));
      const evaluation = await result;
      for (const got of [evaluation.first, evaluation.second] as Uint8Array[]) expect([...got]).to.deep.equal(secret);
    });

  it('takes what stands for no bytes for an empty result', async () => {
    for (const given of [null, 7, {}, 'no base64url!', [256], ['a']]) {
      const asked = requests.all.length;
      const result = ask(one);
      (await requests.next(undefined, asked)).choose(answer({ first: given }));
      (await requests.next(undefined, asked + 1)).choose(answer({ first: given }));
      expect((await result).first, JSON.stringify(given)).to.equal(undefined);
    }
  });
});

describe('a page that asks for secrets beside a provider of passkeys', () => {
  for (const name of Object.keys(prfProviders) as PrfProviderName[])
    for (const asked of Object.keys(prfCases) as PrfCase[])
      it(`gets those of ${asked} where it ${prfProviders[name].what}`, async () => {
        expect(await bearsPrfProvider(prfPages.latchkey, name, asked)).to.equal(true);
      });

  it('gets none with one form alone where the provider knows the other', async () => {
    expect(await bearsPrfProvider(prfPages.byCredential, 'prf-eval-or-nothing', 'one passkey')).to.equal(false);
    expect(await bearsPrfProvider(prfPages.byEval, 'prf-by-credential-or-nothing', 'one passkey')).to.equal(false);
  });
});
