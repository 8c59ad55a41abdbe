import {
  isServer,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { SignInOutcome } from '../base/client/sign-in-outcome.js';
import { untilLeft } from '../base/browser/until-left.js';
import { html } from '../base/element/html.js';
import { madeFormStyles } from '../base/element/made-form.styles.js';
import { stylePage } from '../base/element/adopted-styles.js';
import { capabilities } from '../base/browser/capabilities.js';
import { addressOf, clientOf, isRefused, perBackend, prepare } from '../base/element/backend.js';
import { loadModule } from '../base/element/load-module.js';
import { signInWithPassword as signInEndpoint } from '../base/contract/passwords.js';
import type { Attempt } from '../base/element/action.js';
import type { PasskeyCreated } from '../passkey/create.js';
import { signInImmediately } from '../passkey/immediate.js';
import { signInOptionsOf, type SignedIn } from '../passkey/sign-in.js';
import { readSavedPassword, type SavedPassword, rememberPassword } from './password-credential.js';
import { signInSilently } from './sign-in-silently.js';
import { sendPassword, signInWithPassword, type SignedInByPassword } from './sign-in.js';
import { upgradeToPasskey } from './upgrade-to-passkey.js';
import type { LatchError } from '../base/client/errors.js';
import { LatchPasskeyCreatedEvent, LatchSignedInEvent, LatchSignInFailedEvent } from '../events.js';
import { flag } from '../base/element/attributes.js';
import { followForSignIn, type FollowedSession } from '../session/follow-for-sign-in.js';
import { isForSignIn, onSubmit } from '../base/element/form-target.js';
import { LatchElement } from '../base/element/latch-element.js';
import { emptyField, isMade, LightDom, makeField, relabel, setMark } from '../base/element/light-dom.js';
import { markInvalid } from '../base/element/mark-invalid.js';
import { textsFor } from '../messages/localize.js';
import { passwordForm } from '../messages/en.js';
import { usernameInputs } from '../passkey/username-input.js';
import { fieldsOf, formStyles, renderForm, type FormTexts, type SignInFields } from './sign-in-form.js';

/**
 * Signs users in with the page's own form for username and password. It offers the password to the browser's password
 * manager, which then creates a passkey without a prompt, if the browser supports it. Put it around the form, which
 * also works without script. Without a form it creates one, in the light DOM where password managers find it.
 *
 * A submit is taken over if the form posts to the backend's `login`, or names no action. Fields are found by the tokens
 * `username` and `current-password` of their `autocomplete`.
 *
 * The passkey comes after `latch-signed-in`. A page that leaves at once cuts that off; one that waits for `upgraded`
 * first, ten seconds at most, does not.
 *
 * @element latch-password-form
 * @slot - The page's own `<form>`.
 * @fires {LatchSignedInEvent} latch-signed-in - The session cookie is set; `detail.method` is `password`, or `passkey`
 *   if the user chose one in immediate mode.
 * @fires {LatchNextStepEvent} latch-next-step - The backend requires another step, `detail.next`, before the user is signed in.
 * @fires {LatchSignInFailedEvent} latch-sign-in-failed - The sign-in failed; `detail.code` is the reason. Not for a
 *   dismissed dialog, and not for a silent sign-in.
 * @fires {LatchPasskeyCreatedEvent} latch-passkey-created - The password manager has made a passkey for the account.
 * @csspart button - The native button that immediate mode begins with.
 * @csspart status - The status line.
 * @cssstate pending - A dialog is open or the backend decides.
 * @cssstate asking - A dialog is open or opening.
 * @cssstate verifying - The backend decides.
 * @cssstate done - The last attempt signed the user in.
 * @cssstate failed - The last attempt failed.
 */
export class LatchPasswordForm extends LatchElement {
  static override styles: CSSResultGroup =
    isServer && typeof document === 'undefined'
      ? [LatchElement.styles, madeFormStyles, formStyles]
      : LatchElement.styles;
  static override properties: PropertyDeclarations = {
    automatic: { type: Boolean, converter: flag },
    immediate: { type: Boolean, converter: flag },
    hasForm: { state: true },
  };

  /**
   * Signs a returning user in automatically when the page opens, with the one password that the browser has saved for
   * the site. Once per page, not after a sign-out, and not after the user types or clicks. In Chromium only.
   */
  automatic = false;

  /**
   * Shows a button first instead of the form. A click on it offers the passkeys and saved passwords of this device; the
   * form appears if there are none, and at once in browsers without that mode.
   */
  immediate = false;

  /** Whether the form is there to be seen. */
  protected hasForm = true;

  protected readonly section = passwordForm;
  /** The input whose password is tried. */
  #password: HTMLInputElement | undefined;
  #replaceRendered = (): void => {};
  /** Whether what is in the form is being sent, or was wrong. */
  #sent: 'busy' | 'wrong' | undefined;
  #makeForm: (() => HTMLFormElement) | undefined;
  readonly #lightDom = new LightDom<HTMLFormElement>(this, {
    fits: 'form',
    make: () => (this.#makeForm ? [this.#makeForm()] : []),
    complete: (form) => this.#complete(form),
  });
  #upgraded: Promise<PasskeyCreated | undefined> = Promise.resolve(undefined);
  readonly #backend = perBackend(this, (client) => ({ options: signInOptionsOf(client) }));
  protected override session: FollowedSession = followForSignIn(this, {
    startOver: () => this.#startOver(),
  });
  /** Signs in with what was typed, or at once with what is on this device. */
  readonly #signIn = this.action<SignInOutcome<SignedIn | SignedInByPassword>, SavedPassword | void>({
    run: (attempt, typed) => (typed ? this.#sendTyped(typed, attempt) : this.#signInImmediately(attempt)),
    done: (result) => {
      if (result.method === 'password')
        this.#upgraded = upgradeToPasskey(clientOf(this), (created) =>
          this.dispatch(new LatchPasskeyCreatedEvent(created)),
        );
      this.session.noteSignedIn();
      return new LatchSignedInEvent(result);
    },
    failed: (error) => this.#signInFailed(error),
    until: untilLeft,
  });
  /** Signs a returning user in without asking. */
  readonly #silent = this.action({
    run: async ({ signal, onPhase }) => {
      const onRelease = () => onPhase('verifying');
      const result = await signInSilently({ client: clientOf(this), signal, onRelease });
      if (result) this.#signIn.succeed(result);
    },
    failed: (error) => {
      if (error instanceof TypeError) this.#signInFailed(error);
    },
    isUnasked: true,
    until: untilLeft,
  });

  constructor() {
    super();
    onSubmit(this, (event) => this.#submit(event));
    this.addEventListener('input', ({ target }) => {
      if (this.#sent === 'wrong') this.#sent = undefined;
      markInvalid(target as Element, null);
    });
    for (const type of ['input', 'click']) this.addEventListener(type, () => this.#silent.stop());
  }

  /**
   * Resolves when the attempt to create a passkey after the last password sign-in has ended, after ten seconds at most,
   * with the passkey if there is one. Never rejects.
   */
  get upgraded(): Promise<PasskeyCreated | undefined> {
    return this.#upgraded;
  }

  /**
   * Signs in with the values in the form, as a submit does; joins a pending call. Resolves when it has ended and its
   * event was dispatched.
   *
   * @throws {TypeError} if there is no form with the two fields.
   */
  async signIn(): Promise<void> {
    const form = this.querySelector('form');
    if (!form) throw new TypeError('"latch-password-form" needs a form');
    await this.#signInBy(form, fieldsOf(form));
  }

  /** A form that the server has rendered stays until the element has made its own. */
  protected override scheduleUpdate(): void | Promise<unknown> {
    if (this.hasUpdated || !this.shadowRoot!.firstChild) return super.scheduleUpdate();
    return new Promise<void>((resolve) => (this.#replaceRendered = resolve)).then(() => super.scheduleUpdate());
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.hasUpdated && changed.has('immediate')) this.#chooseForm();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { username, password, button } = this.texts;
    relabel(this, [username, password, button]);
  }

  protected override render(): TemplateResult {
    if (isServer && typeof document === 'undefined') {
      const action = `${this.baseUrl.replace(/\/*$/, '/')}login`;
      return html`<slot>${renderForm(this.texts as unknown as FormTexts, action)}</slot>${this.renderStatus()}`;
    }
    return this.hasForm
      ? html`<slot></slot>${this.renderStatus()}${this.renderSession()}`
      : this.renderAction(this.#beginImmediately, html`${this.texts['button']}`, html``);
  }

  protected override begin(signal: AbortSignal): void {
    super.begin(signal);
    this.#styleForm();
    this.#chooseForm();
    this.#ensureForm(signal)
      .catch((error: LatchError | TypeError) => this.fail(error))
      .finally(() => this.#replaceRendered());
    if (this.automatic) void this.#silent.start();
    addEventListener('pageshow', ({ persisted }) => persisted && this.#forgetPassword(), { signal });
  }

  /** A made form needs its styles in each tree that it gets into. */
  #styleForm(): void {
    if (this.#makeForm) stylePage(this, madeFormStyles, formStyles);
  }

  /** Makes a form unless the page has its own, which it may still be parsing. */
  async #ensureForm(signal: AbortSignal): Promise<void> {
    if ((await this.#lightDom.begin(signal)) || signal.aborted) return;
    const { carryOver, makeForm } = await loadModule(() => import('./made-form.js'));
    this.#makeForm = () => makeForm(textsFor(this, passwordForm), addressOf(this, signInEndpoint.path), makeField);
    this.#styleForm();
    const form = signal.aborted ? null : this.#lightDom.check();
    if (form && isMade(form)) carryOver(this.shadowRoot!, form);
    this.requestUpdate();
  }

  /** A morph may have removed what was added to the form. */
  #complete(form: HTMLFormElement): void {
    setMark(form, 'aria-busy', this.#sent === 'busy' ? 'true' : null);
    if (this.#sent === 'wrong') markInvalid(form.querySelector('[type=password]'), this.texts['rejected']);
  }

  /** Shows the form, or the button in immediate mode. */
  #chooseForm(): void {
    this.hasForm = !this.immediate;
    if (this.immediate) void this.#prepareImmediate().then((can) => (this.hasForm ||= !can));
  }

  /** Messages and values from before the page entered the back-forward cache are outdated when it returns. */
  #forgetPassword(): void {
    this.#sent = undefined;
    this.outcome = undefined;
    for (const input of this.querySelectorAll<HTMLInputElement>('[type=password]')) {
      input.value = '';
      markInvalid(input, null);
    }
  }

  async #signInBy(form: HTMLFormElement, { username, password }: SignInFields): Promise<void> {
    if (!this.phase) this.outcome = undefined;
    this.#password = password;
    this.#sent = 'busy';
    this.#complete(form);
    this.#silent.stop();
    const sent = password.value;
    await this.#signIn.start({ username: username.value, password: sent });
    // The user may have typed another one meanwhile.
    const isWrong = this.outcome === 'rejected' && password.value === sent;
    this.#sent = isWrong ? 'wrong' : undefined;
    this.#complete(form);
    // Browsers that cannot be handed the password look for it in the form when the page goes on.
    if (isWrong || (this.outcome === 'done' && 'PasswordCredential' in globalThis)) password.value = '';
  }

  #startOver(): void {
    this.#forgetPassword();
    this.#chooseForm();
    for (const input of this.querySelectorAll<HTMLInputElement>(usernameInputs)) emptyField(input);
  }

  async #sendTyped(typed: SavedPassword, { signal, onPhase }: Attempt): Promise<SignInOutcome<SignedInByPassword>> {
    const client = clientOf(this);
    onPhase('verifying');
    const result = await signInWithPassword({ client, ...typed, signal });
    if (!result.next) rememberPassword(typed);
    return result;
  }

  #signInImmediately(attempt: Attempt): Promise<SignInOutcome<SignedIn | SignedInByPassword>> {
    const { client, options } = this.#backend();
    return signInImmediately({
      client,
      options,
      signInWithPassword(chosen, turn) {
        const saved = readSavedPassword(chosen);
        return saved && sendPassword({ client, ...saved, signal: turn });
      },
      ...attempt,
    });
  }

  readonly #beginImmediately = (): void => {
    this.#silent.stop();
    void this.#signIn.start();
  };

  /**
   * Whether the browser supports immediate mode: it shows the credentials on this device at once, or fails at once if
   * there are none. If so, fetches the options for the click ahead.
   */
  async #prepareImmediate(): Promise<boolean> {
    if ((await capabilities()).immediateGet !== true) return false;
    void prepare(() => this.#backend().options);
    return true;
  }

  #signInFailed(error: LatchError | TypeError): void {
    const { code, status } = error as LatchError;
    // In immediate mode these errors only mean that the form should be shown.
    if (!this.hasForm && !isRefused(this) && ['no_local_passkey', 'unsupported', 'cancelled'].includes(code))
      return this.#showForm(code);
    // Only a 401 says that the name or the password is wrong.
    const isWrong = code === 'rejected' && status === 401;
    if (isWrong) this.#password?.focus();
    this.fail(error, LatchSignInFailedEvent, code === 'rejected' && !isWrong && 'refused');
  }

  #showForm(code: string): void {
    this.hasForm = true;
    this.outcome = code === 'no_local_passkey' ? code : undefined;
    void this.updateComplete.then(() => this.focus());
  }

  #submit(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented) return;
    let action: string;
    try {
      action = addressOf(this, signInEndpoint.path);
    } catch (error) {
      // Without its backend the element cannot tell whether this is the sign-in: the password must not go elsewhere.
      event.preventDefault();
      return this.fail(error as TypeError);
    }
    try {
      if (!isMade(form) && !isForSignIn(form, event.submitter, action)) return;
      const fields = fieldsOf(form);
      event.preventDefault();
      void this.#signInBy(form, fields);
    } catch (error) {
      // An element that is used wrongly leaves the form to the browser.
      reportError(error);
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-password-form': LatchPasswordForm;
  }
}
