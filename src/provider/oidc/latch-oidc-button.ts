import { nothing, type CSSResultGroup, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { html } from '../../base/element/html.js';
import { Lifetime } from '../../base/element/lifetime.js';
import { OidcSignIn, type OidcSignInHost, type SignedInAtProvider } from './sign-in-controller.js';
import type { LatchError } from '../../base/client/errors.js';
import { LatchBeforeRedirectEvent, LatchSignedInEvent, LatchSignInFailedEvent } from '../../events.js';
import { followForSignIn, type FollowedSession, type FollowedSessionHost } from '../../session/follow-for-sign-in.js';
import { oidcModes, type OidcModeName } from '../../base/element/known-words.js';
import { label } from '../../base/element/label.js';
import { LatchElement } from '../../base/element/latch-element.js';
import { oidc } from '../../messages/en.js';
import { accountPictogram } from '../../base/element/pictograms.js';
import { oidcButtonStyles } from './latch-oidc-button.styles.js';

/**
 * A button that signs the user in with an account at the backend's OpenID provider. The backend is the provider's
 * client; no token reaches the page.
 *
 * In a tab, or in an app that Chromium has installed, the window goes to the provider and returns to `return-to`. In an
 * app in the Dock of a Mac it opens a window. On the Home Screen of an iPhone or iPad it shows a code and a link: the
 * user signs in in the browser and types the code there.
 *
 * @element latch-oidc-button
 * @slot - The label. Defaults to "Sign in with another account"; better say whose.
 * @fires {LatchSignedInEvent} latch-signed-in - The session cookie is set. Not in the same window, which is another
 *   page by then.
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
 * @cssstate failed - The last try came to nothing.
 */
export class LatchOidcButton extends LatchElement implements OidcSignInHost, FollowedSessionHost {
  static override styles: CSSResultGroup = [LatchElement.styles, oidcButtonStyles];
  static override properties: PropertyDeclarations = {
    mode: {},
    returnTo: { attribute: 'return-to' },
    chosen: { type: Boolean, reflect: true },
  };
  protected static override readonly knownWords = { mode: oidcModes };

  /**
   * How the user signs in at the provider: `redirect` in this window, `popup` in another one, `handoff` in another
   * browser, or `auto`, which chooses the one that works.
   */
  mode: OidcModeName = 'auto';

  /** The page of this site to go on to in this window; the root of the backend unless given. */
  returnTo = '';

  /**
   * Whether the browser reports that the user has chosen this provider before. The element sets it; values that the
   * page sets are overwritten. In a flex or grid container the element then comes first.
   */
  chosen = false;

  protected readonly section = oidc;
  #hadFocus = false;
  readonly #signIn = new OidcSignIn(this);
  protected override session: FollowedSession = followForSignIn(this);
  readonly #lifetime = new Lifetime(this, (signal) => {
    this.session.begin(signal);
    void this.#signIn.prepare(signal);
  });

  /**
   * Starts the sign-in, as a click on the button does; shows its window again if there is one. Resolves when the
   * sign-in has ended. A separate window needs a user gesture.
   */
  async signIn(): Promise<void> {
    this.outcome = undefined;
    await this.#signIn.signIn(this.#lifetime.signal);
  }

  /** Cancels, as the button "Cancel" does. */
  cancel(): void {
    this.#signIn.cancel();
  }

  /** Called by the controller. @internal */
  mayLeave(isBlocked: boolean): boolean {
    return this.dispatchEvent(new LatchBeforeRedirectEvent({ isBlocked }));
  }

  /** Read by the controller. @internal */
  get isSigningIn(): boolean {
    return !!this.phase;
  }

  /** Called by the controller. @internal */
  startOver(): void {
    this.outcome = undefined;
  }

  /** Called by the controller. @internal */
  signedIn(result: SignedInAtProvider): void {
    this.outcome = 'done';
    this.session.noteSignedIn();
    this.tell(new LatchSignedInEvent(result));
  }

  /** Called by the controller. @internal */
  signInFailed(error: LatchError | TypeError): void {
    this.fail(error, LatchSignInFailedEvent);
  }

  protected override get phase(): string | undefined {
    return this.#signIn.phase;
  }

  protected override act(): void {
    void this.signIn();
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.chosen = this.#signIn.isChosen;
    this.#hadFocus = !!this.shadowRoot?.activeElement;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    // The focused control was removed: the link has replaced the button, or the other way round.
    if (this.#hadFocus && !this.shadowRoot?.activeElement)
      this.shadowRoot?.querySelector<HTMLElement>('a, button')?.focus();
  }

  protected override get sentence(): unknown {
    return this.chosen && !this.phase && !this.outcome ? this.texts['chosen'] : super.sentence;
  }

  protected override render(): TemplateResult {
    const { phase } = this;
    const { handOff } = this.#signIn;
    const isBusy = !!phase && phase !== 'open' && phase !== 'lost';
    return html`${
      handOff
        ? nothing
        : html`<button part="button" type="button" aria-disabled=${isBusy} @click=${this.act}>${accountPictogram()}${label(this, this.texts['button'])}</button>`
    }${this.renderStatus()}${
      handOff
        ? html`<p part="box" dir="ltr"><span aria-hidden="true">${handOff.code}</span><span class="spoken" id="code">${handOff.code.replace(/./g, '$& ')}</span></p>
          <a part="button" href=${handOff.address} target="_blank" rel="noopener" aria-describedby="code">${this.texts['openPage']}</a>`
        : nothing
    }${handOff || phase === 'lost' ? html`<button part="action" class="quiet" type="button" @click=${this.cancel}>${this.texts['cancel']}</button>` : nothing}${this.renderSession()}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-oidc-button': LatchOidcButton;
  }
}
