import { domainToASCII, domainToUnicode } from 'node:url';
import type { ProviderList, ProviderName } from '../../../src/base/contract/types.js';
import { withoutMarks, writeDigits } from '../../../src/base/text/plain.js';
import type { FedCmSettings } from '../fedcm/settings.js';
import type { Session } from '../store/records.js';
import type { Provider } from './provider.js';
import type { ProviderSettings } from './settings.js';

/** The providers of the configuration, in its order. */
export interface Providers {
  all: readonly Provider[];
  /** The provider with this id; without one the only provider, if there is one only. */
  find(id: string | undefined): Provider | undefined;
  findByIssuer(issuer: string): Provider | undefined;
  /** The provider of the company whose domain an e-mail address has. */
  findByAddress(address: string): Provider | undefined;
  /** What users call a provider. One that is not configured any more is called by its host. */
  nameOf(issuer: string): ProviderName;
  /** Where the user of a session authenticated, as a member of what describes the session; empty for other ways. */
  describe(session: Pick<Session, 'authentication' | 'issuer'>): { provider?: ProviderName };
  /** What `GET /auth/providers` returns: all that have a button, or with an address the one of its domain. */
  list(address?: string): ProviderList;
}

/** A domain in the form in which names are compared, and in ASCII. */
const domainAsCompared = (domain: string): string =>
  domainToASCII(withoutMarks(writeDigits(domainToUnicode(domain)))).replace(/\.+$/, '');

/**
 * The domain of an e-mail address, of a name, or of what is typed as one. It is read from the form in which names are
 * compared: a name with a full-width @ signs in to the same account.
 */
function domainOf(address: string): string | undefined {
  const compared = withoutMarks(writeDigits(address));
  const at = compared.lastIndexOf('@');
  return at < 0 ? undefined : domainAsCompared(compared.slice(at + 1).trim()) || undefined;
}

const isListed = ({ isListed: given, domains = [] }: ProviderSettings): boolean => given ?? domains.length === 0;

/** The host of an issuer, as the name of a provider that has none. */
function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host.slice(0, 64) : 'provider';
}

/** Puts the providers together. `fedCm` are those that browsers know, which may be the same. */
export function createProviders(all: readonly Provider[], fedCm: readonly FedCmSettings[]): Providers {
  const inDialogs = new Set(fedCm.map(({ issuer }) => issuer));
  const alone = [...inDialogs].filter((issuer) => !all.some((provider) => provider.issuer === issuer));
  const describeProvider = ({ settings: { id, name, icon, issuer } }: Provider): ProviderList['providers'][number] => ({
    id,
    name,
    ...(icon !== undefined && { icon }),
    kinds: ['oidc', ...(inDialogs.has(issuer) ? ['fedcm'] : [])],
  });
  const byDomain = new Map(
    all.flatMap((provider) =>
      (provider.settings.domains ?? []).map((domain) => [domainAsCompared(domain), provider] as const),
    ),
  );
  const findByAddress = (address: string): Provider | undefined => {
    const domain = domainOf(address);
    return domain === undefined ? undefined : byDomain.get(domain);
  };
  const nameOf = (issuer: string): ProviderName => {
    const { id, name } = all.find((provider) => provider.issuer === issuer)?.settings ?? {
      id: hostOf(issuer),
      name: hostOf(issuer),
    };
    return { id, name };
  };

  return {
    all,
    find: (id) =>
      id === undefined ? (all.length === 1 ? all[0] : undefined) : all.find(({ settings }) => settings.id === id),
    findByIssuer: (issuer) => all.find((provider) => provider.issuer === issuer),
    findByAddress,
    nameOf,
    describe({ authentication, issuer }) {
      const isThere = /^(?:oidc|fedcm)$/.test(authentication?.authMethod ?? '');
      return isThere && issuer ? { provider: nameOf(issuer) } : {};
    },
    list(address) {
      if (address !== undefined) {
        const found = findByAddress(address);
        return found
          ? { providers: [describeProvider(found)], required: found.settings.isRequired ?? false }
          : { providers: [], required: false };
      }
      return {
        providers: [
          ...all.filter(({ settings }) => isListed(settings)).map(describeProvider),
          ...alone.map((issuer) => ({ ...nameOf(issuer), kinds: ['fedcm'] })),
        ],
        byDomain: all.some(({ settings }) => settings.domains?.length),
      };
    },
  };
}
