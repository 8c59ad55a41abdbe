import type { CoseKey, MdocContext } from '@owf/mdoc';
import { signBytes } from './device-key.js';

/** What the mdoc library needs to make documents: random numbers, hashes, and signatures by the keys that are given. */
export function createMdocContext(keys: ReadonlyMap<CoseKey, CryptoKey>): Pick<MdocContext, 'cose' | 'crypto'> {
  const refuse = (): never => {
    throw new Error('The development wallet does not verify and makes no MACs.');
  };
  return {
    crypto: {
      random: (length) => crypto.getRandomValues(new Uint8Array(length)),
      digest: async ({ digestAlgorithm, bytes }) =>
        new Uint8Array(await crypto.subtle.digest(digestAlgorithm, new Uint8Array(bytes))),
      calculateEphemeralMacKey: refuse,
    },
    cose: {
      sign1: { sign: ({ key, toBeSigned }) => signBytes(keys.get(key)!, toBeSigned), verify: refuse },
      mac0: { sign: refuse, verify: refuse },
    },
  };
}
