import {
  isServer,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { atMost } from '../base/browser/retry.js';
import { untilLeft } from '../base/browser/until-left.js';
import { html } from '../base/element/html.js';
import { clientOf, isRefused, perBackend } from '../base/element/backend.js';
import { loadModule } from '../base/element/load-module.js';
import { Offers } from '../base/element/offers.js';
import { signInWithPassword as signInEndpoint } from '../base/contract/passwords.js';
import { AutofillOffer } from '../passkey/autofill-offer.js';
import type { PasskeyCreated } from '../passkey/create.js';
import { signIn, signInOptionsOf, type SignedIn } from '../passkey/sign-in.js';
import { type SavedPassword, rememberPassword } from '../password/password-credential.js';
import { nameToSend } from '../base/text/username.js';
import { signInWithPassword, type SignedInByPassword } from '../password/sign-in.js';
import { upgradeToPasskey } from '../password/upgrade-to-passkey.js';
import { canOfferPasskey, noteLastMethod, noteOffer, readLastMethod, type LastMethod } from './last-used.js';
import { wordsOf } from '../base/element/attributes.js';
import type { SignInOutcome } from '../base/client/sign-in-outcome.js';
import { LatchError } from '../base/client/errors.js';
import {
  LatchPasskeyCreatedEvent,
  LatchSignedInEvent,
  LatchSignInFailedEvent,
  type WentOnSignedIn,
} from '../events.js';
import { AccountCard, type FieldName } from './account-card.js';
import { inputsOf, hasNoDom, renderPassword, renderSubmit, renderUsername } from './account-form.js';
import { setMark } from '../base/element/light-dom.js';
import {
  oidcModes,
  signInMethods,
  signUpMethods,
  type OidcModeName,
  type SignInMethodName,
  type WordList,
} from '../base/element/known-words.js';
import { signedInAfterStep } from '../session/signed-in.js';
import { LatchElement } from '../base/element/latch-element.js';
import { textsFor } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';
import { passwordForm, signIn as signInTexts, signInCard } from '../messages/en.js';
import { renderStepHeading } from './step-heading.js';
import { offerPasskeysIn } from '../passkey/username-input.js';
import { passkeyPictogram } from '../base/element/pictograms.js';
import type { NextStepView } from './next-step-view.js';
import { CardProviders } from './card-providers.js';
import type * as OtherWays from './other-ways.js';
import type { LatchSignUp } from './latch-sign-up.js';
import { signInStyles } from './latch-sign-in.styles.js';

/** The result of a sign-in, in any of the ways. */
type SignInResult = Exclude<LatchSignedInEvent['detail'], WentOnSignedIn>;

/** The ways that replace the form, each in a slot of its name, with the text of the button that leads there. */
const views = { code: 'help', device: 'device', 'sign-up': 'signUp' } as const;

type View = keyof typeof views;

/**
 * What the card shows: all ways, the form with its password, a way that replaces the form, what the backend still
 * requires, or the offer of a passkey.
 */
type Step = 'start' | 'password' | View | 'next' | 'offer';

/** How long the password manager may take to create a passkey before the user is asked, in ms. */
const upgradeTimeout = 2000;

/** What the outcomes are about that stand at a field. */
const fields: Readonly<Record<string, FieldName>> = {
  missing: 'username',
  missingPassword: 'password',
  wrongPassword: 'password',
};

/**
 * The whole sign-in as a card. One field takes the name, and its autofill offers passkeys; the password follows in the
 * same form. Below are a button for passkeys and those of providers. A code helps those who cannot sign in, and another
 * device those who cannot sign in here. New users create an account in place of the form, where the page allows it. The
 * way that was used last in this browser is marked. After a sign-in without a passkey it offers to create one, at most
 * once in 90 days.
 *
 * It makes a form in its light DOM, where password managers find it. If the page has a form of its own inside the tag,
 * the element uses that one unchanged; a form that posts to the backend's `login` also works without script. A `<script
 * type="application/json">` inside the tag may contain request options, so that autofill works without a request.
 *
 * @element latch-sign-in
 * @slot - The page's own `<form>` for username and password.
 * @slot logo - A logo above the heading of every step.
 * @slot heading - The heading of the first step, in place of "Sign in" or "Sign in to" and the name in the page's `<meta
 *   name="application-name">`.
 * @slot subtitle - A line below the heading of the first step.
 * @slot fallback - A form that posts to the backend's `login`, for users whose browser does not run the script: the card
 *   replaces it.
 * @slot providers - The page's own `latch-fedcm-button` and `latch-oidc-button`, or other links to providers.
 * @slot code - The page's own `latch-otp-input`.
 * @slot sign-up - The page's own `latch-sign-up`.
 * @slot offer - What creates a passkey afterwards; the element puts in its own.
 * @slot footer - What stands below, such as a link to the sign-up.
 * @fires {LatchSignedInEvent} latch-signed-in - The session cookie is set, and the offer of a passkey is answered. Once,
 *   whichever way the user took.
 * @fires {LatchSignInFailedEvent} latch-sign-in-failed - The sign-in failed; `detail.code` is the reason. Not for a
 *   dismissed dialog.
 * @fires {LatchPasskeyCreatedEvent} latch-passkey-created - The account has a new passkey.
 * @fires {LatchSignedUpEvent} latch-signed-up - A new user has created an account. Comes before `latch-signed-in`.
 * @fires {LatchSignUpFailedEvent} latch-sign-up-failed - No account was created; `detail.code` is the reason.
 * @fires {LatchPasskeyCreateFailedEvent} latch-passkey-create-failed - The offered passkey was not created; `detail.code`
 *   is the reason.
 * @fires {LatchBeforeRedirectEvent} latch-before-redirect - The user is about to leave for a provider. Cancelable.
 * @fires {LatchCodeCompleteEvent} latch-code-complete - All digits of a code are there; the event does not contain them.
 * @fires {LatchAddressVerifiedEvent} latch-address-verified - The address of the new account was verified.
 * @csspart card - The card around everything: its border, padding and background.
 * @csspart button - The native button for passkeys.
 * @csspart icon - The drawing in it.
 * @csspart badge - "Last used".
 * @csspart subtitle - The line below the heading.
 * @csspart submit - The native button of a form. That of the first step is in the page: `latch-sign-in [part=submit]`.
 * @csspart heading - The heading of a step, unless it is the page's own.
 * @csspart help - "Can't sign in?" beside the label of the password. It is in the page: `latch-sign-in [part=help]`.
 * @csspart providers - The buttons of providers among the other ways.
 * @csspart ways - The other ways below the form, from the line on.
 * @csspart footer - What stands below all that.
 * @csspart hero - The large drawing above the offer of a passkey.
 * @csspart action - The native buttons that lead to another way, and the links.
 * @csspart divider - The line between the form and the other ways.
 * @csspart status - The status line.
 * @cssprop [--latch-providers=1] - How many buttons of providers to reserve room for.
 * @cssstate pending - A dialog is open or the backend decides.
 * @cssstate asking - A dialog is open or opening.
 * @cssstate verifying - The backend decides.
 * @cssstate done - The last attempt signed the user in.
 * @cssstate failed - The last attempt failed.
 */
export class LatchSignIn extends AccountCard {
  static override styles: CSSResultGroup = [AccountCard.styles, signInStyles];
  static override properties: PropertyDeclarations = {
    methods: {},
    mode: {},
    step: { state: true },
    lastMethod: { state: true },
  };
  protected static override readonly knownWords = { methods: signInMethods, mode: oidcModes };

  /**
   * The ways to sign in, as an array or separated by spaces: `passkey`, `password`, `fedcm`, `oidc`, `code`, `device`,
   * and `sign-up` for new users. The form always comes first, the buttons in this order.
   */
  methods: WordList<SignInMethodName> = 'passkey password';

  /** How the user signs in at the provider of `oidc`; see `latch-oidc-button`. */
  mode: OidcModeName = 'auto';

  /** What is shown. */
  protected step: Step = 'start';

  /** The way that was used last in this browser. */
  protected lastMethod: LastMethod = {};

  protected readonly section = signInCard;
  protected readonly path = signInEndpoint.path;
  readonly #offers = new Offers(this);
  /** The backend, and the options that all ceremonies of the card share. */
  readonly #backend = perBackend(this, (client) => ({
    options: signInOptionsOf(
      client,
      this.querySelector(':scope > script[type="application/json"]')?.textContent as string | undefined,
    ),
  }));
  readonly #passkey = this.action<SignInOutcome<SignedIn>>({
    run: (attempt) => signIn({ ...this.#backend(), ...attempt }),
    done: (result) => this.#signedIn(result),
    Failure: LatchSignInFailedEvent,
  });
  readonly #password = this.action<SignInOutcome<SignedInByPassword>, SavedPassword>({
    run: async ({ signal, onPhase }, typed) => {
      const client = clientOf(this);
      onPhase('verifying');
      const result = await signInWithPassword({ client, ...typed, signal });
      if (result.next) return result;
      rememberPassword(typed);
      this.#upgraded = upgradeToPasskey(client, (created) => this.#passkeyCreated(created));
      return result;
    },
    done: (result) => this.#signedIn(result),
    failed: (error) => this.#passwordFailed(error),
    until: untilLeft,
  });
  readonly #providers = new CardProviders(this, {
    signal: () => this.lifetime.signal,
    offered: () => this.#ways.filter((method) => this.#offers.has(method)),
    load: (part) => this.#load(part),
    mayOffer: () => this.#mayOffer(),
    keep: (button, isWanted) => this.lightDom.keep(button, isWanted),
  });
  readonly #autofill = new AutofillOffer(this.#passkey, this.#backend);
  /** The passkey that the password manager has created after the last sign-in with a password, if there is one. */
  #upgraded: Promise<PasskeyCreated | undefined> = Promise.resolve(undefined);
  #isReasonShown = false;
  #result: SignInResult | undefined;
  #otherWays: typeof OtherWays | undefined;
  #next: NextStepView | undefined;
  #isBack = false;

  constructor() {
    super();
    this.#hideFromPage('latch-signed-in', (event) => this.#signedInBy(event as LatchSignedInEvent));
    this.#hideFromPage('latch-next-step', () => this.requireStep());
    this.addEventListener('latch-passkey-created', ({ target }) => {
      // After everyone has heard of the passkey.
      if (target !== this) queueMicrotask(this.#endOffer);
    });
  }

  /**
   * Signs in with what is in the form, as a submit does; joins a pending call. Resolves when it has ended. Without a
   * password it shows the field for it.
   *
   * @throws {TypeError} if the form is not there yet.
   */
  async signIn(): Promise<void> {
    const { form } = this;
    if (!form) throw new TypeError('"latch-sign-in" needs its form');
    await this.#signInBy(form);
  }

  protected override get phase(): string | undefined {
    return super.phase ?? this.#next?.phase;
  }

  protected override get isFormBusy(): boolean {
    return !!this.#password.phase;
  }

  protected override get texts(): Texts {
    const { rejected: wrongPassword, unsupported: noPasswords, button: submit } = textsFor(this, passwordForm);
    return {
      ...this.#next?.texts,
      ...textsFor(this, signInTexts),
      wrongPassword,
      noPasswords,
      submit,
      ...super.texts,
      ...(this.#isBack && { cancelled: super.texts['notSignedIn']! }),
    };
  }

  /** With the name of the site, if the page tells it. */
  protected override get heading(): unknown {
    const site =
      !(isServer && hasNoDom) && document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content.trim();
    // Isolated, so that a name in another script does not move the words around it.
    return site ? (this.texts['headingAt'] as string).replace('{site}', () => `\u2068${site}\u2069`) : super.heading;
  }

  protected override fieldOf(outcome: string): FieldName | undefined {
    return fields[outcome];
  }

  protected override submit(form: HTMLFormElement): void {
    void this.#signInBy(form);
  }

  protected override begin(signal: AbortSignal): void {
    super.begin(signal);
    this.lastMethod = readLastMethod();
    this.#providers.begin(signal);
    void this.#providers
      .cameBackFrom()
      .then((came) => came && this.#signedIn({ method: 'oidc', provider: came.provider } as SignInResult));
  }

  protected override requireStep(): void {
    void this.#showNext();
  }

  protected override formIsThere(_form: HTMLFormElement, signal: AbortSignal): void {
    const reason = this.#reason;
    if (!this.#next && reason === 'next_step') return this.requireStep();
    if (reason && !this.#isReasonShown) this.#showReason(reason);
    if (!this.#has('passkey')) return;
    this.#autofill.end();
    void this.#autofill.begin(signal);
  }

  /** Why the form without script, or a provider in this window, has come back to the page with the card. */
  get #reason(): string | null {
    return new URLSearchParams(location.search).get('error');
  }

  /** Says it once. Other reasons are the page's own. */
  #showReason(reason: string): void {
    this.#isReasonShown = true;
    if (reason === 'rejected')
      this.#passwordFailed(new LatchError('rejected', 'The form was refused.', { status: 401 }));
    else if (reason === 'refused')
      this.fail(new LatchError('provider_failed', 'The provider refused.'), LatchSignInFailedEvent);
    else if (reason === 'cancelled') {
      this.#isBack = true;
      this.refuse('cancelled');
    }
  }

  protected override returned(): void {
    super.returned();
    this.#endViews();
    this.step = 'start';
    const { form, lifetime } = this;
    if (this.session.other) this.#autofill.end();
    else if (form) this.formIsThere(form, lifetime.signal);
  }

  protected override startOver(): void {
    this.#result = this.#next = undefined;
    this.#otherWays?.removeParts(this);
    super.startOver();
  }

  override get isSigningIn(): boolean {
    // a session that is reported meanwhile would take away the recovery codes that the user is to save
    const holdsCodes = !!this.#next?.holdsCodes;
    const isPartSigningIn = (part: Element) => part instanceof LatchElement && part.isSigningIn;
    return super.isSigningIn || holdsCodes || [...this.children].some(isPartSigningIn);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#providers.reserveRoom();
    const code = this.querySelector<HTMLElement>(':scope > [slot=code]');
    if (code) this.#otherWays?.renderAddressForm(code, this.texts, this.#typedAddress);
  }

  protected override completeForm(form: HTMLFormElement): void {
    super.completeForm(form);
    if (this.hasOwnForm && this.#has('passkey')) offerPasskeysIn(inputsOf(form).username);
    for (const button of this.#providers.lastUsed(this.lastMethod))
      setMark(button, 'data-latch-last', this.texts['lastUsed'] as string);
  }

  protected override renderFields(): TemplateResult {
    const { texts, step, isRevealed, reveal } = this;
    const hasPassword = this.#has('password');
    return html`${renderUsername(this.describeField('username'), this.#has('passkey') ? 'username webauthn' : 'username')}${
      hasPassword
        ? renderPassword({
            ...this.describeField('password'),
            autocomplete: 'current-password',
            isRevealed,
            show: texts['show'],
            reveal,
            help: this.#has('code')
              ? html`<button part="help" type="button" data-latch @click=${() => this.#replaceForm('code')}>${texts['help']}</button>`
              : nothing,
            place: step === 'password' ? 'shown' : 'away',
          })
        : nothing
    }${renderSubmit(!!this.phase, html`${texts[!hasPassword ? 'button' : step === 'password' ? 'submit' : 'next']}${step === 'start' && this.lastMethod.method === 'password' ? html`<span class="latch-badge">${texts['lastUsed']}</span>` : nothing}`, texts['submit'])}`;
  }

  protected override renderParts(): [TemplateResult, TemplateResult] {
    const { texts, step } = this;
    if (step === 'offer') return this.#renderOffer();
    if (this.session.other)
      return [html`${this.renderHeading()}${this.renderForm(true)}${this.renderSession()}`, this.renderFooter()];
    const isDone = this.outcome === 'done';
    const isStart = step === 'start' && !isDone;
    const back = html`<button part="action" class="plain" type="button" @click=${this.#back}>${texts['otherWay']}</button>`;
    if (step === 'next' && !isDone)
      return [
        html`${this.#next!.render()}${this.renderForm(true)}`,
        html`${this.#next!.holdsCodes ? nothing : html`<footer part="footer">${back}</footer>`}`,
      ];
    // It has a heading and links of its own.
    if (step === 'sign-up')
      return [
        html`${this.renderForm(true)}<slot name=${step}></slot>`,
        html`${isDone ? nothing : html`<footer part="footer">${back}</footer>`}`,
      ];
    const others = (Object.keys(views) as View[])
      .filter((view) => this.#has(view))
      .map(
        (view) =>
          html`<button part="action" class="plain" type="button" @click=${() => this.#replaceForm(view)}>${texts[views[view]]}</button>`,
      );
    const heading = isDone ? this.renderHeading() : this.#renderStepHeading();
    if (step in views)
      return [
        html`${heading}${this.renderForm(true)}<slot name=${step}></slot>`,
        html`${isDone ? nothing : html`<footer part="footer">${back}</footer>`}`,
      ];
    const footer = !isStart ? back : others.length > 0 ? html`${others}` : nothing;
    return [
      html`${heading}${this.renderForm(isDone)}${this.#renderWays(isStart)}`,
      this.renderFooter(isDone ? nothing : footer),
    ];
  }

  #renderStepHeading(): TemplateResult {
    const { texts, step } = this;
    const say = (heading: string, about?: string) => renderStepHeading(this, texts[heading], about && texts[about]);
    if (step === 'password' && !this.hasOwnForm) {
      const ownHeading = this.querySelector(':scope > [slot=heading]')?.textContent.trim();
      return renderStepHeading(this, texts['passwordHeading'], ownHeading || this.heading);
    }
    if (step === 'device') return say('device');
    if (step !== 'code') return this.renderHeading();
    const sentTo = this.#otherWays?.sentTo(this);
    return sentTo ? say(sentTo.includes('@') ? 'emailSent' : 'textSent', 'sentAbout') : say('codeHeading', 'codeAbout');
  }

  /** The sign-up says itself that it is done, and a field of a further step what is wrong with it. */
  protected override get isSilent(): boolean {
    const { step } = this;
    return this.outcome === 'done' ? step === 'sign-up' : step === 'next' && this.#next!.isMistaken;
  }

  /** The buttons below the form. */
  #renderWays(isShown: boolean): TemplateResult {
    const { texts, lastMethod } = this;
    const methods = this.#ways;
    const { ways: toProviders, isWaiting, isThere: hasProviders } = this.#providers;
    const ways = {
      passkey: this.#has('password')
        ? html`<button part="button" class="neutral" type="button" aria-disabled=${!!this.phase} @click=${() => this.#passkey.start()}>${passkeyPictogram()}${texts['button']}${lastMethod.method === 'passkey' ? html`<span part="badge">${texts['lastUsed']}</span>` : nothing}</button>`
        : nothing,
      providers: html`<div part="providers" class=${isWaiting ? 'waiting' : ''} ?hidden=${!hasProviders}><slot name="providers" @slotchange=${() => this.requestUpdate()}></slot></div>`,
    };
    const hasPasskey = this.#has('passkey') && this.#has('password');
    const provider = methods.indexOf(toProviders[0]!);
    const isProviderFirst = provider >= 0 && provider < methods.indexOf('passkey');
    const passkey = hasPasskey ? ways.passkey : nothing;
    return html`<div part="ways" ?hidden=${!isShown || !(hasProviders || hasPasskey)}><div part="divider">${texts['or']}</div>${isProviderFirst ? nothing : passkey}${ways.providers}${isProviderFirst ? passkey : nothing}</div>`;
  }

  #renderOffer(): [TemplateResult, TemplateResult] {
    const { texts } = this;
    return [
      html`<span part="hero">${passkeyPictogram()}</span>${renderStepHeading(this, texts['offer'], texts['offerAbout'])}${this.renderForm(true)}<slot name="offer"></slot>${this.#otherWays?.renderAboutPasskeys(this)}`,
      html`<footer part="footer"><button part="action" class="plain" type="button" @click=${this.#endOffer}>${texts['later']}</button></footer>`,
    ];
  }

  #has(method: SignInMethodName): boolean {
    return (
      this.#ways.includes(method) &&
      this.#offers.has(method) &&
      (method !== 'passkey' || (isServer && hasNoDom) || 'PublicKeyCredential' in globalThis)
    );
  }

  /** What was typed as a name, if a code may be sent there. */
  get #typedAddress(): string {
    const typed = this.form ? inputsOf(this.form).username.value : '';
    return typed.includes('@') ? typed : '';
  }

  async #signInBy(form: HTMLFormElement): Promise<void> {
    const { username, password } = inputsOf(form);
    const name = nameToSend(username.value);
    if (!this.phase) this.outcome = undefined;
    if (!this.phase && name.includes('@') && !password?.value && (await this.#providers.openCompany(name))) return;
    if (!this.hasOwnForm) {
      if (!this.#has('password')) return void this.#passkey.start();
      if (!name) return this.refuseField('missing');
      if (!password!.value) return this.step === 'start' ? this.#show('password') : this.refuseField('missingPassword');
    }
    if (!password) return void this.#passkey.start();
    const sent = password.value;
    await this.#password.start({ username: name, password: sent });
    // The user may have typed another one meanwhile.
    const isWrong = this.outcome === 'wrongPassword' && password.value === sent;
    // Browsers that cannot be handed the password look for it in the form when the page goes on.
    if (isWrong || (this.outcome === 'done' && 'PasswordCredential' in globalThis)) password.value = '';
  }

  /** Whether the card may offer a passkey after a sign-in without one. */
  async #mayOffer(): Promise<boolean> {
    return this.#has('passkey') && this.#offers.has('addPasskey') && canOfferPasskey();
  }

  #signedIn(result: SignInResult, provider = (result as { provider?: string }).provider): void {
    noteLastMethod(result.method, provider);
    // A passkey that is chosen after a sign-in in another way would replace the session.
    this.#autofill.end();
    this.session.noteSignedIn();
    this.outcome = 'done';
    this.#result = result;
    if (result.method === 'passkey') this.#finish();
    else void this.#offerPasskey(result).then((isOffered) => isOffered || this.#finish());
  }

  #passwordFailed(error: LatchError | TypeError): void {
    const { code, status } = error as LatchError;
    // Only a 401 says that the name or the password is wrong.
    const isWrong = code === 'rejected' && status === 401;
    const isElsewhere = (error as LatchError).reason === 'provider_required' && 'providerRequired';
    const outcome = isWrong
      ? 'wrongPassword'
      : isElsewhere || (code === 'unsupported' && !isRefused(this) && 'noPasswords');
    if (isWrong) {
      this.step = 'password';
      this.performUpdate();
      this.focusField('wrongPassword');
    }
    this.fail(error, LatchSignInFailedEvent, outcome);
  }

  #passkeyCreated(result: PasskeyCreated): void {
    this.dispatch(new LatchPasskeyCreatedEvent(result));
    if (this.step === 'offer') this.#endOffer();
  }

  /** Shows a step, with the cursor where it begins. */
  async #show(step: Step): Promise<void> {
    this.outcome = undefined;
    this.step = step;
    await this.updateComplete;
    this.focus();
  }

  /** Puts the cursor where the step begins that is shown. */
  override focus(options?: FocusOptions): void {
    const { form, step } = this;
    if (this.session.other) super.focus(options);
    else if (step === 'next' && this.outcome !== 'done') this.#next?.focus();
    else if (step in views) this.querySelector<HTMLElement>(`:scope > [slot=${step}]`)?.focus(options);
    else if (step === 'offer' || !form) super.focus(options);
    else inputsOf(form)[step === 'password' ? 'password' : 'username']?.focus(options);
  }

  /** Ends what the ways that replace the form wait for. */
  #endViews(): void {
    // It waits as long as it is there.
    this.querySelector(':scope > latch-other-device')?.remove();
    // The page's own may not be defined yet.
    this.querySelector<Partial<LatchSignUp> & Element>(':scope > latch-sign-up')?.stop?.();
  }

  readonly #back = (): void => {
    this.#endViews();
    const wasNext = this.step === 'next';
    void this.#show('start');
    if (wasNext && this.form) this.formIsThere(this.form, this.lifetime.signal);
  };

  /** Shows what asks where a code should be sent, one for another device, or the sign-up. */
  async #replaceForm(view: View): Promise<void> {
    if (!(await this.#put(view))) return;
    this.requestUpdate();
    await this.#show(view);
  }

  /** Shows what the backend still requires, in place of the form, which keeps what was typed. */
  async #showNext(): Promise<void> {
    const { signal } = this.lifetime;
    this.#autofill.end();
    const others = await this.#loadOthers();
    if (!others) return;
    this.#next ??= new others.NextStepView(this, {
      signal: () => this.lifetime.signal,
      usePasskey: () => void this.#passkey.start(),
      done: (method) => this.#signedIn(signedInAfterStep(method)),
      failed: (error, outcome) => this.fail(error, LatchSignInFailedEvent, outcome),
      show: (outcome) => {
        if (outcome) this.refuse(outcome);
        else this.outcome = undefined;
      },
    });
    const next = this.#next;
    if (!(await next.load()) || signal.aborted || next !== this.#next) return;
    for (const input of this.form?.querySelectorAll<HTMLInputElement>('[name=password]') ?? []) input.value = '';
    this.step = 'next';
    this.requestUpdate();
    await this.updateComplete;
    this.#next.focus();
  }

  /** Loads what is needed once the user has chosen another way, or has signed in. */
  async #loadOthers(): Promise<typeof OtherWays | undefined> {
    return (this.#otherWays ??= await this.#load(() => import('./other-ways.js')));
  }

  /** Loads a part of the package. Says on the status line when that fails. */
  async #load<Module>(part: () => Promise<Module>): Promise<Module | undefined> {
    try {
      return await loadModule(part);
    } catch (error) {
      this.fail(error as LatchError);
      return undefined;
    }
  }

  /** Puts in one of the parts that are loaded when they are needed. Says on the status line when that fails. */
  async #put(slot: Parameters<typeof OtherWays.putIn>[1]): Promise<HTMLElement | undefined> {
    const others = await this.#loadOthers();
    if (!others || !this.isConnected) return undefined;
    const { baseUrl, allowEmbedded } = this;
    const part = await others.putIn(this, slot, { baseUrl, allowEmbedded });
    if ('latchPart' in part.dataset) this.lightDom.keep(part, () => this.step === slot);
    return part;
  }

  /**
   * Calls `act` with the events of the card's parts, which listeners at the card do not hear: it stops them at its children,
   * because listeners of the page at the card may be older than those of the card.
   */
  #hideFromPage(type: string, act: (event: Event) => void): void {
    const stop = (event: Event): void => {
      if ((event.currentTarget as Element).parentElement !== this) return;
      event.stopPropagation();
      act(event);
    };
    const watch = ({ target }: Event): void =>
      [...this.children].find((child) => child.contains(target as Node))?.addEventListener(type, stop);
    this.addEventListener(type, watch, { capture: true });
  }

  /** The parts of the card sign in too; the page gets one event of the card. */
  #signedInBy({ detail, target }: LatchSignedInEvent): void {
    const { provider } = target as { provider?: string };
    if (detail.method !== 'session') this.#signedIn(detail, provider || undefined);
  }

  /** The methods in their order. Frameworks set a text that is bound to nothing to an empty one. */
  get #ways(): SignInMethodName[] {
    return wordsOf<SignInMethodName>(this.methods || signUpMethods);
  }

  /**
   * Offers to create a passkey after a sign-in without one, unless the password manager has just created one, and says
   * whether it does.
   */
  async #offerPasskey(result: SignInResult): Promise<boolean> {
    if (!(await this.#mayOffer())) return false;
    if (result.method === 'password' && (await atMost(upgradeTimeout, this.#upgraded))) return false;
    if (this.#result !== result || !(await this.#put('offer'))) return false;
    if (this.#result !== result) return true;
    this.outcome = undefined;
    this.step = 'offer';
    await this.updateComplete;
    this.renderRoot.querySelector('h2')?.focus();
    return true;
  }

  readonly #endOffer = (): void => {
    noteOffer();
    this.outcome = 'done';
    this.#finish();
  };

  #finish(): void {
    const result = this.#result;
    this.#result = undefined;
    if (!result) return;
    this.dispatch(new LatchSignedInEvent(result));
    this.leave();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-sign-in': LatchSignIn;
  }
}
