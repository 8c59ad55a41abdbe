import {
  isServer,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { untilLeft } from '../base/browser/until-left.js';
import { html } from '../base/element/html.js';
import { clientOf, isRefused } from '../base/element/backend.js';
import { AwaitedMessage } from './awaited-message.js';
import { loadEmailTokens, prepareToken } from './browser-email-token.js';
import { requestCode } from './request.js';
import { signedInBy, verifyCode, type SignedInByCode } from './verify.js';
import type { SignInOutcome, StepRequired } from '../base/client/sign-in-outcome.js';
import type { CodeAnswer } from '../base/contract/types.js';
import type { LatchError } from '../base/client/errors.js';
import {
  LatchAddressVerifiedEvent,
  LatchCodeCompleteEvent,
  LatchSignedInEvent,
  LatchSignInFailedEvent,
} from '../events.js';
import { flag } from '../base/element/attributes.js';
import { followForSignIn, type FollowedSession } from '../session/follow-for-sign-in.js';
import { otpInput } from '../messages/en.js';
import type { Texts } from '../messages/section.js';
import { addressToSend } from '../base/text/address.js';
import { emptyField } from '../base/element/light-dom.js';
import { CodeField } from './code-field.js';
import { onSubmit } from '../base/element/form-target.js';
import { markInvalid } from '../base/element/mark-invalid.js';
import { otpInputStyles } from './latch-otp-input.styles.js';

/** How long a user waits for a message before they should ask for another, in seconds. */
const resendSeconds = 30;

/**
 * A field for a one-time code, which signs the user in or verifies their address. Browsers fill the code in from a text
 * message or an email, and users can type or paste it in any form. Put it around your own `<input>`, or it makes one:
 * always a single input, with boxes drawn behind it.
 *
 * With `to` it has a button that requests a code. A `<form slot="address">` of the page requests it instead: once the
 * request is sent, the form collapses to one line with the address and a button to change it. After the right code, only
 * the status line stays. In a form it is a form field with its own `name`. A form without an `action`, and a field
 * without a form, send the code to the backend. The code is never in an event or a URL. It is removed from the page after
 * use, when the user leaves the page, and when the element is removed.
 *
 * @element latch-otp-input
 * @slot - The page's own label and `<input>`.
 * @slot address - The page's own form for the address, whose first `<input>` holds it.
 * @fires {LatchCodeCompleteEvent} latch-code-complete - All digits are entered. The event does not contain them.
 * @fires {LatchSignedInEvent} latch-signed-in - The session cookie is set; `detail.method` is `otp`.
 * @fires {LatchAddressVerifiedEvent} latch-address-verified - The code was for an address of the signed-in user, which
 *   is now verified.
 * @fires {LatchNextStepEvent} latch-next-step - The backend requires another step, `detail.next`, before the user is signed in.
 * @fires {LatchSignInFailedEvent} latch-sign-in-failed - The code was refused or could not be requested; `detail.code` is
 *   the reason.
 * @csspart button - The native button that sends the code, if no form has one.
 * @csspart box - The box of a digit, behind the element's own input.
 * @csspart box-active - The box that the next digit goes in.
 * @csspart box-failed - Every other box while the code is wrong.
 * @csspart action - The native buttons that request a code or change the address.
 * @csspart item-detail - The line with the address that the code was requested for.
 * @csspart status - The status line.
 * @cssstate pending - A request to the backend is pending.
 * @cssstate sending - A code is being requested.
 * @cssstate verifying - The backend compares the code.
 * @cssstate done - The last request succeeded.
 * @cssstate failed - The last request failed.
 */
export class LatchOtpInput extends CodeField {
  static override styles: CSSResultGroup = [CodeField.styles, otpInputStyles];
  static override properties: PropertyDeclarations = {
    timeout: { type: Number },
    to: {},
    emailVerification: { type: Boolean, converter: flag, attribute: 'email-verification' },
  };

  /** How long to wait for a text message, in ms. */
  timeout = 120_000;

  /** The email address or phone number to request a code for. Without it, the page requests codes. */
  to = '';

  /**
   * Verifies the email address in the form for the address without a message, where the browser and the backend have the
   * Email Verification Protocol. A code is requested otherwise.
   */
  emailVerification = false;

  protected readonly section = otpInput;
  /** Whether {@link to} is an address of the signed-in user, so that nothing has to be hidden. @internal */
  isOwn = false;

  /** Called when {@link sentTo} changes. @internal */
  sentToChanged?: () => void;
  /** The address of the last request. */
  #sentTo = '';
  /** The address that the last request was for, also while it is pending. */
  #requested: string | undefined;
  /** Whether the last failure was about a code. */
  #isCodeRefused = false;
  /** Which failure the page's form for the address says. */
  #saidFailure = 0;
  #shownSentTo = '';
  /** Whether the user changes the address although a code was sent. */
  #isChanging = false;
  /** The code that was sent last. */
  #checked: string | undefined;
  #done: 'signedIn' | 'verified' | 'sent' | 'again' = 'signedIn';
  readonly #message = new AwaitedMessage({
    timeout: () => (isRefused(this) ? undefined : this.timeout),
    arrived: (code) => {
      if (!this.matches(':disabled')) this.fillIn(code);
    },
    update: () => this.requestUpdate(),
    overdue: () => {
      if (this.outcome === 'done' && this.#done === 'sent') this.#finish('again');
      // The wait is over; that for the next try of a code may be longer.
      if (this.outcome === 'rate_limited' && !this.#isCodeRefused) this.outcome = undefined;
    },
  });
  protected override session: FollowedSession = followForSignIn(this, {
    startOver: () => this.#startOver(),
    // The address of a signed-in user: who it is stands around it.
    kind: () => (this.isOwn ? 'signed-in' : 'part'),
  });
  readonly #verifying = this.action<SignInOutcome<SignedInByCode> | undefined, string>({
    run: ({ signal, onPhase }, code) => {
      onPhase('verifying');
      this.#checked = code;
      return verifyCode({ client: clientOf(this), code, signal });
    },
    done: (result) => this.#accept(result),
    failed: (error, code) => this.#codeFailed(error, code),
    until: untilLeft,
  });
  readonly #sending = this.action<{ to: string; proof: CodeAnswer | undefined }, string>({
    run: async ({ signal, onPhase }, to) => {
      this.#requested = to;
      const client = clientOf(this);
      onPhase('sending');
      const form = this.#addressInput?.form;
      const tokens = form && (await loadEmailTokens(this, signal, true));
      const proof = tokens && (await tokens.module.useEmailToken(tokens.ask, form, to));
      if (!proof) await requestCode({ client, to, signal });
      return { to, proof: proof || undefined };
    },
    done: ({ to, proof }) => {
      if (!proof) return this.#awaitCode(to);
      const result = signedInBy(proof);
      return result?.next ? this.requireStep(result) : this.#accept(result);
    },
    failed: (error) => this.#requestFailed(error),
    until: untilLeft,
  });

  constructor() {
    super();
    onSubmit(this, (event) => this.#submitAddress(event));
    this.addEventListener('input', ({ target }) => {
      if (target === this.#addressInput && this.outcome === 'noAddress') this.outcome = undefined;
    });
    this.addEventListener('focusin', ({ target }) => prepareToken(this, target, this.lifetime.signal));
  }

  /** The address that a code was requested for; empty before, and while the user changes it. @internal */
  get sentTo(): string {
    return this.#asksAddress ? '' : this.#sentTo;
  }

  /**
   * Requests a code, as a click on the button does; joins a pending call for the same address. If the browser has put a
   * token for the address into the form for the address, verifies that instead. Resolves when the backend has accepted the
   * request or an event was dispatched. Never reveals whether the address belongs to an account.
   *
   * @throws {TypeError} if there is no `to`.
   */
  async request(to: string = this.to): Promise<void> {
    if (!to) throw new TypeError('"latch-otp-input" needs an address: "to"');
    await this.#sending.start(to);
    // It was corrected while the other one was pending.
    if (this.#requested !== to && this.to === to) await this.request(to);
  }

  /**
   * Sends the code to the backend, as a click on the button does; joins a pending call. Resolves when it has ended and
   * its event was dispatched. With digits missing, it sends nothing and shows the user a message.
   */
  override async verify(): Promise<void> {
    const { value, length } = this;
    const problem = isRefused(this)
      ? 'embedded'
      : value.length === length
        ? undefined
        : value
          ? 'incomplete'
          : 'missing';
    this.outcome = undefined;
    if (problem) {
      this.focus();
      return this.refuse(problem);
    }
    this.#message.ignore();
    await this.#verifying.start(value);
    // It was completed while a wrong one was checked.
    if (this.#checked !== value && this.value === value && this.outcome === 'rejected') await this.verify();
  }

  protected override get texts(): Texts {
    const texts = super.texts as Record<string, string>;
    const filled = Object.entries(texts).map(([name, text]) => [name, text.replace('{length}', String(this.length))]);
    return {
      ...(Object.fromEntries(filled) as Texts),
      done: texts[this.#done === 'sent' && this.isOwn ? 'sentToOwn' : this.#done]!,
    };
  }

  protected override get isOver(): boolean {
    return this.outcome === 'done' && (this.#done === 'signedIn' || this.#done === 'verified');
  }

  protected override begin(signal: AbortSignal): void {
    super.begin(signal);
    this.#message.follow(signal);
  }

  protected override entering(): void {
    this.#message.ignore();
  }

  protected override completed(): void {
    this.dispatch(new LatchCodeCompleteEvent());
  }

  protected override requireStep(required: StepRequired): void {
    this.clear();
    super.requireStep(required);
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (!changed.has('to') || !this.to || [this.#sentTo, this.#requested].includes(this.to)) return;
    // The page has another address: what was sent to the last one, or verified, is not about this one.
    this.#sentTo = '';
    if (this.outcome === 'done') this.outcome = undefined;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    markInvalid(this.#addressInput, this.outcome === 'noAddress' && this.texts['noAddress']);
    this.#sayAtAddress();
    const { sentTo } = this;
    if (sentTo !== this.#shownSentTo) this.sentToChanged?.();
    this.#shownSentTo = sentTo;
  }

  /** A form for the address with a place for what is wrong says it there. */
  protected override get sentence(): unknown {
    return this.outcome === 'noAddress' && !this.phase && this.#addressProblem ? '' : super.sentence;
  }

  /** A new text is announced, also if it is the same as before. */
  #sayAtAddress(): void {
    const place = this.#addressProblem;
    const failure = this.outcome === 'noAddress' && !this.phase ? this.failures : 0;
    if (!place || failure === this.#saidFailure) return;
    this.#saidFailure = failure;
    place.replaceChildren(...(failure ? [this.texts['noAddress'] as string] : []));
  }

  get #addressProblem(): HTMLElement | null {
    return this.querySelector(':scope > [slot=address] .latch-problem');
  }

  protected override render(): TemplateResult {
    const { texts, isOver, phase } = this;
    const asksAddress = !isOver && this.#asksAddress;
    const verify = () => this.matches(':disabled') || void this.verify();
    const button = html`<button part="button" type="button" aria-disabled=${!!phase} @click=${verify}>${texts['button']}</button>`;
    // The server does not know whether the page has its own input, or a form for the address.
    if (isServer && typeof document === 'undefined')
      return html`<slot name="address"><slot></slot></slot>${this.renderStatus()}${button}`;
    const isHidden = asksAddress || isOver;
    return html`<slot name="address" ?hidden=${!asksAddress} @slotchange=${() => this.requestUpdate()}></slot><div ?hidden=${isHidden}>${this.#sentTo ? this.#renderSent() : nothing}${this.renderCode()}</div>${this.renderStatus()}${this.form || isHidden ? nothing : button}${(this.#sentTo || this.to) && !isHidden ? this.#renderRequest() : nothing}${this.renderSession()}`;
  }

  /**
   * The address alone: the backend accepts requests for unknown addresses too, so only the status line promises a code.
   */
  #renderSent(): TemplateResult {
    const change = () => {
      this.#isChanging = true;
      this.outcome = undefined;
      this.requestUpdate();
      this.#focusWhenShown();
    };
    const button = html`<button part="action" class="change" type="button" @click=${change}>${this.texts['change']}</button>`;
    return html`<p part="item-detail" class="sent"><bdi>${this.#sentTo}</bdi> ${this.#addressInput ? button : nothing}</p>`;
  }

  /** The seconds are hidden from screen readers, which would read them all. */
  #renderRequest(): TemplateResult {
    const { remaining } = this.#message;
    const isWaiting = remaining > 0 || this.matches(':disabled');
    const wait =
      remaining > 0
        ? html`<bdi aria-hidden="true">${(this.texts['wait'] as string).replace('{seconds}', String(remaining))}</bdi>`
        : nothing;
    const request = () => isWaiting || void this.request(this.#sentTo || this.to);
    return html`<button part="action" class="quiet resend" type="button" aria-disabled=${!!this.phase || isWaiting} @click=${request}>${this.texts[this.#sentTo ? 'sendAgain' : 'send']} ${wait}</button>`;
  }

  /** The input in the page's form for the address. */
  get #addressInput(): HTMLInputElement | null {
    return this.querySelector(':scope > [slot=address] input');
  }

  /** Whether the user is to enter an address, not a code. */
  get #asksAddress(): boolean {
    return !!this.querySelector(':scope > [slot=address]') && (this.#isChanging || !this.#sentTo);
  }

  /** Runs after the form's own listeners: a page that requests the code itself calls `preventDefault()`. */
  #submitAddress(event: SubmitEvent): void {
    if (event.defaultPrevented || (event.target as Element).slot !== 'address') return;
    event.preventDefault();
    const to = addressToSend(this.#addressInput!.value);
    this.outcome = undefined;
    if (!to) {
      this.#addressInput!.focus();
      return this.refuse('noAddress');
    }
    // The code that was just sent there is still valid.
    const isSent = to === this.#sentTo && this.#message.remaining > 0;
    if (isSent) this.#isChanging = false;
    if (isSent) this.#focusWhenShown();
    else void this.request((this.to = to));
    this.requestUpdate();
  }

  #focusWhenShown(): void {
    this.requestUpdate();
    void this.updateComplete.then(() => this.focus());
  }

  #startOver(): void {
    this.outcome = undefined;
    this.clear();
    emptyField(this.#addressInput);
    this.#sentTo = '';
    this.#isChanging = false;
    this.#message.forget(this.lifetime.signal);
    this.requestUpdate();
  }

  /** The backend has accepted the request for a code to `to`. */
  #awaitCode(to: string): void {
    const { signal } = this.lifetime;
    this.#message.countDown(resendSeconds, signal);
    this.#sentTo = to;
    this.#isChanging = false;
    this.#finish('sent');
    this.#focusWhenShown();
    this.#message.read(signal);
  }

  /** The code was right: it has signed the user in, or it was for an address of the signed-in user. */
  #accept(result: SignedInByCode | undefined): Event {
    this.#end(result ? 'signedIn' : 'verified');
    if (!result) return new LatchAddressVerifiedEvent();
    this.session.noteSignedIn();
    return new LatchSignedInEvent(result);
  }

  #requestFailed(error: LatchError | TypeError): void {
    this.#isCodeRefused = false;
    if ('code' in error && error.retryAfter) this.#message.countDown(error.retryAfter / 1000, this.lifetime.signal);
    const isWrong = isRejected(error) && error.status === 400;
    if (isWrong) this.#addressInput?.focus();
    this.fail(error, LatchSignInFailedEvent, isWrong ? 'noAddress' : isRejected(error) && 'refused');
  }

  #codeFailed(error: LatchError | TypeError, code: string | undefined): void {
    this.#isCodeRefused = true;
    // The user may have typed another one meanwhile. A code that cannot succeed later is useless.
    const isNewer = code !== undefined && this.value !== '' && this.value !== code;
    if (!isNewer && !('retryable' in error && error.retryable)) this.clear();
    // Only a 400 means that the code is wrong.
    const isWrong = isRejected(error) && error.status === 400;
    if (isWrong) this.focus();
    this.fail(error, LatchSignInFailedEvent, isRejected(error) && !isWrong && 'refused');
  }

  /** Moves the focus to the status line if it would be lost with the input. */
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
