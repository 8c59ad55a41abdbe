import { nothing, type CSSResultGroup, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { html } from '../../base/element/html.js';
import type { Attempt } from '../../base/element/action.js';
import { clientOf } from '../../base/element/backend.js';
import { isEmbedded } from '../../base/browser/embedding.js';
import type { Client } from '../../base/client/client.js';
import type { SignInOutcome } from '../../base/client/sign-in-outcome.js';
import { abortError, LatchError } from '../../base/client/errors.js';
import type { Provider } from '../../base/contract/types.js';
import { loadModule } from '../../base/element/load-module.js';
import { pageToReturnTo } from '../../base/client/web-address.js';
import { chooseMode, type FlowMode } from './choose-mode.js';
import { readChosenProvider, rememberProvider, rememberVisit } from './chosen-provider.js';
import type { PreparedHandOff } from './hand-off.js';
import { signInByPopup, type PopupSignIn, type SignedInAtProvider } from './popup.js';
import { signInByRedirect } from './redirect.js';
import type { StartOptions } from './start-address.js';
import { LatchBeforeRedirectEvent, LatchSignedInEvent, LatchSignInFailedEvent } from '../../events.js';
import { followForSignIn, type FollowedSession } from '../../session/follow-for-sign-in.js';
import { oidcModes, type OidcModeName } from '../../base/element/known-words.js';
import { label } from '../../base/element/label.js';
import { LatchElement } from '../../base/element/latch-element.js';
import { oidc } from '../../messages/en.js';
import { NamedProvider } from '../named-provider.js';
import { providerButtonStyles } from '../provider-button.styles.js';
import { oidcButtonStyles } from './latch-oidc-button.styles.js';

/**
 * A button that signs the user in with an account at a provider, with its name and icon. The backend is the provider's
 * client; no token reaches the page. The button is invisible, and keeps its room, until the backend has named the provider.
 *
 * In a tab, or in an app that Chromium has installed, the window goes to the provider and returns to `return-to`. In an
 * app in the Dock of a Mac it opens a window. On the Home Screen of an iPhone or iPad it shows a code and a link: the
 * user signs in in the browser and types the code there.
 *
 * @element latch-oidc-button
 * @slot - The label. Defaults to "Continue with" and the name of the provider.
 * @slot icon - The icon. Defaults to that of the provider.
 * @fires {LatchSignedInEvent} latch-signed-in - The session cookie is set. Not in the same window, which is another
 *   page by then.
 * @fires {LatchNextStepEvent} latch-next-step - The backend requires another step, `detail.next`, before the user is signed in.
 * @fires {LatchSignInFailedEvent} latch-sign-in-failed - The sign-in failed; `detail.code` is the reason. Not if the
 *   user went back.
 * @fires {LatchBeforeRedirectEvent} latch-before-redirect - The page is about to be left for the provider. Cancelable.
 * @csspart button - The native button; in a hand-off the link to the page where it continues.
 * @csspart icon - The drawing in it.
 * @csspart status - The status line.
 * @csspart box - The code of a hand-off.
 * @csspart action - The button that cancels, if there is no window to close.
 * @cssstate pending - The sign-in is starting or in progress.
 * @cssstate leaving - This window goes to the provider.
 * @cssstate blocked - It does so because the browser has blocked the other one.
 * @cssstate open - The other window is open.
 * @cssstate lost - The page can no longer observe whether that window is open.
 * @cssstate starting - There will be a code in a moment.
 * @cssstate waiting - The user signs in in another browser, and types the code there.
 * @cssstate done - The last attempt signed the user in.
 * @cssstate failed - The last attempt failed.
 */
export class LatchOidcButton extends LatchElement {
  static override styles: CSSResultGroup = [LatchElement.styles, providerButtonStyles, oidcButtonStyles];
  static override properties: PropertyDeclarations = {
    provider: { reflect: true },
    loginHint: { attribute: 'login-hint' },
    mode: {},
    returnTo: { attribute: 'return-to' },
    chosen: { type: Boolean, reflect: true },
  };
  protected static override readonly knownWords = { mode: oidcModes };

  /** The `id` of the provider at the backend, such as `google`. Defaults to the first that the backend names. */
  provider = '';

  /** The provider as the card around the button knows it. @internal */
  offered: Provider | undefined;

  /** The name or address that the user typed, which the provider may fill in. */
  loginHint = '';

  /**
   * How the user signs in at the provider: `redirect` in this window, `popup` in another one, `handoff` in another
   * browser, or `auto`, which chooses the one that works.
   */
  mode: OidcModeName = 'auto';

  /** The page of this site to go on to in this window; the root of the backend unless given. */
  returnTo = '';

  /**
   * Whether the user has signed in at this provider last in this browser. The element sets it; values that the page sets
   * are overwritten. In a flex or grid container the element then comes first.
   */
  chosen = false;

  protected readonly section = oidc;
  readonly #named = new NamedProvider(this, 'oidc');
  #hadFocus = false;
  #chosenId: string | undefined;
  #reported: unknown;
  #popup: PopupSignIn | undefined;
  /** What to show in the phase `waiting`. */
  #handOff: PreparedHandOff | undefined;
  protected override session: FollowedSession = followForSignIn(this, {
    startOver: () => {
      this.#signIn.stop();
      this.outcome = undefined;
    },
  });
  readonly #signIn = this.action<SignInOutcome<SignedInAtProvider>>({
    run: async (attempt) => {
      try {
        return await this.#run(attempt);
      } finally {
        this.#popup = this.#handOff = undefined;
      }
    },
    done: (result) => {
      this.session.noteSignedIn();
      return new LatchSignedInEvent(result);
    },
    Failure: LatchSignInFailedEvent,
  });

  /**
   * Starts the sign-in, as a click on the button does; shows its window again if there is one. Resolves when the
   * sign-in has ended. A separate window needs a user gesture.
   */
  async signIn(): Promise<void> {
    this.#popup?.show();
    await this.#signIn.start();
  }

  /** Cancels, as the button "Cancel" does. */
  cancel(): void {
    this.#signIn.stop(new LatchError('cancelled', 'Cancelled.'));
  }

  protected override begin(signal: AbortSignal): void {
    super.begin(signal);
    this.#named.begin(signal);
    void this.#readChosen();
    this.#showReason();
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { provider, problem } = this.#named;
    this.chosen = !!provider && this.#chosenId === provider.id;
    if (problem && this.#reported !== problem && !this.#isNamed) this.fail((this.#reported = problem));
    this.#hadFocus = !!this.shadowRoot?.activeElement;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    // The focused control was removed: the link has replaced the button, or the other way round.
    if (this.#hadFocus && !this.shadowRoot?.activeElement) this.focus();
  }

  protected override get sentence(): unknown {
    return this.chosen && !this.phase && !this.outcome ? this.texts['chosen'] : super.sentence;
  }

  protected override render(): TemplateResult {
    const { phase } = this;
    const handOff = this.#handOff;
    const isBusy = !!phase && phase !== 'open' && phase !== 'lost';
    return html`${
      handOff
        ? nothing
        : html`<button part="button" class=${this.#named.classes(this.#isNamed)} type="button" aria-disabled=${isBusy} @click=${this.signIn}><slot name="icon">${this.#named.icon}</slot>${label(this, this.#named.label || '\u00a0')}</button>`
    }${this.renderStatus()}${
      handOff
        ? html`<p part="box" dir="ltr"><span aria-hidden="true">${handOff.code}</span><span class="spoken" id="code">${handOff.code.replace(/./g, '$& ')}</span></p>
          <a part="button" href=${handOff.address} target="_blank" rel="noopener" aria-describedby="code">${this.texts['openPage']}</a>`
        : nothing
    }${handOff || phase === 'lost' ? html`<button part="action" class="quiet" type="button" @click=${this.cancel}>${this.texts['cancel']}</button>` : nothing}${this.renderSession()}`;
  }

  /** Whether there is something to call the button by. */
  get #isNamed(): boolean {
    return !!this.#named.provider || !!(this.textContent as string | undefined)?.trim();
  }

  /** Says why the provider has sent the user back to this page, unless the card around it does. */
  #showReason(): void {
    const query = new URLSearchParams(location.search);
    const reason = query.get('error');
    if (this.closest('latch-sign-in') || (this.provider && query.get('provider') !== this.provider)) return;
    if (!query.has('provider') || this.outcome) return;
    if (reason === 'cancelled') this.refuse('cancelled');
    else if (reason === 'refused')
      this.fail(new LatchError('provider_failed', 'The provider refused.'), LatchSignInFailedEvent);
  }

  /** Finds out at which provider the user has signed in last, and remembers it if they come from there. */
  async #readChosen(): Promise<void> {
    let client: Client;
    try {
      client = clientOf(this);
    } catch {
      // An invalid base URL: the click reports it.
      return;
    }
    await rememberVisit(client);
    this.#chosenId = readChosenProvider(client);
    this.requestUpdate();
  }

  async #run({ signal, onPhase }: Attempt): Promise<SignInOutcome<SignedInAtProvider>> {
    const mode = this.mode || 'auto'; // frameworks set a text that is bound to nothing to an empty one
    if (!oidcModes.includes(mode))
      throw new TypeError(`"mode" must be one of ${oidcModes.join(', ')}, not "${mode as string}"`);
    // A popup that is blocked becomes a redirect, so the page matters whichever way it is.
    pathToReturnTo(this.returnTo);
    const client = clientOf(this);
    if (signal.aborted) throw abortError(signal);
    if (!this.#named.provider) {
      onPhase('starting');
      await this.#named.load(signal);
    }
    if (this.#named.problem) throw this.#named.problem;
    const way: FlowMode = mode === 'auto' ? chooseMode() : mode;
    const result =
      way === 'redirect'
        ? await this.#leave(client, { signal, onPhase })
        : way === 'handoff'
          ? await this.#wait(client, { signal, onPhase })
          : await this.#open(client, { signal, onPhase });
    if (!result.next) void rememberProvider(client);
    return result;
  }

  get #start(): StartOptions {
    return { provider: this.#named.provider?.id, loginHint: this.loginHint || undefined };
  }

  async #open(client: Client, { signal, onPhase }: Attempt): Promise<SignInOutcome<SignedInAtProvider>> {
    try {
      this.#popup = signInByPopup({ client, ...this.#start, signal, onPhase });
      onPhase('open');
      return await this.#popup.signedIn;
    } catch (error) {
      this.#popup = undefined;
      // Providers do not let themselves be framed.
      if ((error as LatchError).code !== 'popup_blocked' || isEmbedded()) throw error;
      return this.#leave(client, { signal, onPhase }, error as LatchError);
    }
  }

  /** Goes to the provider in this window, as the way there or because the browser has `blocked` the other window. */
  async #leave(client: Client, { signal, onPhase }: Attempt, blocked?: LatchError): Promise<never> {
    if (!this.dispatchEvent(new LatchBeforeRedirectEvent({ isBlocked: !!blocked })))
      throw blocked ?? new LatchError('aborted', 'The redirect was prevented.');
    onPhase(blocked ? 'blocked' : 'leaving');
    return signInByRedirect({ client, ...this.#start, returnTo: pathToReturnTo(this.returnTo), signal });
  }

  /** Waits until the user has signed in in another browser. */
  async #wait(client: Client, { signal, onPhase }: Attempt): Promise<SignInOutcome<SignedInAtProvider>> {
    onPhase('starting');
    const { signInByHandOff } = await loadModule(() => import('./hand-off.js'));
    return signInByHandOff({
      client,
      ...this.#start,
      signal,
      onCode: (handOff) => {
        this.#handOff = handOff;
        onPhase('waiting');
      },
    });
  }
}

/** What the backend takes for a page of the site. */
function pathToReturnTo(returnTo: string): string | undefined {
  if (!returnTo) return undefined;
  const { pathname, search, hash } = pageToReturnTo(returnTo);
  return pathname + search + hash;
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-oidc-button': LatchOidcButton;
  }
}
