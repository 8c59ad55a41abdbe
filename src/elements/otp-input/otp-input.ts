import { html, nothing, type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import { isRefused } from '../../controllers/backend.js';
import { Lifetime } from '../../controllers/lifetime.js';
import { OneTimeCode, type OneTimeCodeHost, type SignedInByCode } from '../../controllers/one-time-code.js';
import type { LatchError } from '../../core/errors.js';
import {
  LatchAddressVerifiedEvent,
  LatchCodeCompleteEvent,
  LatchSignedInEvent,
  LatchSignInFailedEvent,
} from '../../events.js';
import { preferOwn } from '../light-dom.js';
import { otpInput } from '../messages/codes.js';
import type { Texts } from '../messages/section.js';
import { CodeField } from './code-field.js';
import { otpInputStyles } from './otp-input.styles.js';

/**
 * A field for a one-time code, which signs its owner in or verifies their address. Browsers fill the code in from a
 * text message or a mail, and it can be typed and pasted in any form. It goes around the page's own
 * `<input>` or makes one, always a single one: boxes are drawn behind it.
 *
 * With `to` it has a button that asks for a code. In a form it is a field like any other, of its own `name`. A form
 * without an `action` of its own, and a field without a form, give the code to the backend.
 * The code is never in an event or an address; it is gone from the page once it was used, when the page is left and
 * when the element is removed.
 *
 * @element latch-otp-input
 * @slot - The page's own label and `<input>`.
 * @fires {LatchCodeCompleteEvent} latch-code-complete - All digits are there. The event does not say which.
 * @fires {LatchSignedInEvent} latch-signed-in - The session cookie is set; `detail.method` is `otp`.
 * @fires {LatchAddressVerifiedEvent} latch-address-verified - The code was for an address of the person who is signed
 *   in, which is verified now.
 * @fires {LatchSignInFailedEvent} latch-sign-in-failed - The code was not taken, or none could be asked for;
 *   `detail.code` says why.
 * @csspart button - The native button that gives the code back, where no form has one.
 * @csspart resend - The native button that asks for a code.
 * @csspart status - The line that says what is going on.
 * @cssstate pending - The backend is asked for something.
 * @cssstate sending - It is asked for a code.
 * @cssstate verifying - It compares one.
 * @cssstate done - What was begun last went well.
 * @cssstate failed - What was begun last came to nothing.
 */
export class LatchOtpInput extends CodeField implements OneTimeCodeHost {
  static override styles: CSSResultGroup = [CodeField.styles, otpInputStyles];
  static override properties: PropertyDeclarations = { timeout: { type: Number }, to: {} };

  /** How long a text message is waited for, in ms. */
  timeout = 120_000;

  /** Where a code can be asked for: an e-mail address or a telephone number. Without it the page asks. */
  to = '';

  protected readonly section = otpInput;
  #hasRequested = false;
  #done: 'signedIn' | 'verified' | 'sent' | 'again' = 'signedIn';
  readonly #code = new OneTimeCode(this);
  readonly #lifetime = new Lifetime(this, (signal) => this.begin(signal));

  /**
   * Has a code sent, as a click on the button does; joins what is under way. Resolves when the backend has taken note
   * of it, or an event has told why not. Whether somebody has the address is not told.
   *
   * @throws {TypeError} if there is no `to`.
   */
  async request(to: string = this.to): Promise<void> {
    if (!to) throw new TypeError('"latch-otp-input" needs an address: "to"');
    this.outcome = undefined;
    await this.#code.request(to, this.#lifetime.signal);
  }

  /**
   * Gives the code back to the backend, as a click on the button does; joins what is under way. Resolves when it is
   * over, with an event having told how; without all digits nothing happens but a word to the person.
   */
  override async verify(): Promise<void> {
    const { value, length } = this;
    this.outcome = isRefused(this)
      ? 'embedded'
      : value.length === length
        ? undefined
        : value
          ? 'incomplete'
          : 'missing';
    if (this.outcome) this.focus();
    else await this.#code.verify(value, this.#lifetime.signal);
  }

  /** Called by the controller. @internal */
  codeArrived(code: string): void {
    if (!this.matches(':disabled')) this.fillIn(code);
  }

  /** Called by the controller. @internal */
  codeRequested(): void {
    this.#hasRequested = true;
    this.#finish('sent');
    this.focus();
  }

  /** Called by the controller. @internal */
  requestAgain(): void {
    if (this.outcome === 'done' && this.#done === 'sent') this.#finish('again');
  }

  /** Called by the controller. @internal */
  signedIn(result: SignedInByCode): void {
    this.clear();
    this.#finish('signedIn');
    this.tell(new LatchSignedInEvent(result));
  }

  /** Called by the controller. @internal */
  addressVerified(): void {
    this.clear();
    this.#finish('verified');
    this.tell(new LatchAddressVerifiedEvent());
  }

  /** Called by the controller. @internal */
  requestFailed(error: LatchError | TypeError): void {
    this.fail(error, LatchSignInFailedEvent, isRejected(error) && (error.status === 400 ? 'noAddress' : 'refused'));
  }

  /** Called by the controller. @internal */
  codeFailed(error: LatchError | TypeError): void {
    // What cannot succeed later is of no use any more.
    if (!('retryable' in error && error.retryable)) this.clear();
    // Only a 400 says that the code is wrong.
    const isWrong = isRejected(error) && error.status === 400;
    if (isWrong) this.focus();
    this.fail(error, LatchSignInFailedEvent, isRejected(error) && !isWrong && 'refused');
  }

  protected override get texts(): Texts {
    const texts = super.texts as Record<string, string>;
    const filled = Object.entries(texts).map(([name, text]) => [name, text.replace('{length}', String(this.length))]);
    return { ...(Object.fromEntries(filled) as Texts), done: texts[this.#done]! };
  }

  protected override get phase(): string | undefined {
    return this.#code.phase;
  }

  protected override act(): void {
    if (!this.matches(':disabled')) void this.verify();
  }

  protected override begin(signal: AbortSignal): void {
    super.begin(signal);
    this.#code.follow(signal);
  }

  protected override entering(): void {
    this.#code.ignoreMessages();
  }

  protected override completed(): void {
    this.tell(new LatchCodeCompleteEvent());
  }

  protected override render(): TemplateResult {
    const lookAgain = () => {
      const own = preferOwn<HTMLInputElement>(this, 'input');
      if (own) this.adopted(own);
    };
    const slot = html`<slot @slotchange=${lookAgain}></slot>`;
    return html`${slot}${this.form ? this.renderStatus() : this.renderAction(html`${this.texts['button']}`, html``)}${this.to ? this.#renderRequest() : nothing}`;
  }

  /** The seconds are for those who look: nobody wants to hear them all. */
  #renderRequest(): TemplateResult {
    const { remaining } = this.#code;
    const isWaiting = remaining > 0 || this.matches(':disabled');
    const wait =
      remaining > 0
        ? html`<bdi aria-hidden="true">${(this.texts['wait'] as string).replace('{seconds}', String(remaining))}</bdi>`
        : nothing;
    const request = () => isWaiting || void this.request();
    return html`<button part="resend" class="quiet" type="button" aria-disabled=${!!this.phase || isWaiting} @click=${request}>${this.texts[this.#hasRequested ? 'sendAgain' : 'send']} ${wait}</button>`;
  }

  #finish(sentence: 'signedIn' | 'verified' | 'sent' | 'again'): void {
    this.#done = sentence;
    this.outcome = 'done';
    this.requestUpdate();
  }
}

function isRejected(error: LatchError | TypeError): error is LatchError {
  return 'code' in error && error.code === 'rejected';
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-otp-input': LatchOtpInput;
  }
}
