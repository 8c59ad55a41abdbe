import { markMade } from '../base/element/light-dom.js';
import type { OidcModeName } from '../base/element/known-words.js';
import type { Provider } from '../base/contract/types.js';
import { isFedCmSupported } from '../provider/fedcm/request-token.js';
import { LatchFedCmButton } from '../provider/fedcm/latch-fedcm-button.js';
import { LatchOidcButton } from '../provider/oidc/latch-oidc-button.js';

export { findProvider, listProviders } from '../provider/provider-list.js';

/** The buttons of the ways that lead to providers. */
const buttons = {
  fedcm: ['latch-fedcm-button', LatchFedCmButton],
  oidc: ['latch-oidc-button', LatchOidcButton],
} as const;

/** The ways of the card that lead to providers. */
export type ProviderWay = keyof typeof buttons;

/** What the card hands on to the buttons. */
interface Attributes {
  baseUrl: string;
  allowEmbedded: boolean;
  returnTo: string;
  mode: OidcModeName;
}

/**
 * Puts a button for each provider into `host`, in the order of the backend, and returns them: in the dialog of the
 * browser where `ways` and the browser have it, with the redirect below it after a failure. A page with such buttons of
 * its own gets none.
 */
export function putProviders(
  host: Element,
  providers: readonly Provider[],
  ways: readonly ProviderWay[],
  attributes: Attributes,
): HTMLElement[] {
  for (const way of ways) define(way);
  if (host.querySelector(':scope > [slot=providers]:not([data-latch-part])')) return [];
  const rows = providers.map((provider) => {
    const { kinds } = provider;
    const [way, other] = (['fedcm', 'oidc'] as const).filter(
      (kind) => ways.includes(kind) && kinds.includes(kind) && (kind === 'oidc' || isFedCmSupported()),
    );
    return way && putProvider(host, provider, way, other, attributes);
  });
  return rows.filter((row) => row !== undefined);
}

function putProvider(
  host: Element,
  offered: Provider,
  way: ProviderWay,
  other: ProviderWay | undefined,
  { baseUrl, allowEmbedded, returnTo, mode }: Attributes,
): HTMLElement {
  const { id: provider } = offered;
  const found = host.querySelector<HTMLElement>(`:scope > [slot=providers][data-latch-part="${CSS.escape(provider)}"]`);
  if (found) return found;
  const make = (kind: ProviderWay): HTMLElement => {
    const button = document.createElement(buttons[kind][0]);
    return Object.assign(button, {
      baseUrl,
      allowEmbedded,
      provider,
      offered,
      ...(kind === 'oidc' && { returnTo, mode }),
    });
  };
  const row = markMade(make(way));
  row.dataset['latchPart'] = provider;
  row.slot = 'providers';
  if (other) {
    const fallback = make(other);
    fallback.slot = 'fallback';
    row.append(fallback);
  }
  host.append(row);
  return row;
}

/**
 * Has the user sign in at the provider of their company, as a click on its button does. The button is there only
 * meanwhile, unless the card has it anyway.
 */
export async function signInAtCompany(
  host: Element,
  provider: Provider,
  loginHint: string,
  attributes: Attributes,
): Promise<void> {
  define('oidc');
  const shown = host.querySelector<LatchOidcButton>(
    `:scope > latch-oidc-button[data-latch-part="${CSS.escape(provider.id)}"]`,
  );
  const button = shown ?? (putProvider(host, provider, 'oidc', undefined, attributes) as LatchOidcButton);
  button.loginHint = loginHint;
  await button.signIn();
}

/** Registers the button of `way`, unless the page has. */
function define(way: ProviderWay): void {
  const [tag, Button] = buttons[way];
  if (!customElements.get(tag)) customElements.define(tag, Button);
}
