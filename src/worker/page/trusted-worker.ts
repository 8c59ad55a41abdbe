/** As much of Trusted Types as is needed here. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/**
 * The address of a worker as pages under `require-trusted-types-for 'script'` have to give it, by the policy
 * `latchkey`, which lets only the page's own origin through.
 *
 * @throws {TypeError} if the URL is invalid, or on another origin.
 * @see {@link https://www.w3.org/TR/trusted-types/ Trusted Types}
 */
export function trustWorker(address: string): string {
  const createScriptURL = (given: string): string => {
    const url = URL.canParse(given, document.baseURI) ? new URL(given, document.baseURI) : undefined;
    if (url?.origin !== location.origin || url.protocol !== location.protocol)
      throw new TypeError(`"url" must be a URL on ${location.origin}`);
    return url.href;
  };
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  return trustedTypes
    ? trustedTypes.createPolicy('latchkey', { createScriptURL }).createScriptURL(address)
    : createScriptURL(address);
}
