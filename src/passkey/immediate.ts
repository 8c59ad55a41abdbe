import { capabilities } from '../base/browser/capabilities.js';
import { run } from '../base/browser/ceremony.js';
import { outcomeOf, type SignInOutcome } from '../base/client/sign-in-outcome.js';
import type { Client } from '../base/client/client.js';
import { finishPasskeySignIn } from '../base/contract/passkey-sign-in.js';
import type { PasskeyRequestOptions } from '../base/contract/types.js';
import { LatchError } from '../base/client/errors.js';
import type { Prefetched } from '../base/client/prefetch.js';
import { serializeAuthentication } from '../base/browser/serialize.js';
import { watched } from '../base/browser/watch-ceremonies.js';
import { decodeRequestOptions } from './options-json.js';
import { signalPasskeys, signalIfUnknown } from './signals.js';
import { signInOptionsOf, type SignedIn, type SignInPhase } from './sign-in.js';
import { getCredential } from './webauthn.js';

/** The backend, and the function that gets a saved password if the user chooses one. */
export interface ImmediateSignInOptions<ByPassword> {
  client: Client;
  /** Prefetched options for this and later ceremonies. Defaults to a new set. */
  options?: Prefetched<PasskeyRequestOptions>;
  /** Signs in with what the user chose if that is a saved password; returns undefined if it is anything else. */
  signInWithPassword(chosen: Credential | null, signal: AbortSignal): Promise<ByPassword> | undefined;
  signal?: AbortSignal | undefined;
  onPhase?: ((phase: SignInPhase) => void) | undefined;
}

/**
 * Signs the user in with a credential that this device has for the site, a passkey or a saved password. Fails at once
 * if there is none, so that the page can show an ordinary form. Needs a user gesture.
 *
 * @throws {LatchError} `unsupported` if the browser does not report support, `no_local_passkey` if there is no
 *   credential or the user declines, and the errors of {@link signIn} and `signInWithPassword`.
 * @see {@link https://www.w3.org/TR/webauthn-3/#dom-clientcapability-immediateget WebAuthn, immediateGet}
 */
export function signInImmediately<ByPassword>(
  options: ImmediateSignInOptions<ByPassword>,
): Promise<SignInOutcome<SignedIn> | ByPassword> {
  return watched(requestLocal(options), 'passkey');
}

async function requestLocal<ByPassword>(
  choices: ImmediateSignInOptions<ByPassword>,
): Promise<SignInOutcome<SignedIn> | ByPassword> {
  const { client, options = signInOptionsOf(client), signInWithPassword, signal, onPhase } = choices;
  onPhase?.('preparing');
  if ((await capabilities()).immediateGet !== true)
    throw new LatchError('unsupported', 'The browser has no immediate mode.');
  const ceremony = async (turn: AbortSignal, commit: () => void): Promise<SignInOutcome<SignedIn> | ByPassword> => {
    const json = await options.take(turn);
    onPhase?.('asking');
    const publicKey = decodeRequestOptions(json);
    delete publicKey.allowCredentials;
    const request = {
      publicKey,
      password: true,
      mediation: 'required',
      uiMode: 'immediate',
    } as const;
    const chosen = await getCredential(request, turn);
    commit();
    onPhase?.('verifying');
    const byPassword = await signInWithPassword(chosen, turn);
    if (byPassword) return byPassword;
    options.discard();
    const body = serializeAuthentication(chosen);
    const answer = await client.call(finishPasskeySignIn, { body, signal: turn });
    void signalPasskeys(client, undefined, { used: body });
    return outcomeOf(answer, { method: 'passkey', credentialId: body.id });
  };
  try {
    return await run(ceremony, { mode: 'modal', signal });
  } catch (error) {
    signalIfUnknown(error);
    throw error;
  }
}
