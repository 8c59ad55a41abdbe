import { flagBits, flagsOffset } from '../authenticator-data.js';
import { joinBytes, randomBytes, sha256, encodeUtf8, type Bytes } from '../bytes.js';
import { listFaults } from './fault.js';

function withFlags(bytes: Bytes, change: (flags: number) => number): Bytes {
  const changed = bytes.slice();
  changed[flagsOffset] = change(changed[flagsOffset] ?? 0);
  return changed;
}

/** Faults of authenticator data, which the authenticator writes. */
export const authenticatorDataFaults = listFaults(['create', 'get'], {
  'wrong-rp-id-hash': {
    what: 'was made for another RP ID',
    change: { authenticatorData: async (data) => ({ ...data, rpIdHash: await sha256(encodeUtf8('phisher.example')) }) },
  },
  'user-not-present': {
    what: 'was made without the user being present',
    change: { authenticatorData: (data) => ({ ...data, userPresent: false }) },
  },
  'user-not-verified': {
    what: 'was made without verifying the user',
    change: { authenticatorData: (data) => ({ ...data, userVerified: false }) },
  },
  'backed-up-but-not-eligible': {
    what: 'says backed up although not eligible for backup',
    change: { authenticatorData: (data) => ({ ...data, backupEligible: false, backedUp: true }) },
  },
  'other-backup-eligibility': {
    what: 'has another backup-eligible flag than at the registration, which never changes',
    ceremonies: ['get'],
    change: {
      authenticatorData: (data) => ({ ...data, backupEligible: !data.backupEligible, backedUp: false }),
    },
  },
  'truncated-authenticator-data': {
    what: 'carries authenticator data that ends inside the counter',
    change: { authenticatorDataBytes: (bytes) => bytes.slice(0, 36) },
  },
  'authenticator-data-cut-inside-the-key': {
    what: 'carries authenticator data that ends inside the public key',
    ceremonies: ['create'],
    change: { authenticatorDataBytes: (bytes) => bytes.slice(0, -8) },
  },
  'extra-bytes-after-authenticator-data': {
    what: 'carries bytes after its authenticator data',
    change: { authenticatorDataBytes: (bytes) => joinBytes(bytes, Uint8Array.of(0)) },
  },
  'no-attested-credential': {
    what: 'carries no attested credential',
    ceremonies: ['create'],
    change: { authenticatorData: (data) => ({ ...data, attestedCredential: undefined }) },
  },
  'attested-credential-flag-off': {
    what: 'carries an attested credential that its flags deny',
    ceremonies: ['create'],
    change: { authenticatorDataBytes: (bytes) => withFlags(bytes, (flags) => flags & ~flagBits.attestedCredential) },
  },
  'attested-credential-flag-on': {
    what: 'claims an attested credential that is not there',
    ceremonies: ['get'],
    change: { authenticatorDataBytes: (bytes) => withFlags(bytes, (flags) => flags | flagBits.attestedCredential) },
  },
  'extension-flag-on': {
    what: 'claims extension outputs that are not there',
    change: { authenticatorDataBytes: (bytes) => withFlags(bytes, (flags) => flags | flagBits.extensions) },
  },
  'extension-flag-off': {
    what: 'carries extension outputs that its flags deny',
    change: {
      authenticatorData: (data) => ({ ...data, extensions: new Map([['credProtect', 2]]) }),
      authenticatorDataBytes: (bytes) => withFlags(bytes, (flags) => flags & ~flagBits.extensions),
    },
  },
  'bytes-after-the-extensions': {
    what: 'carries bytes after its extension outputs',
    change: {
      authenticatorData: (data) => ({ ...data, extensions: new Map([['credProtect', 2]]) }),
      authenticatorDataBytes: (bytes) => joinBytes(bytes, Uint8Array.of(0xa0)),
    },
  },
  'extensions-not-a-map': {
    what: 'carries extension outputs that are not a map',
    change: {
      authenticatorDataBytes: (bytes) =>
        joinBytes(
          withFlags(bytes, (flags) => flags | flagBits.extensions),
          Uint8Array.of(0x01),
        ),
    },
  },
  'deeply-nested-extensions': {
    what: 'carries 10,000 CBOR arrays inside each other as its extension outputs',
    change: {
      authenticatorDataBytes: (bytes) =>
        joinBytes(
          withFlags(bytes, (flags) => flags | flagBits.extensions),
          new Uint8Array(10_000).fill(0x81),
          Uint8Array.of(0),
        ),
    },
  },
  'huge-declared-length': {
    what: 'declares 4 GB of extension outputs and sends none',
    change: {
      authenticatorDataBytes: (bytes) =>
        joinBytes(
          withFlags(bytes, (flags) => flags | flagBits.extensions),
          Uint8Array.of(0xba, 0xff, 0xff, 0xff, 0xff),
        ),
    },
  },
  'credential-id-too-long': {
    what: 'carries a credential id of 1,024 bytes, one more than WebAuthn allows',
    ceremonies: ['create'],
    change: { credentialId: () => randomBytes(1024) },
  },
  'empty-credential-id': {
    what: 'carries an empty credential id',
    ceremonies: ['create'],
    change: { credentialId: () => new Uint8Array() },
  },
});
