import type { Algorithm } from './algorithms.js';
import type { Bytes } from './bytes.js';
import type { CborMap } from './cbor.js';
import type { Fault, FaultName } from './faults/index.js';
import type { PaymentShown } from './client-data.js';

/** What kind of authenticator it is; everything has the value of a synced platform passkey unless set. */
export interface AuthenticatorOptions {
  /** The algorithms it can use; of these it takes the first that the server offers. Default: EdDSA, ES256, RS256. */
  readonly algorithms?: readonly Algorithm[];
  /** The model id, a UUID. Default: zeros. */
  readonly aaguid?: string;
  /** Default: true. */
  readonly backupEligible?: boolean;
  /** Default: true. */
  readonly backedUp?: boolean;
  /** Whether it verifies the user. Default: true. */
  readonly userVerified?: boolean;
  /** `zero` reports 0 forever as synced passkeys do; `increasing` counts from 1. Default: `zero`. */
  readonly counter?: 'zero' | 'increasing';
  /** Whether it has the `prf` extension. Default: true. */
  readonly prf?: boolean;
  /** Default: `internal` and `hybrid`. */
  readonly transports?: readonly string[];
  /** Default: `platform`. */
  readonly attachment?: 'platform' | 'cross-platform';
}

/** How one ceremony goes: where the page is and what differs from the authenticator's usual answers. */
export interface CeremonyContext {
  /** The origin of the page, written into clientDataJSON as it is. */
  readonly origin: string;
  /** Default: false. */
  readonly crossOrigin?: boolean;
  /** The origin of the embedding page, if the page is in a cross-origin frame. */
  readonly topOrigin?: string;
  readonly userPresent?: boolean;
  readonly userVerified?: boolean;
  readonly backupEligible?: boolean;
  readonly backedUp?: boolean;
  /** The counter to report, 0 to 2³² − 1; the next usual one continues from there. */
  readonly counter?: number;
  /** Extension outputs of the authenticator, beside those that the options ask for. */
  readonly extensions?: CborMap;
  /** What to do wrong: names of the catalogue, or changes of one's own. */
  readonly faults?: ReadonlyArray<FaultName | Fault>;
}

/** How a registration goes. */
export interface RegistrationContext extends CeremonyContext {
  /** `conditional` creates silently, without presence and verification, as after a password sign-in. */
  readonly mediation?: 'conditional';
  /**
   * `packed` attests with the credential's own key. Default: `none`, or `packed` if the options ask for another
   * conveyance.
   */
  readonly attestation?: 'none' | 'packed';
}

/** How a sign-in goes. */
export interface SignInContext extends CeremonyContext {
  /** The id of the credential that the user chooses. Default: the newest that fits. */
  readonly credential?: string;
  /** What the browser has shown, if the user confirms a payment instead of signing in. */
  readonly payment?: PaymentShown;
}

/** A discoverable credential in the authenticator. */
export interface SoftwareCredential {
  /** The credential id, base64url. */
  readonly id: string;
  readonly rpId: string;
  /** The `user.id` of its registration, base64url. */
  readonly userHandle: string;
  readonly userName: string;
  readonly algorithm: Algorithm;
  readonly keys: CryptoKeyPair;
  /** 32 bytes from which the `prf` extension derives its results. */
  readonly prfSecret: Bytes;
  /** The counter reported last. */
  counter: number;
}

/** An authenticator's options with every default filled in. */
export type AuthenticatorSettings = Required<AuthenticatorOptions>;
