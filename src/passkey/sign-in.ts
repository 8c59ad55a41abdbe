import { attempt } from '../base/attempt.js';
import { capabilities } from '../base/browser/capabilities.js';
import { run, type CeremonyMode } from '../base/browser/ceremony.js';
import { outcomeOf, type SignInOutcome } from '../base/client/sign-in-outcome.js';
import type { Client } from '../base/client/client.js';
import {
  finishPasskeySignIn,
  passkeyRequestOptionsShape,
  startPasskeySignIn,
} from '../base/contract/passkey-sign-in.js';
import type { AuthenticationResponse, PasskeyRequestOptions } from '../base/contract/types.js';
import { LatchError } from '../base/client/errors.js';
import { renewOnce } from '../base/client/renew-once.js';
import { prefetch, type Prefetched } from '../base/client/prefetch.js';
import { decodeRequestOptions } from './options-json.js';
import { serializeAuthentication } from '../base/browser/serialize.js';
import { watched } from '../base/browser/watch-ceremonies.js';
import { signalPasskeys, signalIfUnknown } from './signals.js';
import { getCredential } from './webauthn.js';

/** The user is signed in: the backend has verified the passkey and set a session cookie. */
export interface SignedIn {
  readonly method: 'passkey';
  /** The credential that was used, as base64url. */
  readonly credentialId: string;
}

/** The phase of a ceremony: waiting for its turn and its options, for the user, or for the backend. */
export type SignInPhase = 'preparing' | 'asking' | 'verifying';

/** Which kind of authenticator a browser should offer first; it steers and restricts nothing. */
export type Hint = 'security-key' | 'client-device' | 'hybrid';

/** The backend, and the options of the browser's request. */
export interface SignInOptions {
  client: Client;
  /** Defaults to `modal`. */
  mode?: CeremonyMode;
  /** Prefetched options for this and later ceremonies. Defaults to a new set. */
  options?: Prefetched<PasskeyRequestOptions>;
  /**
   * Modal only: requests a credential on this device and fails at once with `no_local_passkey` if there is none. In
   * browsers that do not report support, it makes an ordinary modal request.
   */
  immediate?: boolean;
  /** Ambient only: by what the browser offers its passkeys, besides autofill. */
  by?: { readonly uiMode: 'passive' } | undefined;
  /** Replaces the backend's `hints` unless empty. */
  hints?: readonly Hint[];
  signal?: AbortSignal | undefined;
  onPhase?: ((phase: SignInPhase) => void) | undefined;
}

/**
 * Signs the user in with a passkey: requests one from the browser, has the backend verify the response, and notifies
 * the tabs. With `next` in the result, the backend requires that step before the user is signed in. A modal ceremony
 * needs a user gesture in WebKit, and in every browser with `immediate`. PRF results never
 * leave the page.
 *
 * @throws {LatchError} `cancelled`, `superseded`, `aborted`, `unsupported`, `no_local_passkey`, `invalid_rp_id`,
 *   `insecure_context`, `constraint`, `unknown_credential`, `passkey_moved`, `challenge_expired`, `rejected`, and the errors of {@link
 *   Client.call}.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-getAssertion WebAuthn, Use an Existing Credential to Make an
 *   Assertion}
 */
export function signIn(options: SignInOptions): Promise<SignInOutcome<SignedIn>> {
  return watched(authenticate(options), 'passkey', options.mode);
}

async function authenticate({
  client,
  by,
  mode = 'modal',
  options = signInOptionsOf(client),
  immediate,
  hints,
  signal,
  onPhase,
}: SignInOptions): Promise<SignInOutcome<SignedIn>> {
  onPhase?.('preparing');
  /** The passkey that the user has chosen: if its challenge has expired, only that one is asked for again. */
  let chosen: string | undefined;
  let used: AuthenticationResponse | undefined;
  const ceremony = async (turn: AbortSignal, commit: () => void): Promise<SignInOutcome<SignedIn>> => {
    const isAmbient = mode === 'ambient' && !chosen;
    // Asking what the browser can do must not stand between a click and the request, so only immediate mode does.
    const atOnce = mode === 'modal' && immediate && !chosen && (await capabilities()).immediateGet;
    const json = await options.take(turn);
    onPhase?.('asking');
    const publicKey = decodeRequestOptions({
      ...json,
      ...(hints?.length && { hints: [...hints] }),
      ...(chosen && { allowCredentials: [{ type: 'public-key', id: chosen }] }),
    });
    if (isAmbient || atOnce) delete publicKey.allowCredentials;
    // A dialog that answers a click is always shown: after a sign-out nothing may be released silently.
    const mediation = isAmbient ? 'conditional' : 'required';
    const credential = await getCredential(
      { mediation, publicKey, ...(atOnce ? { uiMode: 'immediate' } : isAmbient && by) },
      turn,
    );
    options.discard();
    commit();
    onPhase?.('verifying');
    const body = serializeAuthentication(credential);
    chosen = body.id;
    used = body;
    const answer = await client.call(finishPasskeySignIn, { body, signal: turn });
    // Before the turn ends: the next ceremony takes options at once, and the previous ones are outdated.
    return outcomeOf(answer, { method: 'passkey', credentialId: body.id });
  };
  // The turn lasts until the backend has answered: other offers on the page would fetch options meanwhile, and their
  // cookie must not race with that of the sign-in.
  try {
    const result = await renewOnce(() => run(ceremony, { mode: chosen ? 'modal' : mode, signal }));
    void signalPasskeys(client, undefined, { used });
    return result;
  } catch (error) {
    signalIfUnknown(error);
    throw error;
  }
}

/**
 * Prefetched options for a sign-in at this backend.
 *
 * @param inlined A set that the server wrote into the page, as JSON. A damaged one is reported as an uncaught error,
 *   for the makers of the page, and fetched ones take its place.
 */
export function signInOptionsOf(client: Client, inlined?: string): Prefetched<PasskeyRequestOptions> {
  return prefetch({
    fetch: () => client.call(startPasskeySignIn),
    inlined: inlined === undefined ? inlined : parseInlined(inlined),
  });
}

function parseInlined(json: string): PasskeyRequestOptions | undefined {
  const options: unknown = attempt(() => JSON.parse(json));
  const mismatch = passkeyRequestOptionsShape(options);
  if (!mismatch) return options as PasskeyRequestOptions;
  reportError(new LatchError('bad_response', `options${mismatch}`));
  return undefined;
}
