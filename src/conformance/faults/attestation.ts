import { encodeUtf8, joinBytes, randomBytes } from '../bytes.js';
import { encodeCbor, encodeHead, type CborMap, type CborValue } from '../cbor.js';
import { listFaults } from './fault.js';

function withMember(statement: CborMap, name: string, value: CborValue): CborMap {
  return new Map([...statement, [name, value]]);
}

/** Faults of the attestation object in a registration. */
export const attestationFaults = listFaults(['create'], {
  'attestation-algorithm-differs': {
    what: 'attests with another algorithm than its key',
    needs: { packed: true },
    change: {
      attestation: ({ format, statement }) => ({
        format,
        statement: withMember(statement, 'alg', statement.get('alg') === -7 ? -8 : -7),
      }),
    },
  },
  'attestation-over-other-data': {
    what: 'attests something else',
    needs: { packed: true },
    change: { signedData: (data) => randomBytes(data.length) },
  },
  'attestation-without-signature': {
    what: 'attests without a signature',
    needs: { packed: true },
    change: {
      attestation: ({ format, statement }) => ({
        format,
        statement: new Map([...statement].filter(([name]) => name !== 'sig')),
      }),
    },
  },
  'attestation-with-certificates': {
    what: 'attests with certificates, which were not requested',
    needs: { packed: true },
    change: {
      attestation: ({ format, statement }) => ({ format, statement: withMember(statement, 'x5c', [randomBytes(64)]) }),
    },
  },
  'statement-in-none-attestation': {
    what: 'carries a statement although its attestation has the format none',
    change: { attestation: () => ({ format: 'none', statement: new Map([['sig', randomBytes(64)]]) }) },
  },
  'unknown-attestation-format': {
    what: 'carries an attestation of an unknown format',
    change: { attestation: ({ statement }) => ({ format: 'homemade', statement }) },
  },
  'unwanted-attestation-format': {
    what: 'carries an attestation of a known format that was not requested',
    change: { attestation: () => ({ format: 'fido-u2f', statement: new Map([['sig', randomBytes(70)]]) }) },
  },
  'bytes-after-the-attestation-object': {
    what: 'carries bytes after its attestation object',
    change: { attestationObject: (bytes) => joinBytes(bytes, Uint8Array.of(0)) },
  },
  'truncated-attestation-object': {
    what: 'carries an attestation object that ends too early',
    change: { attestationObject: (bytes) => bytes.slice(0, -1) },
  },
  'attestation-object-not-a-map': {
    what: 'carries an attestation object that is no map',
    change: { attestationObject: (bytes) => joinBytes(encodeHead(2, bytes.length), bytes) },
  },
  'attestation-object-with-other-members': {
    what: 'carries an attestation object with a fourth member',
    change: {
      attestationObject: (bytes) => joinBytes(encodeHead(5, 4), bytes.subarray(1), encodeCbor('more'), encodeCbor(1)),
    },
  },
  'attestation-object-names-a-member-twice': {
    what: 'carries an attestation object that names its format twice',
    change: {
      attestationObject: (bytes) =>
        joinBytes(encodeHead(5, 4), bytes.subarray(1), encodeCbor('fmt'), encodeCbor('none')),
    },
  },
  'attestation-object-of-indefinite-length': {
    what: 'carries an attestation object of indefinite length',
    change: { attestationObject: (bytes) => joinBytes(Uint8Array.of(0xbf), bytes.subarray(1), Uint8Array.of(0xff)) },
  },
  'deeply-nested-attestation-object': {
    what: 'carries 10,000 CBOR maps inside each other as its attestation object',
    change: {
      attestationObject: () => {
        const level = joinBytes(encodeHead(5, 1), encodeHead(0, 1));
        return joinBytes(...Array.from({ length: 10_000 }, () => level), encodeUtf8('\0'));
      },
    },
  },
});
