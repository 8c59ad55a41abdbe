import { fromBase64Url, toBase64Url } from '../base/bytes.js';
import { readBytes } from '../base/read-bytes.js';
import { run } from '../base/browser/ceremony.js';
import { LatchError } from '../base/client/errors.js';
import { watched } from '../base/browser/watch-ceremonies.js';
import { getCredential } from './webauthn.js';

/** The allowed passkeys, with the inputs for each. */
export interface EvaluatePrfOptions {
  rpId: string;
  /**
   * `id` is base64url. The inputs may have any length. The browser hashes them with its own prefix, so that only web
   * pages can request the same results.
   */
  credentials: ReadonlyArray<{
    id: string;
    transports?: readonly string[];
    first: BufferSource;
    second?: BufferSource;
  }>;
  signal?: AbortSignal | undefined;
}

/**
 * What the authenticator made of the inputs: 32 bytes each, or nothing where the browser or the passkey does not have
 * the extension.
 */
export interface PrfEvaluation {
  /** The passkey that was used, as base64url. */
  credentialId: string;
  first: BufferSource | undefined;
  second: BufferSource | undefined;
}

/**
 * Requests one of some passkeys, with user verification, and the secrets that its authenticator derives from these
 * inputs, the same every time. Works offline: the challenge is created here, the response is sent nowhere, and the user
 * is not signed in. Needs a user gesture in WebKit. Password managers know only one of the two forms of the inputs: after an
 * empty result or a failure the passkey is asked once more, in the other form. Where a request with inputs of several passkeys
 * fails, the user chooses one first.
 *
 * @throws {LatchError} `cancelled`, `superseded`, `aborted`, `unsupported`, `invalid_rp_id`, `insecure_context`;
 *   `bad_response` for a response that is not a credential.
 * @throws {TypeError} if no passkey is given.
 * @see {@link https://www.w3.org/TR/webauthn-3/#prf-extension WebAuthn, Pseudo-random function extension}
 */
export function evaluatePrf(options: EvaluatePrfOptions): Promise<PrfEvaluation> {
  return watched(requestPrf(options), 'vault');
}

async function requestPrf({ rpId, credentials, signal }: EvaluatePrfOptions): Promise<PrfEvaluation> {
  const [one] = credentials;
  if (!one) throw new TypeError('"credentials" must name at least one passkey');
  const isShared = credentials.every((other) => haveSameInputs(one, other));
  const ask = (asked: EvaluatePrfOptions['credentials'], inputs?: Inputs) =>
    run((turn) => request(rpId, asked, inputs, turn), { mode: 'modal', signal });
  let failure: LatchError | undefined;
  const credential = await ask(credentials, isShared ? forAll(one) : byCredential(credentials)).catch(
    (error: LatchError) => {
      if (!isOfForm(error)) throw error;
      failure = error;
      return undefined;
    },
  );
  const empty = failure ? undefined : read(credential);
  if (empty?.first) return empty;
  const hasGesture = (navigator.userActivation as UserActivation | undefined)?.isActive !== false;
  try {
    // Which of several inputs are right, only the passkey says that the user chooses.
    const chosen = empty ?? (isShared ? undefined : read(await ask(credentials)));
    const left = chosen ? credentials.filter(({ id }) => id === chosen.credentialId) : credentials;
    if (left.length === 0) return chosen!;
    return read(await ask(left, isShared ? byCredential(left) : forAll(left[0]!)));
  } catch (error) {
    // Without a gesture, no user has declined anything.
    if ((error as LatchError).code !== 'cancelled' || hasGesture) throw error;
    if (!empty) throw failure!;
    return empty;
  }
}

type PrfPasskey = EvaluatePrfOptions['credentials'][number];
type Inputs = AuthenticationExtensionsPRFInputs;

const failures: readonly string[] = ['device_failed', 'unsupported', 'bad_response'];

/** Whether the form of the inputs may be the cause of a failure. */
const isOfForm = ({ code, exception }: LatchError): boolean => failures.includes(code) || exception === 'SyntaxError';

const valuesOf = ({ first, second }: PrfPasskey) => ({ first, ...(second && { second }) });
const forAll = (passkey: PrfPasskey): Inputs => ({ eval: valuesOf(passkey) });
const byCredential = (passkeys: readonly PrfPasskey[]): Inputs => ({
  evalByCredential: Object.fromEntries(passkeys.map((passkey) => [passkey.id, valuesOf(passkey)])),
});

const haveSameInputs = (one: PrfPasskey, other: PrfPasskey): boolean =>
  JSON.stringify([one.first, one.second].map(textOf)) === JSON.stringify([other.first, other.second].map(textOf));
const textOf = (bytes: BufferSource | undefined) => bytes && toBase64Url(bytes);

/** Makes one request, with the inputs in one form, or without inputs. */
function request(
  rpId: string,
  credentials: EvaluatePrfOptions['credentials'],
  prf: Inputs | undefined,
  turn: AbortSignal,
): Promise<Credential | null> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: crypto.getRandomValues(new Uint8Array(32)),
    rpId,
    userVerification: 'required',
    allowCredentials: credentials.map(({ id, transports }) => ({
      type: 'public-key',
      id: fromBase64Url(id),
      ...(transports && { transports: [...transports] as AuthenticatorTransport[] }),
    })),
    ...(prf && { extensions: { prf } }),
  };
  return getCredential({ publicKey }, turn);
}

function read(credential: Credential | null | undefined): PrfEvaluation {
  try {
    const { rawId } = credential as PublicKeyCredential;
    const { first, second } = (credential as PublicKeyCredential).getClientExtensionResults().prf?.results ?? {};
    return { credentialId: toBase64Url(rawId), first: readBytes(first), second: readBytes(second) };
  } catch (cause) {
    throw new LatchError('bad_response', 'No passkey credential.', { cause });
  }
}
