import type { Client } from '../../base/client/client.js';
import { startProviderSignIn } from '../../base/contract/oidc.js';

/** What a flow begins with. */
export interface StartOptions {
  /** The id of the provider. Defaults to the only one of the backend. */
  provider?: string | undefined;
  /** The name or address that the user typed, for the provider. */
  loginHint?: string | undefined;
}

/** The address of the backend that sends the browser to the provider. */
export function startAddress(
  client: Client,
  { provider, loginHint }: StartOptions,
  more: Readonly<Record<string, string | undefined>> = {},
): URL {
  const address = new URL(startProviderSignIn.path, client.baseUrl);
  for (const [name, value] of Object.entries({ provider, login_hint: loginHint, ...more }))
    if (value) address.searchParams.set(name, value);
  return address;
}
