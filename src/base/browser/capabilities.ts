import { within } from '../client/deadline.js';

/**
 * What this browser says it can do, by the keys of `PublicKeyCredential.getClientCapabilities()`: `conditionalGet`,
 * `conditionalCreate`, `immediateGet`, `relatedOrigins`, `signalUnknownCredential`, `extension:prf` and so on. A
 * missing key means unknown, not unsupported.
 */
export type Capabilities = Readonly<Record<string, boolean | undefined>>;

/** How long one probe may take before its answer counts as unknown, in ms. */
const probeTimeout = 3000;

let known: Promise<Capabilities> | undefined;

/**
 * Queries once per page what the browser supports. Never rejects: the key of a probe that fails, returns another type,
 * or takes longer than three seconds is omitted. Without passkeys the result is empty.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-getClientCapabilities WebAuthn, getClientCapabilities}
 */
export function capabilities(): Promise<Capabilities> {
  return (known ??= probeAll());
}

async function probeAll(): Promise<Capabilities> {
  const answers = await Promise.all([
    probe('isConditionalMediationAvailable', 'conditionalGet'),
    // Chromium before 133 and Firefox before 135 have no other.
    probe('isUserVerifyingPlatformAuthenticatorAvailable', 'userVerifyingPlatformAuthenticator'),
    probe('getClientCapabilities'),
  ]);
  return Object.fromEntries(answers.flat().filter(([, answer]) => typeof answer === 'boolean'));
}

/**
 * The answers of one method by their keys, of which `key` names the only one; none if it is missing, throws, rejects or
 * is late, as stand-ins put there by browser extensions do.
 */
async function probe(method: string, key?: string): Promise<[string, boolean][]> {
  try {
    const answer = await within(probeTimeout, () =>
      (PublicKeyCredential as unknown as Record<string, () => unknown>)[method]!(),
    );
    return Object.entries(key ? { [key]: answer } : Object(answer));
  } catch {
    return [];
  }
}
