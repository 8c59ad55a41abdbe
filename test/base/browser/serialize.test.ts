import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { toBase64Url } from '../../../src/base/bytes.js';
import { LatchError } from '../../../src/base/client/errors.js';
import { serializeAuthentication, serializeRegistration } from '../../../src/base/browser/serialize.js';
import { addAuthenticator } from '../../support/browser/authenticator.js';
import { assertion, attestation } from '../../support/browser/credentials.js';
import { runs } from '../../support/browser/runs.js';

const broken = () => {
  throw new Error('broken');
};
const withExtensions = (results: unknown) => ({ getClientExtensionResults: () => results });

describe('a credential in flight to the backend', () => {
  it('is written as the browser itself writes it, save for the secrets of PRF', async () => {
    const authenticator = await addAuthenticator();
    const prf = { eval: { first: new Uint8Array(32).fill(7) } };
    const created = (await navigator.credentials.create({
      publicKey: {
        challenge: new Uint8Array(16),
        rp: { name: 'Latchkey' },
        user: { id: Uint8Array.of(1, 2, 3), name: 'alice', displayName: 'Alice' },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        extensions: { credProps: true, prf },
      },
    })) as PublicKeyCredential;
    const signedIn = (await navigator.credentials.get({
      publicKey: { challenge: new Uint8Array(16), userVerification: 'required', extensions: { prf } },
    })) as PublicKeyCredential;
    await authenticator.remove();
    for (const [credential, serialized] of [
      [created, serializeRegistration(created)],
      [signedIn, serializeAuthentication(signedIn)],
    ] as const) {
      const browsers = credential.toJSON() as { clientExtensionResults: { prf: { results?: { first: string } } } };
      const secret = browsers.clientExtensionResults.prf.results!.first;
      delete browsers.clientExtensionResults.prf.results;
      expect(serialized).to.deep.equal(browsers);
      expect(JSON.stringify(serialized)).not.to.contain(secret);
    }
  });

  it('has all its members, as base64url', () => {
    expect(serializeAuthentication(assertion())).to.deep.equal({
      id: 'AQID',
      rawId: 'AQID',
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: { clientDataJSON: 'e30', authenticatorData: 'BAU', signature: 'Bgc', userHandle: 'CAk' },
    });
    expect(serializeRegistration(attestation())).to.deep.equal({
      id: 'AQID',
      rawId: 'AQID',
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: 'e30',
        attestationObject: 'Cgs',
        authenticatorData: 'BAU',
        transports: ['internal'],
        publicKey: 'DA0',
        publicKeyAlgorithm: -7,
      },
    });
  });

  it('leaves out what is not there', () => {
    const json = serializeAuthentication(assertion({ authenticatorAttachment: null, response: { userHandle: null } }));
    expect(json).not.to.have.property('authenticatorAttachment');
    expect(json.response).not.to.have.property('userHandle');
    expect(
      serializeRegistration(attestation({ response: { getPublicKey: () => null } })).response,
    ).not.to.have.property('publicKey');
  });

  it('takes its id from the bytes, whatever a stand-in says in `id` and `toJSON`', () => {
    expect(serializeAuthentication(assertion({ id: 'other', toJSON: broken })).id).to.equal('AQID');
  });

  for (const [how, method] of [
    ['lacking', undefined],
    ['throwing', broken],
  ] as const) {
    it(`comes through from a stand-in whose methods are ${how}`, () => {
      const methods = {
        getAuthenticatorData: method,
        getPublicKey: method,
        getPublicKeyAlgorithm: method,
        getTransports: method,
      };
      const json = serializeRegistration(
        attestation({ toJSON: method, getClientExtensionResults: method, response: methods }),
      );
      expect(json.clientExtensionResults).to.deep.equal({});
      expect(json.response).to.deep.equal({ clientDataJSON: 'e30', attestationObject: 'Cgs' });
    });
  }

  it('comes through without extension results that cannot be read', () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const throwing = Object.defineProperty({}, 'credProps', { enumerable: true, get: broken });
    for (const results of [null, undefined, circular, throwing])
      expect(serializeAuthentication(assertion(withExtensions(results))).clientExtensionResults).to.deep.equal({});
  });

  it('is refused with bad_response when it is no passkey credential at all', () => {
    const getter = Object.defineProperty({}, 'rawId', { get: broken });
    const wrong = [
      null,
      undefined,
      'text',
      {},
      getter,
      assertion({ rawId: undefined }),
      assertion({ rawId: 'AQID' }),
      assertion({ rawId: null }),
      { ...assertion(), response: undefined },
      assertion({ response: { signature: undefined } }),
      assertion({ response: { authenticatorData: {} } }),
    ];
    for (const credential of wrong)
      expect(() => serializeAuthentication(credential as never))
        .to.throw(LatchError)
        .with.property('code', 'bad_response');
    expect(() => serializeRegistration(attestation({ response: { attestationObject: undefined } })))
      .to.throw(LatchError)
      .with.property('code', 'bad_response');
    expect(() => serializeRegistration(null))
      .to.throw(LatchError)
      .with.property('code', 'bad_response');
  });

  it('keeps every other extension result, with its bytes as base64url', () => {
    const results = {
      credProps: { rk: true },
      largeBlob: { blob: Uint8Array.of(1, 2, 3).buffer, written: false },
      uvm: [[2, 4, 2]],
      appid: false,
      later: { nested: [Uint8Array.of(4)] },
      prf: { enabled: true },
    };
    expect(serializeAuthentication(assertion(withExtensions(results))).clientExtensionResults).to.deep.equal({
      ...results,
      largeBlob: { blob: 'AQID', written: false },
      later: { nested: ['BA'] },
    });
  });

  it('never carries the secrets of PRF, whatever else the extensions gave', () => {
    const secret = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const other = fc.dictionary(
      fc.string(),
      fc.oneof(
        fc.boolean(),
        fc.string({ maxLength: 9 }),
        fc.uint8Array({ maxLength: 9 }),
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })),
      ),
    );
    fc.assert(
      fc.property(
        secret,
        secret,
        other,
        other,
        fc.option(fc.boolean(), { nil: undefined }),
        (first, second, extensions, besides, enabled) => {
          const results = {
            ...extensions,
            prf: { ...besides, enabled, results: { first: first.buffer, second } },
            hmacGetSecret: { output1: first.buffer, output2: second },
          };
          for (const json of [
            serializeAuthentication(assertion(withExtensions(results))),
            serializeRegistration(attestation(withExtensions(results))),
          ]) {
            const text = JSON.stringify(json);
            for (const bytes of [first, second]) {
              const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
              for (const form of [toBase64Url(bytes), btoa(String.fromCharCode(...bytes)), hex, bytes.join(',')])
                expect(text).not.to.contain(form);
            }
            expect(json.clientExtensionResults).not.to.have.property('hmacGetSecret');
            expect(json.clientExtensionResults!['prf']).to.deep.equal(enabled === undefined ? {} : { enabled });
          }
        },
      ),
      runs(10_000),
    );
  });
});
