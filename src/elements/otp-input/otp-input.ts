import {
  html,
  isServer,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
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
import { otpInput } from '../messages/codes.js';
import type { Texts } from '../messages/section.js';
import { CodeField } from './code-field.js';
import { otpInputStyles } from './otp-input.styles.js';

/**
 * A field for a one-time code, which signs its owner in or verifies their address. Browsers fill the code in from a
 * text message or a mail, and it can be typed and pasted in any form. It goes around the page's own
 * `<input>` or makes one, always a single one: boxes are drawn behind it.
 *
 * With `to` it has a button that requests a code. A `<form slot="address">` of the page requests it instead: once the
 * code is sent, one line with the address takes the place of the form, until the user wants to change the address. When
 * the code has done what it was for, only the status line stays. In a form it is a field like any other, of its own `name`. A form
 * without an `action` of its own, and a field without a form, give the code to the backend.
 * The code is never in an event or an address; it is gone from the page once it was used, when the page is left and
 * when the element is removed.
 *
 * @element latch-otp-input
 * @slot - The page's own label and `<input>`.
 * @slot address - The page's own form for the address, whose first `<input>` holds it.
 * @fires {LatchCodeCompleteEvent} latch-code-complete - All digits are there. The event does not say which.
 * @fires {LatchSignedInEvent} latch-signed-in - The session cookie is set; `detail.method` is `otp`.
 * @fires {LatchAddressVerifiedEvent} latch-address-verified - The code was for an address of the person who is signed
 *   in, which is verified now.
 * @fires {LatchSignInFailedEvent} latch-sign-in-failed - The code was not taken, or none could be asked for;
 *   `detail.code` says why.
 * @csspart button - The native button that gives the code back, where no form has one.
 * @csspart box - The box of a digit, behind the element's own input.
 * @csspart box-active - The box that the next digit goes in.
 * @csspart box-failed - Every other box, while what was entered is wrong.
 * @csspart action - The native buttons that ask for a code, and that lead back to the address.
 * @csspart item-detail - The line that says where the code was sent.
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
  /** Where a code was sent last. */
  #sentTo = '';
  /** Whether the person goes back to the form that asks for the address, although a code was sent. */
  #isChanging = false;
  #done: 'signedIn' | 'verified' | 'sent' | 'again' = 'signedIn';
  readonly #code = new OneTimeCode(this);
  readonly #lifetime = new Lifetime(this, (signal) => this.begin(signal));

  constructor() {
    super();
    this.addEventListener('submit', (event) => this.#submitAddress(event));
  }

  /** Puts the cursor where the code is entered, or the address. */
  override focus(options?: FocusOptions): void {
    if (this.#asksAddress) this.#addressInput!.focus(options);
    else super.focus(options);
  }

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
  codeRequested(to: string): void {
    this.#sentTo = to;
    this.#isChanging = false;
    this.#finish('sent');
    this.#focusWhenShown();
  }

  /** Called by the controller. @internal */
  requestAgain(): void {
    if (this.outcome === 'done' && this.#done === 'sent') this.#finish('again');
  }

  /** Called by the controller. @internal */
  signedIn(result: SignedInByCode): void {
    this.#end('signedIn');
    this.tell(new LatchSignedInEvent(result));
  }

  /** Called by the controller. @internal */
  addressVerified(): void {
    this.#end('verified');
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

  protected override get isOver(): boolean {
    return this.outcome === 'done' && (this.#done === 'signedIn' || this.#done === 'verified');
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

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.outcome === 'noAddress') this.#addressInput?.setAttribute('aria-invalid', 'true');
    else this.#addressInput?.removeAttribute('aria-invalid');
  }

  protected override render(): TemplateResult {
    const { texts, isOver, phase } = this;
    const asksAddress = !isOver && this.#asksAddress;
    const button = html`<button part="button" type="button" aria-disabled=${!!phase} @click=${this.act}>${texts['button']}</button>`;
    // The server does not know whether the page has its own input, or a form for the address.
    if (isServer && typeof document === 'undefined')
      return html`<slot name="address"><slot></slot>${button}</slot>${this.renderStatus()}`;
    return html`<slot name="address" ?hidden=${!asksAddress} @slotchange=${() => this.requestUpdate()}></slot><div ?hidden=${asksAddress || isOver}>${this.#sentTo ? this.#renderSent() : nothing}${this.renderCode()}${this.form ? nothing : button}</div>${this.renderStatus()}${this.to && !asksAddress && !isOver ? this.#renderRequest() : nothing}`;
  }

  /** The address may be written in the other direction than the sentence around it. */
  #renderSent(): TemplateResult {
    const { texts } = this;
    const [before, after] = (texts['sentTo'] as string).split('{address}');
    const change = () => {
      this.#isChanging = true;
      this.outcome = undefined;
      this.requestUpdate();
      this.#focusWhenShown();
    };
    const hasForm = !!this.#addressInput;
    const button = html`<button part="action" class="change" type="button" @click=${change}>${texts['change']}</button>`;
    return html`<p part="item-detail" class="sent"><span>${before}<bdi>${this.#sentTo}</bdi>${after}${hasForm ? html`<span aria-hidden="true"> ·</span>` : nothing}</span>${hasForm ? button : nothing}</p>`;
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
    return html`<button part="action" class="quiet resend" type="button" aria-disabled=${!!this.phase || isWaiting} @click=${request}>${this.texts[this.#sentTo ? 'sendAgain' : 'send']} ${wait}</button>`;
  }

  /** The input of the page's form for the address. */
  get #addressInput(): HTMLInputElement | null {
    return this.querySelector(':scope > [slot=address] input');
  }

  /** Whether the user is to enter an address, not a code. */
  get #asksAddress(): boolean {
    return !!this.#addressInput && (this.#isChanging || !this.#sentTo);
  }

  /** Comes after the form's own listeners: a page that has the code requested itself calls `preventDefault()`. */
  #submitAddress(event: SubmitEvent): void {
    if (event.defaultPrevented || (event.target as Element).slot !== 'address') return;
    event.preventDefault();
    const to = this.#addressInput!.value.trim();
    this.outcome = to ? undefined : 'noAddress';
    // The code that was sent there a moment ago will do.
    const isSent = to === this.#sentTo && this.#code.remaining > 0;
    if (isSent) this.#isChanging = false;
    if (!to || isSent) this.#focusWhenShown();
    else void this.request((this.to = to));
    this.requestUpdate();
  }

  #focusWhenShown(): void {
    this.requestUpdate();
    void this.updateComplete.then(() => this.focus());
  }

  /** A focus that would be lost with the input goes to the status line. */
  #end(sentence: 'signedIn' | 'verified'): void {
    const hasFocus = this.matches(':focus-within');
    this.clear();
    this.#sentTo = '';
    this.#isChanging = false;
    this.#finish(sentence);
    const status = this.renderRoot.querySelector<HTMLElement>('[part=status]')!;
    status.tabIndex = -1;
    if (hasFocus) status.focus();
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
