import { isServer, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import { clientOf, isRefused } from '../base/element/backend.js';
import { createAccount } from '../base/contract/accounts.js';
import { signUp, type SignedUp } from '../passkey/sign-up.js';
import { nameToSend } from '../base/text/username.js';
import { rememberPassword } from '../password/password-credential.js';
import type { SignedInByPassword } from '../password/sign-in.js';
import { signUpWithPassword } from '../password/sign-up.js';
import type { Attempt } from '../base/element/action.js';
import { loadEmailTokens, prepareToken } from '../one-time-code/browser-email-token.js';
import { Offers } from '../base/element/offers.js';
import { wordsOf, flag } from '../base/element/attributes.js';
import type { SignInOutcome } from '../base/client/sign-in-outcome.js';
import type { LatchError } from '../base/client/errors.js';
import {
  LatchAddressVerifiedEvent,
  LatchSignedInEvent,
  LatchSignedUpEvent,
  LatchSignUpFailedEvent,
} from '../events.js';
import { AccountCard, type FieldName } from './account-card.js';
import { inputsOf, hasNoDom, renderPassword, renderSubmit, renderUsername } from './account-form.js';
import { signUpMethods, type SignUpMethodName, type WordList } from '../base/element/known-words.js';
import { signUpCard } from '../messages/en.js';
import { passkeyPictogram } from '../base/element/pictograms.js';

/** As in the contract. */
const shortestPassword = 8;

/** A name for a new account, and the password unless it is to have a passkey. */
interface Entry {
  username: string;
  password?: string | undefined;
}

/** What the outcomes are about that stand at a field. */
const fields: Readonly<Record<string, FieldName>> = {
  missing: 'username',
  taken: 'username',
  invalidName: 'username',
  missingPassword: 'password',
  commonPassword: 'password',
};

/**
 * A card that creates an account, passkey first: a name, one prompt of the browser, and the user is signed in. Nothing
 * is left of a sign-up that was cancelled. Where there are no passkeys, or at the user's wish, it takes a password.
 *
 * It makes a form in its light DOM, where password managers find it. If the page has a form of its own inside the tag,
 * the element uses that one unchanged; with `method="post"` and the `action` of the backend's `signup` it also works
 * without script.
 *
 * @element latch-sign-up
 * @slot - The page's own `<form>`.
 * @slot heading - The heading, in place of "Create account".
 * @slot fallback - A form that posts to the backend's `signup`, for users whose browser does not run the script: the
 *   card replaces it.
 * @slot logo - A logo above the heading.
 * @slot subtitle - A line below the heading.
 * @slot footer - What stands below, such as a link to the sign-in.
 * @fires {LatchSignedUpEvent} latch-signed-up - The account exists; `detail.method` is `passkey` or `password`.
 * @fires {LatchSignedInEvent} latch-signed-in - The session cookie is set. Follows at once.
 * @fires {LatchAddressVerifiedEvent} latch-address-verified - The address of the new account is verified, with
 *   `email-verification`. Comes before `latch-signed-up`.
 * @fires {LatchNextStepEvent} latch-next-step - The account exists, and the backend requires another step, `detail.next`,
 *   before the user is signed in. Inside `latch-sign-in` the card shows the step.
 * @fires {LatchSignUpFailedEvent} latch-sign-up-failed - No account was created; `detail.code` is the reason. Not for a
 *   dismissed dialog.
 * @csspart card - The card around everything: its border, padding and background.
 * @csspart button - The native button for a passkey, beside the page's own form.
 * @csspart icon - The drawing in it.
 * @csspart action - The native button that leads to the other way, and the links.
 * @csspart heading - The heading, unless it is the page's own.
 * @csspart subtitle - The line below the heading.
 * @csspart submit - The native button of the form, which is in the page: `latch-sign-up [part=submit]`.
 * @csspart ways - The button and the line beside the page's own form.
 * @csspart footer - What stands below all that.
 * @csspart divider - The line between the page's own form and the button.
 * @csspart status - The status line.
 * @cssstate pending - A dialog is open or the backend decides.
 * @cssstate asking - A dialog is open or opening.
 * @cssstate verifying - The backend decides.
 * @cssstate done - The account exists.
 * @cssstate failed - The last attempt failed.
 */
export class LatchSignUp extends AccountCard {
  static override properties: PropertyDeclarations = {
    methods: {},
    method: { state: true },
    emailVerification: { type: Boolean, converter: flag, attribute: 'email-verification' },
  };
  protected static override readonly knownWords = { methods: signUpMethods };

  /** The ways to create an account, as an array or separated by spaces, the first one first: `passkey`, `password`. */
  methods: WordList<SignUpMethodName> = 'passkey password';

  /**
   * Gives the new account the address in the `<input type="email">` of the page's own form, and verifies it without a
   * message where the browser and the backend have the Email Verification Protocol.
   */
  emailVerification = false;

  /** The way whose form is shown. */
  protected method: SignUpMethodName = 'passkey';

  protected readonly section = signUpCard;
  protected readonly path = createAccount.path;
  readonly #signUp = this.action<SignInOutcome<SignedUp | SignedInByPassword>, Entry>({
    run: async (attempt, entry) => {
      const result = await this.#create(entry, attempt);
      if (!result.next && (await this.#giveEmail(attempt.signal))) this.dispatch(new LatchAddressVerifiedEvent());
      return result;
    },
    done: (result) => this.#signedUp(result),
    failed: (error, entry) => this.#signUpFailed(error, entry?.password === undefined ? 'passkey' : 'password'),
  });
  readonly #offers = new Offers(this);

  constructor() {
    super();
    this.addEventListener('focusin', ({ target }) => prepareToken(this, target, this.lifetime.signal));
  }

  /**
   * Creates the account with what is in the form, as a submit does; joins a pending call. Resolves when it has ended and
   * its events were dispatched. WebKit needs a user gesture for a passkey.
   *
   * @throws {TypeError} if the form is not there yet.
   */
  async signUp(): Promise<void> {
    const { form } = this;
    if (!form) throw new TypeError('"latch-sign-up" needs its form');
    const { password } = inputsOf(form);
    await this.#signUpBy(form, this.hasOwnForm ? (password?.value ? 'password' : 'passkey') : this.method);
  }

  /** Closes the dialog for a passkey, if it is open. @internal */
  stop(): void {
    if (this.phase === 'asking') this.#signUp.stop();
  }

  /** Puts the cursor in the first field without text. */
  override focus(options?: FocusOptions): void {
    const { form } = this;
    if (!form || this.session.other) return super.focus(options);
    const { username, password } = inputsOf(form);
    (this.method === 'password' && username.value ? password : username)?.focus(options);
  }

  protected override startOver(): void {
    super.startOver();
    this.method = this.#usable[0] ?? 'passkey';
  }

  protected override fieldOf(outcome: string): FieldName | undefined {
    return fields[outcome];
  }

  protected override submit(): void {
    void this.signUp();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const [first = 'passkey', ...others] = this.#usable;
    if (changed.has('methods') || ![first, ...others].includes(this.method)) this.method = first;
  }

  protected override renderFields(): TemplateResult {
    const { texts, method, isRevealed, reveal } = this;
    return html`${renderUsername(this.describeField('username'), 'username')}${renderPassword({
      ...this.describeField('password'),
      hint: texts['hint'],
      autocomplete: 'new-password',
      isRevealed,
      show: texts['show'],
      reveal,
      place: method === 'password' ? 'shown' : 'hidden',
    })}${method === 'passkey' ? html`<p data-latch class=${isServer && hasNoDom ? 'latch-with-script' : nothing}>${texts['about']}</p>` : nothing}${renderSubmit(!!this.phase, texts[method === 'password' ? 'button' : 'passkey'], texts['button'])}`;
  }

  protected override renderParts(): [TemplateResult, TemplateResult] {
    const { texts, hasOwnForm } = this;
    if (this.session.other)
      return [html`${this.renderHeading()}${this.renderForm(true)}${this.renderSession()}`, this.renderFooter()];
    if (this.outcome === 'done') return [html`${this.renderHeading()}${this.renderForm(true)}`, this.renderFooter()];
    const usable = this.#usable;
    const other = usable.find((method) => method !== this.method);
    const isPasskeyBeside = hasOwnForm && usable.includes('passkey') && !!inputsOf(this.form!).password;
    const otherWay =
      other && !hasOwnForm
        ? html`<button part="action" class="plain" type="button" aria-disabled=${this.#isSending} @click=${() => this.#choose(other)}>${texts[other === 'password' ? 'usePassword' : 'usePasskey']}</button>`
        : nothing;
    return [
      html`${this.renderHeading()}${this.renderForm()}${isPasskeyBeside ? html`<div part="ways"><div part="divider">${texts['or']}</div><button part="button" class="neutral" type="button" aria-disabled=${!!this.phase} @click=${this.#signUpBeside}>${passkeyPictogram()}${texts['passkey']}</button></div>` : nothing}`,
      this.renderFooter(otherWay),
    ];
  }

  /** Whether the backend decides, so that nothing can be changed. */
  get #isSending(): boolean {
    return !!this.phase && this.phase !== 'asking';
  }

  /** The ways that this browser has, in the order of the page. */
  get #usable(): SignUpMethodName[] {
    return wordsOf<SignUpMethodName>(this.methods || signUpMethods).filter(
      (method) =>
        (method === 'password' && this.#offers.has('passwordSignUp')) ||
        (method === 'passkey' &&
          this.#offers.has('passkeySignUp') &&
          ((isServer && hasNoDom) || 'PublicKeyCredential' in globalThis)),
    );
  }

  #choose(method: SignUpMethodName): void {
    if (this.#isSending) return;
    this.stop();
    this.outcome = undefined;
    void this.#switchTo(method);
  }

  /** Shows the form for another way. */
  async #switchTo(method: SignUpMethodName): Promise<void> {
    this.method = method;
    await this.updateComplete;
    this.focus();
  }

  async #signUpBy(form: HTMLFormElement, method: SignUpMethodName): Promise<void> {
    const { username, password } = inputsOf(form);
    const name = nameToSend(username.value);
    if (this.phase) return;
    this.outcome = undefined;
    if (!name) return this.refuseField('missing');
    const isLongEnough = (password?.value.length ?? 0) >= shortestPassword;
    if (method === 'password' && !isLongEnough) return this.refuseField('missingPassword');
    await this.#signUp.start({ username: name, password: method === 'password' ? password!.value : undefined });
  }

  /** A click on the button beside the page's own form. */
  readonly #signUpBeside = (): void => {
    const { form } = this;
    if (form && inputsOf(form).username.reportValidity()) void this.#signUpBy(form, 'passkey');
  };

  async #create(
    { username, password }: Entry,
    { signal, onPhase }: Attempt,
  ): Promise<SignInOutcome<SignedUp | SignedInByPassword>> {
    const client = clientOf(this);
    if (password === undefined) return signUp({ client, username, signal, onPhase });
    onPhase('verifying');
    const result = await signUpWithPassword({ client, username, password, signal });
    if (!result.next) rememberPassword({ username, password });
    return result;
  }

  /**
   * Gives the new account the address in the page's own form. Resolves with whether it is verified; the account exists in
   * any case.
   */
  async #giveEmail(signal: AbortSignal): Promise<boolean> {
    const { form } = this;
    const tokens = this.hasOwnForm && (await loadEmailTokens(this, signal, false));
    return !!tokens && tokens.module.giveEmail(tokens.ask, form!);
  }

  #signedUp(result: SignedUp | SignedInByPassword): void {
    this.session.noteSignedIn();
    const { form } = this;
    const password = form && inputsOf(form).password;
    // Browsers that cannot be handed the password look for it in the form when the page goes on.
    if (password && 'PasswordCredential' in globalThis) password.value = '';
    this.dispatch(new LatchSignedUpEvent(result));
    this.dispatch(new LatchSignedInEvent(result));
    this.leave();
  }

  #signUpFailed(error: LatchError | TypeError, method: SignUpMethodName): void {
    const { code, status = 0, reason } = error as LatchError;
    const isMissing = code === 'unsupported' && status > 0;
    const isRejected = code === 'rejected';
    // Later, the backend refuses the passkey.
    const isAboutName = method === 'password' || this.phase === 'asking';
    const canTypePassword = !this.hasOwnForm && this.#usable.includes('password') && !isRefused(this);
    const isHopeless = ['unsupported', 'insecure_context', 'invalid_rp_id', 'constraint', 'device_failed'].includes(
      code,
    );
    if (method === 'passkey' && isHopeless && canTypePassword) {
      this.method = 'password';
      this.performUpdate();
      this.focus();
      return this.fail(error, LatchSignUpFailedEvent, 'noPasskeys');
    }
    const outcome = isMissing
      ? 'unavailable'
      : isRejected && status === 409
        ? 'taken'
        : isRejected && reason === 'common_password'
          ? 'commonPassword'
          : isRejected && status === 400 && isAboutName && 'invalidName';
    if (outcome && fields[outcome]) this.focusField(outcome);
    this.fail(error, LatchSignUpFailedEvent, outcome);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-sign-up': LatchSignUp;
  }
}
