import type { ReactiveElement } from 'lit';
import { clientOf, type BackendHost } from '../base/element/backend.js';
import type { LatchError } from '../base/client/errors.js';
import type { OidcModeName, SignInMethodName } from '../base/element/known-words.js';
import { isServer } from '../base/element/html.js';
import { readSession } from '../base/contract/session.js';
import { hasNoDom } from './account-form.js';
import {
  noteLastMethod,
  noteProviderRows,
  noteReturn,
  readProviderRows,
  takeReturn,
  type LastMethod,
} from './last-used.js';
import type * as ProviderButtons from './provider-buttons.js';

type ProviderWay = ProviderButtons.ProviderWay;

/** What puts in the buttons, as far as they need it. */
type Card = ReactiveElement &
  BackendHost & {
    mode: OidcModeName;
    returnTo: string;
  };

/** The card, and what only it knows. */
export interface CardProvidersOptions {
  signal(): AbortSignal;
  /** The words of `methods` that the backend has. */
  offered(): readonly SignInMethodName[];
  /** Loads a part of the package; undefined if that fails, which the card says. */
  load<Module>(part: () => Promise<Module>): Promise<Module | undefined>;
  /** Whether the card may offer a passkey after a sign-in at a provider. */
  mayOffer(): Promise<boolean>;
  /** Keeps a button in the page as long as `isWanted`, although a morph may remove it. */
  keep(button: HTMLElement, isWanted: () => boolean): void;
}

/** The buttons of providers in a sign-in card, and the way to a provider and back. */
export class CardProviders {
  readonly #card: Card;
  readonly #options: CardProvidersOptions;
  /** How many buttons there are; undefined until the backend has named its providers. */
  #rows: number | undefined;
  /** The page with the card, once it is known that there may be an offer of a passkey on it; undefined otherwise. */
  #hereForOffer: string | undefined;

  constructor(card: Card, options: CardProvidersOptions) {
    this.#card = card;
    this.#options = options;
    card.addEventListener('latch-before-redirect', ({ target }) =>
      this.#leaveFor(target as { provider?: string; returnTo?: string }),
    );
  }

  /** The ways to them: FedCM only where the browser has it, because its button has no fallback here. */
  get ways(): ProviderWay[] {
    const hasFedCm = (isServer && hasNoDom) || 'IdentityCredential' in globalThis;
    return this.#options
      .offered()
      .filter((method): method is ProviderWay => method === 'oidc' || (method === 'fedcm' && hasFedCm));
  }

  /** Whether the backend has not named them yet. */
  get isWaiting(): boolean {
    return this.#rows === undefined;
  }

  /** Whether there is a button, the page's own included, or may be one soon. */
  get isThere(): boolean {
    const hasOwn = !!this.#card.querySelector(':scope > [slot=providers]');
    return hasOwn || (this.ways.length > 0 && (this.isWaiting || this.#rows! > 0));
  }

  /** Puts in a button for each provider of the backend, unless the page has put in its own; again once it is online. */
  begin(signal: AbortSignal): void {
    void this.#put();
    addEventListener('online', () => this.isWaiting && void this.#put(), { signal });
  }

  /** Takes the room that the buttons took the last time. A style attribute would need the permission of the page's policy. */
  reserveRoom(): void {
    const rows = readProviderRows();
    const place = this.#card.renderRoot.querySelector<HTMLElement>('[part=providers]');
    if (rows !== undefined) place?.style.setProperty('--_rows', String(rows));
  }

  /** The buttons of the way that was used last in this browser. */
  lastUsed({ method, provider }: LastMethod): Element[] {
    return [...this.#card.querySelectorAll(':scope > [slot=providers]')].filter(
      (button) =>
        button.localName === `latch-${String(method)}-button` &&
        (provider === undefined || (button as { provider?: string }).provider === provider),
    );
  }

  /** The provider that a sign-in of the card in this window has come back from, if it is one. */
  async cameBackFrom(): Promise<{ provider: string | undefined } | undefined> {
    if (!takeReturn()) return undefined;
    const session = await clientOf(this.#card)
      .call(readSession, { signal: this.#options.signal() })
      .catch(() => undefined);
    return session?.user && session.authMethod === 'oidc' ? { provider: session.provider?.id } : undefined;
  }

  /** Opens the page of the company whose domain the address has, and says whether there is one. */
  async openCompany(address: string): Promise<boolean> {
    if (!this.ways.includes('oidc')) return false;
    const card = this.#card;
    const buttons = await this.#loadButtons();
    // The password is asked for where the backend cannot be reached: that says why.
    const found = await buttons
      ?.findProvider({ client: clientOf(card), address, signal: this.#options.signal() })
      .catch(() => undefined);
    if (!found) return false;
    await buttons!.signInAtCompany(card, found.provider, address, this.#attributes);
    return true;
  }

  /** Loads the buttons, which a card without ways to providers does not need. */
  #loadButtons(): Promise<typeof ProviderButtons | undefined> {
    return this.#options.load(() => import('./provider-buttons.js'));
  }

  async #put(): Promise<void> {
    const card = this.#card;
    const { ways } = this;
    const { mayOffer, keep, signal } = this.#options;
    if (ways.length === 0) return;
    const buttons = await this.#loadButtons();
    if (!buttons) return;
    try {
      const providers = await buttons.listProviders({ client: clientOf(card), signal: signal() });
      this.#hereForOffer = (await mayOffer()) ? location.pathname : undefined;
      const rows = buttons.putProviders(card, providers, ways, this.#attributes);
      for (const row of rows) keep(row, () => this.ways.length > 0);
      this.#rows = rows.length;
      noteProviderRows(rows.length);
    } catch (error) {
      // A backend without providers has nothing to show. Others may be reached later.
      if ((error as LatchError).code === 'unsupported') this.#rows = 0;
    }
    card.requestUpdate();
  }

  /** A user who gets the offer of a passkey comes back to the card, and goes on from there. */
  #leaveFor({ provider, returnTo }: { provider?: string; returnTo?: string }): void {
    noteLastMethod('oidc', provider);
    if (returnTo === this.#hereForOffer) noteReturn();
  }

  get #attributes() {
    const { baseUrl, allowEmbedded, mode, returnTo } = this.#card;
    return { baseUrl, allowEmbedded, mode, returnTo: this.#hereForOffer ?? returnTo };
  }
}
