import type { Client, RequestOptions } from '../base/client/client.js';
import { unlessAborted } from '../base/client/errors.js';
import * as contract from '../base/contract/oidc.js';
import type { Provider, ProviderList } from '../base/contract/types.js';

/** The lists that are being fetched, one for each backend: the buttons of a page share it. */
const lists = new WeakMap<Client, Promise<ProviderList>>();

/**
 * Lists the providers that users can sign in with, in the order of the backend. Calls at once share a request.
 *
 * @throws {LatchError} `unsupported` where the backend has no provider, `aborted`, and the other errors of
 *   {@link Client.call}.
 */
export async function listProviders({ client, signal }: RequestOptions): Promise<readonly Provider[]> {
  return (await readList({ client, signal })).providers;
}

/** The whole answer. @internal */
function readList({ client, signal }: RequestOptions): Promise<ProviderList> {
  let list = lists.get(client);
  if (!list) {
    list = client.call(contract.listProviders);
    lists.set(client, list);
    const forget = () => lists.delete(client);
    list.then(forget, forget);
  }
  return unlessAborted(signal, () => list);
}

/** The provider of a company, and whether its users must sign in there. */
export interface CompanyProvider {
  readonly provider: Provider;
  readonly isRequired: boolean;
}

/** Whose provider. */
export interface FindProviderOptions extends RequestOptions {
  /** An e-mail address. Its domain alone decides. */
  address: string;
}

/**
 * Finds the provider of the company that an e-mail address belongs to; undefined if the backend knows none. Asks the
 * backend only if it has providers of companies.
 *
 * @throws {LatchError} as {@link listProviders} does.
 */
export async function findProvider({
  client,
  address,
  signal,
}: FindProviderOptions): Promise<CompanyProvider | undefined> {
  const { byDomain } = await readList({ client, signal });
  if (!byDomain) return undefined;
  const query = `?for=${encodeURIComponent(address)}`;
  const { providers, required = false } = await client.call(contract.listProviders, { query, signal });
  return providers[0] && { provider: providers[0], isRequired: required };
}
