import {
  html,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { Lifetime } from '../../controllers/lifetime.js';
import { OidcSignIn, type OidcSignInHost, type SignedInAtProvider } from '../../controllers/oidc-sign-in.js';
import type { LatchError } from '../../core/errors.js';
import { LatchBeforeRedirectEvent, LatchSignedInEvent, LatchSignInFailedEvent } from '../../events.js';
import { label } from '../label.js';
import { LatchElement } from '../latch-element.js';
import { oidc } from '../messages/providers.js';
import { accountPictogram } from '../pictograms.js';
import { oidcButtonStyles } from './oidc-button.styles.js';

/**
 * A button that signs a person in with the account that they have at an OpenID provider: the one of the backend, which
 * is the provider's client. Tokens never come near the page.
 *
 * Where the app is a tab, or installed by Chromium, its window goes to the provider and comes back to `return-to`. In
 * the Dock of a Mac it opens a window. On the Home Screen of an iPhone or iPad it shows a code and a
 * link: the person signs in in the browser and types the code there.
 *
 * @element latch-oidc-button
 * @slot - The label. Defaults to "Sign in with another account"; better say whose.
 * @fires {LatchSignedInEvent} latch-signed-in - The session cookie is set. Not in the same window, which is another
 *   page by then.
 * @fires {LatchSignInFailedEvent} latch-sign-in-failed - The sign-in came to nothing; `detail.code` says why. Not if
 *   the person went back.
 * @fires {LatchBeforeRedirectEvent} latch-before-redirect - The page is about to be left for the provider. Cancelable.
 * @csspart button - The native button; in a hand-off the link to the page where it goes on.
 * @csspart icon - The drawing in it.
 * @csspart status - The line that says what is going on.
 * @csspart box - The code of a hand-off.
 * @csspart action - The button that gives up, where there is no window to close.
 * @cssstate pending - The person signs in, or is on their way.
 * @cssstate leaving - This window goes to the provider.
 * @cssstate blocked - It does so because the browser has blocked the other one.
 * @cssstate open - The person is in the other window.
 * @cssstate lost - Nobody can tell whether that window is still open.
 * @cssstate starting - There will be a code in a moment.
 * @cssstate waiting - The person signs in in another browser, and types the code there.
 * @cssstate done - The last try signed somebody in.
 * @cssstate failed - The last try came to nothing.
 */
export class LatchOidcButton extends LatchElement implements OidcSignInHost {
  static override styles: CSSResultGroup = [LatchElement.styles, oidcButtonStyles];
  static override properties: PropertyDeclarations = {
    mode: {},
    returnTo: { attribute: 'return-to' },
    chosen: { type: Boolean, reflect: true },
  };

  /**
   * How the person gets to the provider: `redirect` in this window, `popup` in another one, `handoff` in another
   * browser, or `auto`, whichever brings them back signed in.
   */
  mode: 'auto' | 'redirect' | 'popup' | 'handoff' = 'auto';

  /** The path of the site to go on to in this window; the root of the backend unless given. */
  returnTo = '';

  /**
   * Whether the browser says that the person has chosen this provider before. It says so itself; what the page writes
   * is overwritten. In a flex or grid container the element then comes first.
   */
  chosen = false;

  protected readonly section = oidc;
  #hadFocus = false;
  readonly #signIn = new OidcSignIn(this);
  readonly #lifetime = new Lifetime(this, (signal) => void this.#signIn.prepare(signal));

  /**
   * Has the person sign in, as a click on the button does; brings them back to the window where they do, if it is
   * there. Resolves when it is over. A window of its own needs a user gesture.
   */
  async signIn(): Promise<void> {
    this.outcome = undefined;
    await this.#signIn.signIn(this.#lifetime.signal);
  }

  /** Gives up, as the button "Cancel" does. */
  cancel(): void {
    this.#signIn.cancel();
  }

  /** Called by the controller. @internal */
  mayLeave(isBlocked: boolean): boolean {
    return this.dispatchEvent(new LatchBeforeRedirectEvent({ isBlocked }));
  }

  /** Called by the controller. @internal */
  signedIn(result: SignedInAtProvider): void {
    this.outcome = 'done';
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
    // What had the focus is gone: the link has come in the place of the button, or the other way round.
    if (this.#hadFocus && !this.shadowRoot?.activeElement)
      this.shadowRoot?.querySelector<HTMLElement>('a, button')?.focus();
  }

  protected override renderStatus(): TemplateResult {
    return this.chosen && !this.phase && !this.outcome
      ? html`<p part="status" role="status" dir="auto">${this.texts['chosen']}</p>`
      : super.renderStatus();
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
    }${handOff || phase === 'lost' ? html`<button part="action" class="quiet" type="button" @click=${this.cancel}>${this.texts['cancel']}</button>` : nothing}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-oidc-button': LatchOidcButton;
  }
}
