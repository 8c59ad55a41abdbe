import {
  isServer,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { untilLeft } from '../../base/browser/until-left.js';
import { css, html } from '../../base/element/html.js';
import { isEmbedded } from '../../base/browser/embedding.js';
import { watchPage } from '../../base/browser/page.js';
import { perBackend, prepare } from '../../base/element/backend.js';
import { wordsOf, flag } from '../../base/element/attributes.js';
import { listen } from '../../base/storage/channel.js';
import type { Provider } from '../../base/contract/types.js';
import type { SignInOutcome } from '../../base/client/sign-in-outcome.js';
import type { LatchError } from '../../base/client/errors.js';
import { disconnectFedCm } from './disconnect.js';
import { offerFedCm } from './offer.js';
import { isFedCmPermitted, isFedCmSupported } from './request-token.js';
import { chooseProviders, noncesOf, signInWithFedCm, type FedCmChoices, type SignedInByFedCm } from './sign-in.js';
import { LatchSignedInEvent, LatchSignInFailedEvent } from '../../events.js';
import { followForSignIn, type FollowedSession } from '../../session/follow-for-sign-in.js';
import {
  fedCmContexts,
  fedCmFields,
  type FedCmContextName,
  type FedCmFieldName,
  type WordList,
} from '../../base/element/known-words.js';
import { label } from '../../base/element/label.js';
import { LatchElement } from '../../base/element/latch-element.js';
import { fedCm } from '../../messages/en.js';
import { NamedProvider } from '../named-provider.js';
import { providerButtonStyles } from '../provider-button.styles.js';

/**
 * A button that signs the user in with an account at a provider, in the browser's own dialog (FedCM), without a
 * redirect or a popup. The nonce is fetched before the click. Without `config-url` the provider is the first one that
 * the backend names.
 *
 * @element latch-fedcm-button
 * @slot - The label. Defaults to "Continue with" and the name of the provider, or "Sign in with your provider" if the
 *   backend does not name it.
 * @slot icon - The icon. Defaults to that of the provider.
 * @slot fallback - Another way to sign in, such as an OpenID button. It replaces the button in browsers without FedCM,
 *   and is shown below it after a failed attempt.
 * @fires {LatchSignedInEvent} latch-signed-in - The session cookie is set; `detail.configURL` says which provider it
 *   was.
 * @fires {LatchNextStepEvent} latch-next-step - The backend requires another step, `detail.next`, before the user is signed in.
 * @fires {LatchSignInFailedEvent} latch-sign-in-failed - A click failed; `detail.code` is the reason. Not for a
 *   dismissed dialog, and not for `passive` or `automatic`.
 * @csspart button - The native button.
 * @csspart icon - The drawing in it.
 * @csspart status - The status line.
 * @cssstate pending - A dialog is open or the backend decides.
 * @cssstate asking - A dialog is open or opening.
 * @cssstate verifying - The backend decides.
 * @cssstate done - The last attempt signed the user in.
 * @cssstate failed - The last attempt failed.
 */
export class LatchFedCmButton extends LatchElement {
  static override styles: CSSResultGroup = [
    LatchElement.styles,
    providerButtonStyles,
    // the other way keeps its distance from what is said above it
    css`
      [part=status] + slot:not([hidden]) {
        display: block;
        margin-block-start: 8px;
      }
    `,
  ];
  static override properties: PropertyDeclarations = {
    provider: { reflect: true },
    configUrl: { attribute: 'config-url' },
    clientId: { attribute: 'client-id' },
    passive: { type: Boolean, converter: flag },
    automatic: { type: Boolean, converter: flag },
    context: {},
    fields: {},
    loginHint: { attribute: 'login-hint' },
    scope: {},
  };
  protected static override readonly knownWords = { context: fedCmContexts, fields: fedCmFields };

  /**
   * The config file of the provider, an absolute URL; or of several, as an array or separated by spaces. `passive` and
   * `automatic` then offer the accounts of all of them at once, and a click those of the first. The backend accepts
   * tokens of its configured providers only.
   */
  configUrl: string | readonly string[] = '';

  /** The `id` of the provider at the backend, in place of `config-url`. */
  provider = '';

  /** The provider as the card around the button knows it. @internal */
  offered: Provider | undefined;

  /** The client ID of the site at the provider. Needed with a `config-url` that the backend does not name. */
  clientId = '';

  /**
   * Also offers the user's accounts beside the page, when it opens and when it returns from the back-forward cache,
   * unless a user is signed in. Dispatches no failure.
   */
  passive = false;

  /**
   * Also signs a returning user in automatically at those moments, where the browser does that without a prompt: only
   * with an account that was used here before, and not after a sign-out. Fails silently.
   */
  automatic = false;

  /** The wording of the browser's dialog: `signin`, `signup`, `use` or `continue`. */
  context: FedCmContextName | '' = '';

  /**
   * What the provider is asked to share: an array, or separated by spaces, of `name`, `email`, `picture`, `tel` and `username`. Defaults
   * to the first three.
   */
  fields: WordList<FedCmFieldName> | '' = '';

  /** Offers only the account that the provider knows by this hint, such as its address. */
  loginHint = '';

  /** The OAuth scopes that the provider is asked for, separated by spaces. Defaults to what the provider chooses. */
  scope = '';

  protected readonly section = fedCm;
  readonly #named = new NamedProvider(this, 'fedcm');
  #isFallbackWanted = false;
  /** The backend, with a nonce that is fetched ahead for a click, and for each offer. */
  readonly #backend = perBackend(this, (client) => ({ nonces: noncesOf(client) }));
  protected override session: FollowedSession = followForSignIn(this, {
    startOver: () => {
      this.outcome = undefined;
      this.#prepare();
    },
  });
  readonly #signIn = this.action<SignInOutcome<SignedInByFedCm>>({
    run: (attempt) => signInWithFedCm({ ...this.#choices, ...this.#backend(), ...attempt }),
    done: (result) => {
      this.session.noteSignedIn();
      return new LatchSignedInEvent(result);
    },
    failed: (error) => {
      const { code } = error as Partial<LatchError>;
      // FedCM may be out of reach only because the page around this one does not hand it on.
      const isWithheld = code === 'unsupported' && isEmbedded() && !isFedCmPermitted();
      this.fail(error, LatchSignInFailedEvent, isWithheld && 'embedded');
      if (code !== 'aborted') this.#prepare();
    },
    until: untilLeft,
  });
  /** Offers accounts beside the page, without a click. */
  readonly #offer = this.action({
    run: async ({ signal, onPhase }) => {
      const result = await offerFedCm({
        ...this.#choices,
        ...this.#backend(),
        silent: !this.passive,
        signal,
        onPhase: (phase) => {
          // The nonce is in use: a click takes another.
          if (phase === 'asking') this.#prepare();
          onPhase(phase === 'verifying' ? phase : undefined);
        },
      });
      if (result) this.#signIn.succeed(result);
    },
    failed: (error) => {
      if (!('code' in error)) this.#signIn.fail(error);
      // Other failures are shown only after the user has chosen an account.
      else if (this.#offer.phase && this.passive) this.fail(error);
    },
    isUnasked: true,
    until: untilLeft,
  });

  constructor() {
    super();
    for (const type of ['pointerenter', 'focusin']) this.addEventListener(type, () => this.#prepare());
  }

  /**
   * Opens the browser's dialog, as a click on the button does; joins the one that is open. Resolves when it has ended
   * and its event was dispatched. Needs a user gesture.
   */
  async signIn(): Promise<void> {
    await this.#signIn.start();
  }

  /**
   * Makes the provider and the browser forget that an account was used here: the next sign-in with it asks the user
   * again. Does not sign the user out.
   *
   * @param accountHint The account, as the provider knows it: its id there, or its address.
   * @param configURL The provider. Defaults to the first one of `config-url`.
   * @throws {LatchError} `provider_failed` if there is no such account, `unsupported`, `timed_out`, and the errors of a
   *   request to the backend.
   */
  async disconnect(accountHint: string, configURL?: string): Promise<void> {
    const { providers } = await this.#backend().nonces.take();
    const [provider] = chooseProviders(providers, { ...this.#choices, ...(configURL && { configURL }) });
    await disconnectFedCm({ ...provider!, accountHint });
  }

  protected override begin(signal: AbortSignal): void {
    super.begin(signal);
    if (!isFedCmSupported()) return;
    // A page that names the config file itself may mean another provider than the first of the backend.
    if (this.provider || this.configUrl.length === 0) this.#named.begin(signal);
    const makeOffer = () => {
      this.#prepare();
      if (this.passive || this.automatic) void this.#offer.start();
    };
    // A sign-in or sign-out in another tab outdates what was fetched ahead.
    listen(() => {}, signal);
    watchPage((event) => {
      if (event === 'back') makeOffer();
      else if (event !== 'left') this.#prepare();
    }, signal);
    makeOffer();
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    // It stays when the user tries again: nothing moves under the pointer.
    this.#isFallbackWanted ||=
      !(isServer && typeof document === 'undefined') &&
      (!isFedCmSupported() || ![undefined, 'done', 'embedded'].includes(this.outcome));
  }

  protected override render(): TemplateResult {
    const hasFallback = [...this.children].some(({ slot }) => slot === 'fallback');
    const isOfNoUse = hasFallback && !isFedCmSupported();
    return html`${isOfNoUse ? nothing : this.renderAction(this.signIn, label(this, this.#label), html`<slot name="icon">${this.#named.icon}</slot>`, this.#named.classes(this.#isNamed))}${this.#isFallbackWanted ? html`<slot name="fallback" ?hidden=${!hasFallback} @slotchange=${() => this.requestUpdate()}></slot>` : nothing}`;
  }

  /** Whether it is known what to call the button, or that the backend does not name its provider. */
  get #isNamed(): boolean {
    const { provider, problem } = this.#named;
    return (
      !isFedCmSupported() || !!(provider ?? problem) || this.configUrl.length > 0 || this.textContent.trim() !== ''
    );
  }

  get #label(): unknown {
    return this.#named.label || this.texts['button'];
  }

  get #choices(): FedCmChoices {
    const { provider, clientId, loginHint, scope } = this;
    return {
      provider,
      configURL: wordsOf(this.configUrl),
      clientId,
      loginHint,
      scope,
      context: this.context || undefined,
      fields: wordsOf<FedCmFieldName>(this.fields),
    };
  }

  /** Makes sure that a fresh nonce is ready for a click. */
  #prepare(): void {
    if (isFedCmSupported()) void prepare(() => this.#backend().nonces);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-fedcm-button': LatchFedCmButton;
  }
}
