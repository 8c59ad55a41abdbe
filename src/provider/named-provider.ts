import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';
import { clientOf, type BackendHost } from '../base/element/backend.js';
import { accountPictogram } from '../base/element/pictograms.js';
import { watchPage } from '../base/browser/page.js';
import { LatchError } from '../base/client/errors.js';
import type { Provider } from '../base/contract/types.js';
import { providerButton } from '../messages/en.js';
import { textsFor } from '../messages/localize.js';
import { loadIcon } from './icon.js';
import { listProviders } from './provider-list.js';

/**
 * A button of a provider. `provider` is its id; empty for the first that the backend names. `offered` is what the card
 * around it knows already.
 */
type ProviderButton = HTMLElement &
  ReactiveControllerHost &
  BackendHost & { readonly provider: string; readonly offered: Provider | undefined };

/** Why there is no provider for a button. */
const refuse = (id: string): LatchError | TypeError =>
  id
    ? new TypeError(`"provider" must be one that the backend names, not "${id}"`)
    : new LatchError('unsupported', 'The backend names no provider.');

/** Providers whose brand wants "Sign in with" on its button. */
const signedInWith = new Set(['microsoft']);

/**
 * The provider that a button is for, with its icon, once the backend has named it. It changes with the button's `provider`.
 */
export class NamedProvider implements ReactiveController {
  /** Undefined until the backend has named it. */
  provider: Provider | undefined;
  icon: TemplateResult = accountPictogram();
  /** Why the backend has named none; undefined while it may. */
  problem: LatchError | TypeError | undefined;
  readonly #host: ProviderButton;
  #signal: AbortSignal | undefined;
  /** The id that the backend was asked for last. */
  #asked: string | undefined;
  readonly #kind: 'oidc' | 'fedcm';

  constructor(host: ProviderButton, kind: 'oidc' | 'fedcm') {
    this.#host = host;
    this.#kind = kind;
    host.addController(this);
  }

  /** What the button is called; empty until the provider is known. */
  get label(): string {
    const { name, icon = '' } = this.provider ?? {};
    if (name === undefined) return '';
    const { continueWith, signInWith } = textsFor(this.#host, providerButton);
    return (signedInWith.has(icon) ? signInWith : continueWith).replace('{name}', () => name);
  }

  /** The classes of the button: its brand, and whether it has no name yet. */
  classes(isNamed = !!this.provider): string {
    const { icon = '' } = this.provider ?? {};
    return `brand ${/^[a-z0-9]+$/.test(icon) ? icon : ''} ${isNamed ? '' : 'nameless'}`;
  }

  /** Asks the backend, and again after a failure when the page is visible or online again, until `signal` aborts. */
  begin(signal: AbortSignal): void {
    this.#signal = signal;
    watchPage((event) => event !== 'left' && this.problem && void this.load(signal), signal);
    void this.load(signal);
  }

  hostUpdate(): void {
    if (!this.#signal || this.#signal.aborted || this.#host.provider === this.#asked) return;
    this.provider = this.problem = undefined;
    void this.load(this.#signal);
  }

  /** Asks the backend once. Never rejects. An answer about an earlier `provider` is ignored. */
  async load(signal: AbortSignal): Promise<void> {
    const { provider: id, offered } = this.#host;
    const isOutdated = () => signal.aborted || id !== this.#asked;
    this.#asked = id;
    try {
      const client = clientOf(this.#host);
      const all = offered ? [offered] : await listProviders({ client, signal });
      if (isOutdated()) return;
      const fitting = all.filter(({ kinds }) => kinds.includes(this.#kind));
      this.provider = id ? fitting.find((provider) => provider.id === id) : fitting[0];
      this.problem = this.provider ? undefined : refuse(id);
      this.#host.requestUpdate();
      const icon = await loadIcon(this.provider?.icon, client);
      if (isOutdated()) return;
      this.icon = icon;
    } catch (error) {
      if (isOutdated()) return;
      this.problem = error as LatchError | TypeError;
    }
    this.#host.requestUpdate();
  }
}
