import type { Algorithm, CoseKey } from '../algorithms.js';
import type { AuthenticatorData } from '../authenticator-data.js';
import type { Bytes } from '../bytes.js';
import type { CborMap } from '../cbor.js';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '../ceremony-json.js';
import type { ClientData } from '../client-data.js';

/** Which of the two ceremonies: `create` makes a credential, `get` signs in with one. */
export type CeremonyKind = 'create' | 'get';

/** An attestation statement with its format. */
export interface Attestation {
  readonly format: string;
  readonly statement: CborMap;
}

/** A signature, the algorithm that made it, and what it was made over. */
export interface Signature {
  readonly algorithm: Algorithm;
  readonly bytes: Bytes;
  readonly over: Bytes;
}

/** What passes through a ceremony, in this order; a fault may replace any of it on the way. */
export interface Stages {
  clientData: ClientData;
  clientDataBytes: Bytes;
  credentialId: Bytes;
  publicKey: CoseKey;
  publicKeyBytes: Bytes;
  authenticatorData: AuthenticatorData;
  authenticatorDataBytes: Bytes;
  /** What is signed: authenticator data and the SHA-256 of clientDataJSON. */
  signedData: Bytes;
  /** The signature of `get`, and that of packed attestation at `create`. */
  signature: Signature;
  attestation: Attestation;
  attestationObject: Bytes;
  registration: RegistrationResponseJSON;
  authentication: AuthenticationResponseJSON;
}

/** Something done wrong on purpose. */
export interface Fault {
  /** What is wrong, as the end of the sentence "a response …". */
  readonly what: string;
  /** The ceremonies in which it shows. */
  readonly ceremonies: readonly CeremonyKind[];
  /** What the ceremony must be like for it to show: one algorithm, or packed attestation at `create`. */
  readonly needs?: { readonly algorithm?: Algorithm; readonly packed?: boolean };
  /** The change at one stage or several. */
  readonly change: {
    readonly [Stage in keyof Stages]?: (value: Stages[Stage]) => Stages[Stage] | Promise<Stages[Stage]>;
  };
}

/**
 * Lists faults that show in `ceremonies`, but for those that name their own. The result has the type of their names alone:
 * with what each consists of, its declarations would be many times as long.
 */
export const listFaults = <Name extends string>(
  ceremonies: readonly CeremonyKind[],
  faults: Record<Name, Omit<Fault, 'ceremonies'> & Partial<Pick<Fault, 'ceremonies'>>>,
): Readonly<Record<Name, Fault>> =>
  Object.fromEntries(Object.entries<object>(faults).map(([name, fault]) => [name, { ceremonies, ...fault }])) as Record<
    Name,
    Fault
  >;
