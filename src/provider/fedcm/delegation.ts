// Imports nothing at run time: what it shares with the button would be loaded in files of its own.
import type { FedCmNonceAnswer, FedCmProvider } from '../../base/contract/types.js';

/** How long the browser may take to end a request that is aborted already, in ms. */
const probeTimeout = 1_000;

/** The answer with the formats that this browser can present with FedCM delegation. Never rejects. */
export async function limitToSupportedFormats({ nonce, providers }: FedCmNonceAnswer): Promise<FedCmNonceAnswer> {
  return { nonce, providers: await Promise.all(providers.map(limitToSupported)) };
}

/**
 * The provider with its format if this browser can present it with FedCM delegation, else without. A request that is
 * aborted before it begins tells: browsers read the members that they know first, and refuse a format that they do not
 * know. Never rejects.
 *
 * @see {@link https://github.com/w3c-fedid/delegation FedCM delegation}
 */
async function limitToSupported({ format, ...provider }: FedCmProvider): Promise<FedCmProvider> {
  let isRead = false;
  const probe = {
    ...provider,
    get format() {
      isRead = true;
      return format;
    },
  };
  const request = { identity: { providers: [probe] }, signal: AbortSignal.abort() } as CredentialRequestOptions;
  try {
    await Promise.race([navigator.credentials.get(request), new Promise((late) => setTimeout(late, probeTimeout))]);
    return provider;
  } catch (error) {
    return isRead && format && (error as Error | null)?.name === 'AbortError' ? { ...provider, format } : provider;
  }
}
