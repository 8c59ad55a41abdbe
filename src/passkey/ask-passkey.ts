import { run } from '../base/browser/ceremony.js';
import type { AuthenticationResponse, PasskeyRequestOptions } from '../base/contract/types.js';
import { serializeAuthentication } from '../base/browser/serialize.js';
import { decodeRequestOptions } from './options-json.js';
import { getCredential } from './webauthn.js';

/**
 * Requests one of the passkeys that `options` allow, and resolves with the response for the backend that issued them to
 * verify, for any purpose. Notifies no tabs and does not sign the user in. Needs a user gesture in WebKit. PRF results
 * are omitted.
 *
 * @throws {LatchError} `cancelled`, `superseded`, `aborted`, `unsupported`, `invalid_rp_id`, `insecure_context`,
 *   `constraint`, `bad_response`.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-getAssertion WebAuthn, Use an Existing Credential to Make an
 *   Assertion}
 */
export async function askPasskey(
  options: PasskeyRequestOptions,
  signal?: AbortSignal,
): Promise<AuthenticationResponse> {
  const publicKey = decodeRequestOptions(options);
  const credential = await run((turn) => getCredential({ publicKey, mediation: 'required' }, turn), {
    mode: 'modal',
    signal,
  });
  return serializeAuthentication(credential);
}
