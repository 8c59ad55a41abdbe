import { deriveKey } from '../crypto/derived-keys.js';
import { openText, sealText } from '../crypto/sealed-text.js';
import type { ProvenPerson } from './provider.js';

/** What the provider has said for a hand-off, and when we heard it, in epoch milliseconds. */
export interface Proof {
  issuer: string;
  person: ProvenPerson;
  heardAt: number;
}

/** Encrypts proofs, each for the hand-off with this id, so that it opens in no other row. */
export interface HandOffProofs {
  seal(id: string, proof: Proof): string;
  /** @throws {Error} when it was sealed for another hand-off, or by another secret. */
  open(id: string, sealed: string): Proof;
}

/** Creates the storage of proofs. */
export function createHandOffProofs(secret: string): HandOffProofs {
  const key = deriveKey(secret, 'latchkey hand-off proof v1');
  return {
    seal: (id, proof) => sealText(key, JSON.stringify(proof), id),
    open: (id, sealed) => JSON.parse(openText(key, sealed, id)) as Proof,
  };
}
