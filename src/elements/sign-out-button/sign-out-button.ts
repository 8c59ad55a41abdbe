import { html, type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import { flag } from '../attributes.js';
import { css } from '../css.js';
import { Lifetime } from '../../controllers/lifetime.js';
import { SignOut, type Loss, type SignedOut, type SignOutHost } from '../../controllers/sign-out.js';
import type { LatchError } from '../../core/errors.js';
import { LatchBeforeSignOutEvent, LatchSignedOutEvent, LatchSignOutFailedEvent } from '../../events.js';
import { Confirmation } from '../confirmation.js';
import { confirmationStyles } from '../confirmation.styles.js';
import { label } from '../label.js';
import { LatchElement } from '../latch-element.js';
import { inNumber, loadTexts } from '../messages/localize.js';
import { signOut } from '../messages/offline.js';
import type { Texts } from '../messages/section.js';
import { signOutPictogram } from '../pictograms.js';

/**
 * A button that signs the person out completely, offline too: deletes what belongs to them on this device, tells the
 * other tabs, has the browser ask before it hands out a saved password again, and ends
 * the session at the backend. Where the backend cannot be told, it is told later. Before anything is lost that the
 * server has not got, the person is asked.
 *
 * @element latch-sign-out-button
 * @slot - The label. Defaults to "Sign out".
 * @fires {LatchBeforeSignOutEvent} latch-before-sign-out - Cancelable: the person wants to be signed out.
 * @fires {LatchSignedOutEvent} latch-signed-out - The person is signed out on this device; `detail.confirmed` says
 *   whether the backend has ended the session already.
 * @fires {LatchSignOutFailedEvent} latch-sign-out-failed - The person is still signed in; `detail.code` says why. Not
 *   when they decided to stay.
 * @csspart button - The native button.
 * @csspart icon - The drawing in it.
 * @csspart status - The line that says what is going on.
 * @csspart form - The form in the dialog.
 * @csspart dialog-title - Its title.
 * @csspart dialog-text - Its text.
 * @csspart dialog-confirm - The button that says yes.
 * @csspart dialog-cancel - The button that says no.
 * @csspart dialog - The dialog that asks before something is lost.
 * @cssstate pending - Something goes on.
 * @cssstate confirming - It is not decided yet: the person is asked, if there is anything to ask.
 * @cssstate signingOut - The person is being signed out.
 * @cssstate unconfirmed - The person is signed out on this device, and the backend has not confirmed it yet.
 * @cssstate done - The session is over.
 * @cssstate failed - The person is still signed in, or something of theirs could not be deleted.
 */
export class LatchSignOutButton extends LatchElement implements SignOutHost {
  static override styles: CSSResultGroup = [
    LatchElement.styles,
    confirmationStyles,
    css`
      svg:dir(rtl) {
        scale: -1 1;
      }
    `,
  ];
  static override properties: PropertyDeclarations = { everything: { type: Boolean, converter: flag } };

  /**
   * Removes everything that the site has stored on this device, and not only what belongs to the person. They are asked
   * first.
   */
  everything = false;

  protected readonly section = signOut;
  readonly #signOut = new SignOut(this);
  readonly #confirmation = new Confirmation(this);

  constructor() {
    super();
    new Lifetime(this, (signal) => void this.#signOut.prepare(signal));
  }

  /**
   * Signs out, as a click on the button does; joins what is under way. Resolves when the person is signed out on this
   * device or has decided against it.
   */
  async signOut(): Promise<void> {
    if (this.phase === 'unconfirmed' || (!this.phase && !this.dispatchEvent(new LatchBeforeSignOutEvent()))) return;
    this.outcome = undefined;
    await this.#signOut.signOut();
  }

  /** Called by the controller. @internal */
  async confirmLoss({ unsent, everything }: Loss): Promise<boolean> {
    const texts = await loadTexts(this, signOut);
    const { title, everythingTitle, everythingText, confirm, everythingConfirm, cancel } = texts;
    const lost = unsent > 0 ? inNumber(this, signOut, texts.unsent, 'count', unsent) : '';
    return this.#confirmation.ask(
      everything
        ? {
            title: everythingTitle,
            text: `${everythingText} ${lost}`,
            confirm: everythingConfirm,
            cancel,
            isDangerous: true,
          }
        : { title, text: lost, confirm, cancel, isDangerous: true },
    );
  }

  /** Called by the controller. @internal */
  signedOut(result: SignedOut): void {
    this.outcome = result.remains.length > 0 ? 'remains' : 'done';
    this.dispatchEvent(new LatchSignedOutEvent(result));
  }

  /** Called by the controller. @internal */
  signOutConfirmed(): void {
    this.outcome ??= 'done';
  }

  /** Called by the controller. @internal */
  signOutFailed(error: LatchError | TypeError): void {
    this.fail(error, LatchSignOutFailedEvent);
  }

  protected override get texts(): Texts {
    const texts = super.texts;
    return this.outcome === 'remains'
      ? { ...texts, unconfirmed: `${texts['unconfirmed'] as string} ${texts['remains'] as string}` }
      : texts;
  }

  protected override get phase(): string | undefined {
    return this.#signOut.phase;
  }

  protected override act(): void {
    void this.signOut();
  }

  protected override render(): TemplateResult {
    return html`${this.renderAction(label(this, this.texts['button']), signOutPictogram(), 'quiet')}${this.#confirmation.render()}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-sign-out-button': LatchSignOutButton;
  }
}
