import { Refusal } from '../http/refusal.js';
import type { Providers } from '../oidc/providers.js';
import type { AuthMethod } from '../store/records.js';
import type { Store } from '../store/store.js';
import { nameAsCompared } from './usernames.js';

/** Has users of a company sign in at its provider, where the configuration requires that of their e-mail domain. */
export interface RequiredProviders {
  /** @throws {Refusal} 403 `provider_required` for the name of a new account in such a domain. */
  refuseName(name: string): void;
  /**
   * @throws {Refusal} 403 `provider_required` for a sign-in in another way to an account whose name or verified address
   *   is in such a domain, unless the account is one of the exceptions.
   */
  refuseOtherWay(userId: string, authMethod: AuthMethod, issuer: string | null | undefined): Promise<void>;
}

/** Creates the rule. */
export function createRequiredProviders(
  providers: Providers,
  store: Pick<Store, 'findAccount' | 'listAddresses'>,
): RequiredProviders {
  const isOn = providers.all.some(({ settings }) => settings.isRequired);

  /** @throws {Refusal} for an address of a domain whose provider is required, and is not `issuer`. */
  const refuse = (address: string, accountName: string, issuer?: string | null): void => {
    const settings = providers.findByAddress(address)?.settings;
    if (!settings?.isRequired || settings.issuer === issuer) return;
    const isException = settings.exceptions?.some((name) => nameAsCompared(name) === nameAsCompared(accountName));
    if (isException) return;
    const { id, name } = settings;
    throw new Refusal(403, 'provider_required', {
      message: 'Users with an e-mail address of this domain must sign in at its provider.',
      body: { provider: { id, name } },
    });
  };

  return {
    refuseName(name) {
      refuse(name, name);
    },

    async refuseOtherWay(userId, authMethod, issuer) {
      // Another device was let in by a session that has passed.
      if (!isOn || authMethod === 'other_device') return;
      const account = await store.findAccount(userId);
      // A new one is checked by its name.
      if (!account) return;
      const addresses = (await store.listAddresses(userId)).filter(({ verifiedAt }) => verifiedAt !== null);
      const names = [account.name, ...addresses.map(({ address }) => address)];
      const here = authMethod === 'oidc' || authMethod === 'fedcm' ? issuer : undefined;
      for (const name of names) refuse(name, account.name, here);
    },
  };
}
