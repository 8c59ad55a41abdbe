import { attestationFaults } from './attestation.js';
import { authenticatorDataFaults } from './authenticator-data.js';
import { clientDataFaults } from './client-data.js';
import type { Fault } from './fault.js';
import { publicKeyFaults } from './public-key.js';
import { responseFaults } from './response.js';
import { signatureFaults } from './signature.js';

const catalogue = {
  ...clientDataFaults,
  ...authenticatorDataFaults,
  ...publicKeyFaults,
  ...signatureFaults,
  ...attestationFaults,
  ...responseFaults,
};

/** The name of something the authenticator can do wrong. */
export type FaultName = keyof typeof catalogue;

/** Everything the authenticator can do wrong on demand, by name. */
export const faults: Readonly<Record<FaultName, Fault>> = catalogue;

export type { Attestation, CeremonyKind, Fault, Signature, Stages } from './fault.js';
