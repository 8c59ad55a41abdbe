import { pageAddress } from '../base/browser/embedding.js';
import { type Ceremony, run } from '../base/browser/ceremony.js';
import { serializeRegistration } from '../base/browser/serialize.js';
import type { LatchError } from '../base/client/errors.js';
import type { PasskeyCreationOptions, RegistrationAnswer, RegistrationResponse } from '../base/contract/types.js';
import { noteSessionChange } from '../base/storage/channel.js';
import { withOptionalLock } from '../base/storage/locks/optional-lock.js';
import { decodeCreationOptions } from './options-json.js';
import type { Hint } from './sign-in.js';
import { creationLock, signalUnknownCredential } from './signals.js';
import { createCredential } from './webauthn.js';

/** The authenticator has the passkey and the backend has its public key. */
export interface PasskeyCreated {
  /** The new credential, as base64url. */
  readonly credentialId: string;
  /** Whether a copy of the passkey survives the loss of this device. If not, a second one is good advice. */
  readonly backedUp: boolean;
  /**
   * False if the authenticator reports that it stores no discoverable credential (`credProps`): the browser offers the
   * passkey only to a request that names it. Missing otherwise.
   */
  readonly discoverable?: false;
  /** False if the browser reports that the passkey derives no secrets, so that it opens no vault. Missing otherwise. */
  readonly prf?: false;
}

/** What every ceremony that creates a passkey needs. */
export interface Creation {
  /** The backend's options. */
  json: PasskeyCreationOptions;
  /** Has the backend verify and store the passkey. */
  store: (body: RegistrationResponse, turn: AbortSignal) => Promise<RegistrationAnswer>;
  conditional?: boolean | undefined;
  hints?: readonly Hint[] | undefined;
  signal?: AbortSignal | undefined;
  onPhase?: ((phase: 'asking' | 'verifying') => void) | undefined;
}

/** A passkey that the authenticator has made. */
interface MadePasskey {
  readonly rpId: string;
  readonly body: RegistrationResponse;
  /** Whether the backend may have stored it already: its answer was lost. */
  readonly maybeStored?: boolean;
}

/** The passkeys that the backend may still store, by the error with which that failed. */
const unstored = new WeakMap<LatchError, MadePasskey>();

/** The passkey that was made before the backend required a step-up, or could not be reached, with `error`; once. */
export function takeMade(error: LatchError): MadePasskey | undefined {
  const made = unstored.get(error);
  unstored.delete(error);
  return made;
}

/**
 * Has the browser create a passkey and the backend store it, in one turn of the page. A passkey that the backend refuses
 * for good is reported to its provider as unknown.
 *
 * @throws {LatchError} what the browser's request and `store` reject with.
 */
export function createAndStore({
  json,
  store,
  conditional,
  hints,
  signal,
  onPhase,
}: Creation): Promise<PasskeyCreated> {
  return inTurn(signal, async (turn, commit) => {
    onPhase?.('asking');
    // The browser may then create a passkey that no sign-in can offer.
    if (json.authenticatorSelection?.residentKey !== 'required')
      console.warn('Latchkey: residentKey is not "required".');
    const credential = await withOptional(json.extensions, (extensions) => {
      const publicKey = decodeCreationOptions({
        ...json,
        extensions: { ...extensions, credProps: true },
        ...(hints?.length && { hints: [...hints] }),
      });
      return createCredential({ publicKey, ...(conditional && { mediation: 'conditional' as const }) }, turn);
    });
    commit();
    onPhase?.('verifying');
    return storeIn(
      turn,
      { rpId: json.rp.id ?? pageAddress().hostname, body: serializeRegistration(credential) },
      store,
    );
  });
}

/** Has the backend store a passkey that was made before, in one turn of the page. */
export function storeMade(
  made: MadePasskey,
  { store, signal, onPhase }: Pick<Creation, 'store' | 'signal' | 'onPhase'>,
): Promise<PasskeyCreated> {
  return inTurn(signal, (turn, commit) => {
    commit();
    onPhase?.('verifying');
    return storeIn(turn, made, store);
  });
}

/**
 * Not while another tab reports the list of passkeys to a provider: the new one would be missing, and deleted again.
 */
function inTurn<Result>(signal: AbortSignal | undefined, work: Ceremony<Result>): Promise<Result> {
  return run(
    async (turn, commit) => {
      try {
        return await withOptionalLock(creationLock, { mode: 'shared', ifAvailable: true }, async () =>
          work(turn, commit),
        );
      } finally {
        // Options from before may name the passkeys of the account without the new one, or have a challenge that the
        // creation has replaced.
        noteSessionChange();
      }
    },
    { mode: 'modal', signal },
  );
}

async function storeIn(turn: AbortSignal, made: MadePasskey, store: Creation['store']): Promise<PasskeyCreated> {
  const { rpId, body } = made;
  const { backedUp } = await store(body, turn).catch((error: LatchError) => {
    const { code, status = 500, retryable } = error;
    if (isRefused(error) && !made.maybeStored) signalUnknownCredential({ rpId, credentialId: body.id });
    if (code === 'step_up_required') unstored.set(error, made);
    else if (retryable && status >= 500) unstored.set(error, { ...made, maybeStored: true });
    throw error;
  });
  const { credProps, prf } = body.clientExtensionResults as AuthenticationExtensionsClientOutputs;
  return {
    credentialId: body.id,
    backedUp,
    ...(credProps?.rk === false && { discoverable: false }),
    ...(prf?.enabled === false && { prf: false }),
  };
}

/**
 * Whether the backend itself reports that it has not stored the passkey and never will, and no other account has the same
 * id. A backend that wants a session, a step-up or some patience first (401, 403, 429) may still store it, and so may one
 * with another conflict.
 */
function isRefused(error: unknown): boolean {
  const { status = 0, reason } = error as Partial<LatchError>;
  if (status === 409) return reason === 'taken' || reason === 'too_many_passkeys';
  return [400, 404].includes(status) && reason !== undefined && reason !== 'already_registered';
}

type Extensions = Record<string, unknown>;

/** Failures of which an extension may be the cause; everything else is an answer of the user or about the account. */
const failures: readonly string[] = ['device_failed', 'unsupported', 'bad_response'];

/** Whether the next request goes without optional extensions at once: the last one failed with them. */
let goesWithout = false;

/**
 * Makes a request for a new passkey, once more without the extensions that the passkey can do without if a request with
 * them fails: Windows Hello in Firefox fails at PRF, for example. If the browser refuses the second request because the
 * click is too long ago, the failure of the first one stands, and the next request of the page goes without them at once.
 *
 * @throws {LatchError} what `request` rejects with.
 */
async function withOptional<Result>(
  extensions: Extensions = {},
  request: (extensions: Extensions) => Promise<Result>,
): Promise<Result> {
  const needed = necessary(extensions);
  const isSame = Object.keys(needed).length === Object.keys(extensions).length;
  let failure: unknown;
  if (isSame || !goesWithout) {
    try {
      return await request(extensions);
    } catch (error) {
      if (isSame || !failures.includes((error as LatchError).code)) throw error;
      failure = error;
    }
  }
  const hasGesture = (navigator.userActivation as UserActivation | undefined)?.isActive !== false;
  try {
    const result = await request(needed);
    goesWithout = false;
    return result;
  } catch (error) {
    goesWithout = (error as LatchError).code === 'cancelled';
    throw goesWithout && !hasGesture && failure ? failure : error;
  }
}

/** The extensions without those that a passkey can do without. */
function necessary({ prf: _prf, largeBlob, ...others }: Extensions): Extensions {
  const isRequired = (largeBlob as { support?: unknown } | null | undefined)?.support === 'required';
  return { ...others, ...(isRequired && { largeBlob }) };
}
