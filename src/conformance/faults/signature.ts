import { generateKeys, signData, type Algorithm } from '../algorithms.js';
import { joinBytes, randomBytes, type Bytes } from '../bytes.js';
import { decodeEcdsaSignature, malleateEcdsaSignature } from '../ecdsa-signature.js';
import { listFaults, type Signature } from './fault.js';

function onBytes(change: (bytes: Bytes) => Bytes): (signature: Signature) => Signature {
  return (signature) => ({ ...signature, bytes: change(signature.bytes) });
}

async function signAnew(algorithm: Algorithm, over: Bytes): Promise<Signature> {
  const { privateKey } = await generateKeys(algorithm);
  return { algorithm, bytes: await signData(algorithm, privateKey, over), over };
}

/** Faults of the signature at sign-in. */
export const signatureFaults = listFaults(['get'], {
  'bad-signature': {
    what: 'carries a signature with its last bit flipped',
    change: {
      signature: onBytes((bytes) => {
        const changed = bytes.slice();
        changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1;
        return changed;
      }),
    },
  },
  'signature-over-other-data': {
    what: 'carries a signature over something else',
    change: { signedData: (data) => randomBytes(data.length) },
  },
  'signature-of-another-key': {
    what: 'is signed with another key',
    change: { signature: ({ algorithm, over }) => signAnew(algorithm, over) },
  },
  'signature-of-another-algorithm': {
    what: 'is signed with another algorithm',
    change: { signature: ({ algorithm, over }) => signAnew(algorithm === -8 ? -7 : -8, over) },
  },
  'empty-signature': { what: 'carries an empty signature', change: { signature: onBytes(() => new Uint8Array()) } },
  'bytes-after-the-signature': {
    what: 'carries bytes after its signature',
    change: { signature: onBytes((bytes) => joinBytes(bytes, Uint8Array.of(0))) },
  },
  'raw-ecdsa-signature': {
    what: 'carries r and s side by side instead of in DER',
    needs: { algorithm: -7 },
    change: { signature: onBytes(decodeEcdsaSignature) },
  },
  'malleated-ecdsa-signature': {
    what: 'carries n − s instead of s, which ECDSA accepts as well',
    needs: { algorithm: -7 },
    change: { signature: onBytes(malleateEcdsaSignature) },
  },
  'padded-ecdsa-signature': {
    what: 'carries an ECDSA signature whose r has a leading zero too many',
    needs: { algorithm: -7 },
    change: {
      signature: onBytes((bytes) =>
        joinBytes(Uint8Array.of(0x30, (bytes[1] ?? 0) + 1, 0x02, (bytes[3] ?? 0) + 1, 0), bytes.subarray(4)),
      ),
    },
  },
});
