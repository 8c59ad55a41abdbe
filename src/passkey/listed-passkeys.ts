import type { Client } from '../base/client/client.js';
import type { ListedCredential } from '../base/contract/types.js';
import { listPasskeys } from './list.js';
import type { passkeyList } from '../messages/en.js';

/** A passkey as the list shows it. */
export interface ListedPasskey extends ListedCredential {
  /** The name of its provider; undefined if that is not known. */
  readonly provider: string | undefined;
}

/** Loaded once. The list is worth more than the names in it. */
let names: Promise<(aaguid: string) => string | undefined> | undefined;

/** Fetches the passkeys of the signed-in user, oldest first, with the names of their providers. */
export async function fetchListedPasskeys(client: Client, signal: AbortSignal): Promise<ListedPasskey[]> {
  names ??= import('./providers.js').then(
    ({ nameProvider }) => nameProvider,
    () => {
      names = undefined;
      return () => undefined;
    },
  );
  const [{ credentials }, name] = await Promise.all([listPasskeys({ client, signal }), names]);
  return credentials.map((credential) => ({ ...credential, provider: name(credential.aaguid) }));
}

/** The name of a passkey: the user's own, else its provider's, else where it was created. */
export function nameOf(
  { nickname, provider, device }: ListedPasskey,
  texts: Readonly<typeof passkeyList.english>,
): string {
  return nickname?.trim() || (provider ?? (device ? `${texts.unnamed} (${device})` : texts.unnamed));
}
