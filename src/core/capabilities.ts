/**
 * What this browser says it can do, by the keys of `PublicKeyCredential.getClientCapabilities()`: `conditionalGet`, `conditionalCreate`, `immediateGet`, `relatedOrigins`, `signalUnknownCredential`,
 * `extension:prf` and so on. A missing key means unknown, not unsupported.
 */
export type Capabilities = Readonly<Record<string, boolean | undefined>>;

/** How long one probe may take before its answer counts as unknown, in ms. */
const deadline = 1000;

let known: Promise<Capabilities> | undefined;

/**
 * Asks the browser once per page what it supports. Never rejects: a probe that fails, lies about its shape or does not answer within a second leaves its key out,
 * and where there are no passkeys at all nothing is known.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-getClientCapabilities WebAuthn, getClientCapabilities}
 */
export function capabilities(): Promise<Capabilities> {
  return (known ??= probeAll());
}

async function probeAll(): Promise<Capabilities> {
  const [record, conditionalGet, userVerifyingPlatformAuthenticator] = await Promise.all(
    ['getClientCapabilities', 'isConditionalMediationAvailable', 'isUserVerifyingPlatformAuthenticatorAvailable'].map(probe),
  );
  const answers = Object.entries({ conditionalGet, userVerifyingPlatformAuthenticator, ...(record as object) });
  return Object.fromEntries(answers.filter((answer): answer is [string, boolean] => typeof answer[1] === 'boolean'));
}

/** The answer of one method; undefined if it is missing, throws, rejects or is late, as stand-ins put there by browser extensions do. */
async function probe(method: string): Promise<unknown> {
  try {
    return await Promise.race([(PublicKeyCredential as unknown as Record<string, () => unknown>)[method]!(), new Promise((resolve) => setTimeout(resolve, deadline))]);
  } catch {
    return undefined;
  }
}
