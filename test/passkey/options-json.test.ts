import { expect } from '@open-wc/testing';
import { LatchError } from '../../src/base/client/errors.js';
import { decodeCreationOptions, decodeRequestOptions } from '../../src/passkey/options-json.js';
import { creationOptions, requestOptions } from '../support/browser/backend.js';

const bytes = (...values: number[]) => Uint8Array.from(values);

describe('options for a new passkey', () => {
  it('have their challenge, user id and excluded ids as bytes', () => {
    const excludeCredentials = [{ id: 'AQID', type: 'public-key', transports: ['internal', 'hybrid'] }, { id: 'BAU' }];
    const options = decodeCreationOptions(
      creationOptions({
        challenge: 'AAECAwQFBgcICQoLDA0ODw',
        user: { id: 'BwgJ', name: 'a', displayName: 'A', more: 1 },
        excludeCredentials,
      }) as never,
    );
    expect(options.challenge).to.deep.equal(bytes(...Array(16).keys()));
    expect(options.user).to.deep.equal({ id: bytes(7, 8, 9), name: 'a', displayName: 'A', more: 1 });
    expect(options.excludeCredentials).to.deep.equal([
      { id: bytes(1, 2, 3), type: 'public-key', transports: ['internal', 'hybrid'] },
      { id: bytes(4, 5), type: 'public-key' },
    ]);
  });

  const untouched: [string, object][] = [
    ['rp', { rp: { id: 'example.com', name: 'Example', more: true } }],
    [
      'pubKeyCredParams',
      {
        pubKeyCredParams: [
          { type: 'public-key', alg: -8 },
          { type: 'later', alg: 1 },
        ],
      },
    ],
    ['timeout', { timeout: 300_000 }],
    ['authenticatorAttachment', { authenticatorSelection: { authenticatorAttachment: 'cross-platform' } }],
    [
      'residentKey',
      { authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' } },
    ],
    ['hints', { hints: ['security-key', 'hybrid'] }],
    ['attestation', { attestation: 'enterprise' }],
    ['attestationFormats', { attestationFormats: ['packed', 'tpm'] }],
    ['credProps', { extensions: { credProps: true } }],
    ['PRF without salts', { extensions: { prf: {} } }],
    ['largeBlob support', { extensions: { largeBlob: { support: 'preferred' } } }],
    [
      'credProtect',
      {
        extensions: { credentialProtectionPolicy: 'userVerificationRequired', enforceCredentialProtectionPolicy: true },
      },
    ],
    ['minPinLength', { extensions: { minPinLength: true } }],
    ['payment', { extensions: { payment: { isPayment: true } } }],
    [
      'unknown members and extensions',
      { laterMember: { first: 'AQID' }, extensions: { laterExtension: { first: 'AQID', deep: [{ write: 'AQID' }] } } },
    ],
  ];
  for (const [name, members] of untouched) {
    it(`pass ${name} on untouched`, () => {
      expect(decodeCreationOptions(creationOptions(members) as never)).to.deep.include(members);
    });
  }

  it('have no member that is null, at any depth', () => {
    const authenticatorSelection = { authenticatorAttachment: null, residentKey: 'required' };
    const options = decodeCreationOptions(
      creationOptions({
        rp: { id: null, name: 'Example', icon: null },
        authenticatorSelection,
        excludeCredentials: [{ id: 'AQID', type: 'public-key', transports: null }],
        hints: null,
        attestation: null,
        extensions: { credProps: true, largeBlob: null, prf: { eval: { first: 'AQID', second: null } } },
        laterMember: null,
      }) as never,
    );
    expect(options.rp).to.deep.equal({ name: 'Example' });
    expect(options.authenticatorSelection).to.deep.equal({ residentKey: 'required' });
    expect(options.excludeCredentials).to.deep.equal([{ id: bytes(1, 2, 3), type: 'public-key' }]);
    expect(options.extensions).to.deep.equal({ credProps: true, prf: { eval: { first: bytes(1, 2, 3) } } });
    expect(options).not.to.have.any.keys('hints', 'attestation', 'laterMember');
  });

  it('hold only what the backend sent', () => {
    const sent = creationOptions();
    expect(decodeCreationOptions(sent as never)).to.have.all.keys(Object.keys(sent));
  });
});

describe('options for signing in', () => {
  it('have their challenge and allowed ids as bytes', () => {
    const options = decodeRequestOptions(
      requestOptions({
        challenge: 'AAECAwQFBgcICQoLDA0ODw',
        allowCredentials: [{ id: 'AQID', type: 'public-key', transports: ['usb'] }],
      }) as never,
    );
    expect(options.challenge).to.deep.equal(bytes(...Array(16).keys()));
    expect(options.allowCredentials).to.deep.equal([{ id: bytes(1, 2, 3), type: 'public-key', transports: ['usb'] }]);
  });

  it('pass everything else on untouched', () => {
    const members = {
      rpId: 'example.com',
      timeout: 600_000,
      userVerification: 'required',
      hints: ['client-device'],
      laterMember: [1],
      extensions: { appid: 'https://example.com', laterExtension: { eval: { first: 'AQID' } } },
    };
    expect(decodeRequestOptions(requestOptions(members) as never)).to.deep.include(members);
  });

  it('have the salts of PRF as bytes, for all credentials and for each', () => {
    const prf = {
      eval: { first: 'AQID', second: 'BAU' },
      evalByCredential: { AQID: { first: 'Bg' }, first: { first: 'Bw' } },
      more: ['AQID'],
    };
    const { extensions } = decodeRequestOptions(requestOptions({ extensions: { prf } }) as never);
    expect(extensions!.prf).to.deep.equal({
      eval: { first: bytes(1, 2, 3), second: bytes(4, 5) },
      evalByCredential: { AQID: { first: bytes(6) }, first: { first: bytes(7) } },
      more: ['AQID'],
    });
  });

  it('have the large blob as bytes, if one is to be written', () => {
    expect(
      decodeRequestOptions(requestOptions({ extensions: { largeBlob: { write: 'AQID' } } }) as never).extensions!
        .largeBlob,
    ).to.deep.equal({ write: bytes(1, 2, 3) });
    expect(
      decodeRequestOptions(requestOptions({ extensions: { largeBlob: { read: true } } }) as never).extensions!
        .largeBlob,
    ).to.deep.equal({ read: true });
  });

  it('are refused with bad_response where bytes are not base64url', () => {
    for (const extensions of [
      { prf: { eval: { first: '*' } } },
      { prf: { evalByCredential: { AQID: { second: 'A' } } } },
      { largeBlob: { write: '+/' } },
    ]) {
      expect(() => decodeRequestOptions(requestOptions({ extensions }) as never))
        .to.throw(LatchError)
        .with.property('code', 'bad_response');
    }
  });

  it('leave what the backend sent as it was', () => {
    const sent = requestOptions({
      allowCredentials: [{ id: 'AQID' }],
      extensions: { prf: { eval: { first: 'AQID' } } },
    });
    const copy = JSON.stringify(sent);
    decodeRequestOptions(sent as never);
    expect(JSON.stringify(sent)).to.equal(copy);
  });
});
