import { Refusal } from '../http/refusal.js';
import type { ProviderSettings } from '../oidc/settings.js';
import type { Providers } from '../oidc/providers.js';
import type { AuthMethod } from '../store/records.js';
import type { Store } from '../store/store.js';
import { nameAsCompared } from './usernames.js';

/** Has users of a company sign in at its provider, where the configuration requires that of their e-mail domain. */
export interface RequiredProviders {
  /**
   * `issuer` is where the user has signed in, if at a provider.
   *
   * @throws {Refusal} 403 `provider_required` for a new name of an account in such a domain. No name is an exception while
   *   it is free: anyone could take it.
   */
  refuseName(name: string, issuer?: string | null): void;
  /**
   * The same for a name in place of another one. Nobody may rename an account to an exception, wherever they signed in.
   *
   * @throws {Refusal} 403 `provider_required`.
   */
  refuseRename(from: string, to: string, issuer?: string | null): void;
  /** @throws {Refusal} 403 `provider_required` for a name that is typed at a sign-in, whether there is an account or not. */
  refuseTyped(name: string): void;
  /**
   * @throws {Refusal} 403 `provider_required` for a sign-in in another way to an account that is known to such a provider,
   *   or whose name or verified address is in its domain, unless the account is one of the exceptions.
   */
  refuseOtherWay(userId: string, authMethod: AuthMethod, issuer: string | null | undefined): Promise<void>;
}

/** Creates the rule. */
export function createRequiredProviders(
  providers: Providers,
  store: Pick<Store, 'findAccount' | 'listAddresses' | 'listIdentities'>,
): RequiredProviders {
  const isOn = providers.all.some(({ settings }) => settings.isRequired);

  const isException = ({ exceptions = [] }: ProviderSettings, accountName: string): boolean =>
    exceptions.some((name) => nameAsCompared(name) === nameAsCompared(accountName));

  /** @throws {Refusal} for a provider that is required, and is not `issuer`. `accountName` is missing for one to come. */
  const refuse = (settings: ProviderSettings | undefined, issuer?: string | null, accountName?: string): void => {
    if (!settings?.isRequired || settings.issuer === issuer) return;
    if (accountName !== undefined && isException(settings, accountName)) return;
    const { id, name } = settings;
    throw new Refusal(403, 'provider_required', {
      message: 'Users with an e-mail address of this domain must sign in at its provider.',
      body: { provider: { id, name } },
    });
  };
  const providerOf = (address: string) => providers.findByAddress(address)?.settings;

  return {
    refuseName: (name, issuer) => refuse(providerOf(name), issuer),

    refuseRename(from, to, issuer) {
      if (nameAsCompared(from) === nameAsCompared(to)) return;
      const settings = providerOf(to);
      refuse(settings, settings && isException(settings, to) ? undefined : issuer);
    },

    refuseTyped: (name) => refuse(providerOf(name), undefined, name),

    async refuseOtherWay(userId, authMethod, issuer) {
      // A session that has passed let the other device in, unless that comes from a provider itself.
      if (!isOn || (authMethod === 'other_device' && !issuer)) return;
      const account = await store.findAccount(userId);
      // A new one is checked by its name.
      if (!account) return;
      const here = /^(?:oidc|fedcm|other_device)$/.test(authMethod) ? issuer : undefined;
      for (const identity of await store.listIdentities(userId))
        refuse(providers.findByIssuer(identity.issuer)?.settings, here, account.name);
      const addresses = (await store.listAddresses(userId)).filter(({ verifiedAt }) => verifiedAt !== null);
      for (const name of [account.name, ...addresses.map(({ address }) => address)])
        refuse(providerOf(name), here, account.name);
    },
  };
}
