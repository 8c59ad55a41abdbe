import { createSeals } from '../crypto/sealed-text.js';
import type { Secrets } from '../crypto/secrets.js';
import type { ProviderUser } from '../oidc/provider.js';
import type { Authentication, SessionOrigin } from '../store/records.js';

/** What the provider has said for a hand-off, and when we heard it, in epoch milliseconds. */
export interface ProviderProof {
  issuer: string;
  providerUser: ProviderUser;
  heardAt: number;
  /** When the flow began. */
  startedAt: number;
}

/** The session that a user has approved a hand-off in, by its public id, with its authentication and what it began with. */
export interface ApprovalProof {
  approvedBy: string;
  authentication: Authentication;
  origin: SessionOrigin;
}

/** Who a hand-off signs in. */
export type HandOffProof = ProviderProof | ApprovalProof;

/** Encrypts proofs, each for the hand-off with this id, so that it opens in no other row. */
export interface HandOffProofs {
  seal(id: string, proof: HandOffProof): string;
  /** Undefined when it was sealed for another hand-off, or by a secret that the server does not have any more. */
  open(id: string, sealed: string): HandOffProof | undefined;
}

/** Creates the storage of proofs. */
export function createHandOffProofs(secrets: Secrets): HandOffProofs {
  const seals = createSeals(secrets, 'latchkey hand-off proof v1');
  return {
    seal: (id, proof) => seals.seal(JSON.stringify(proof), id),
    open(id, sealed) {
      const text = seals.open(sealed, id);
      return text === undefined ? undefined : (JSON.parse(text) as HandOffProof);
    },
  };
}
