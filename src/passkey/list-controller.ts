import type { ListedCredential } from '../base/contract/types.js';
import { listPasskeys } from './list.js';
import { PersonalList, type PersonalListHost } from '../session/personal-list.js';

/** A passkey as the list shows it. */
export interface ListedPasskey extends ListedCredential {
  /** The name of its provider; undefined if that is not known. */
  readonly provider: string | undefined;
}

/** Follows the passkeys of the person who is signed in, oldest first, for one view. */
export class PasskeyList extends PersonalList<ListedPasskey> {
  constructor(host: PersonalListHost) {
    let names: Promise<(aaguid: string) => string | undefined> | undefined;
    super(host, async (client, signal) => {
      // The list is worth more than the names in it.
      names ??= import('./providers.js').then(
        ({ nameProvider }) => nameProvider,
        () => () => undefined,
      );
      const [{ credentials }, name] = await Promise.all([listPasskeys({ client, signal }), names]);
      return credentials.map((credential) => ({ ...credential, provider: name(credential.aaguid) }));
    });
  }
}
