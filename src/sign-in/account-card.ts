import type { CSSResultGroup, PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import { html, renderAnew, isServer, nothing, render } from '../base/element/html.js';
import { addressOf } from '../base/element/backend.js';
import { wantsEmail } from '../base/client/lacks.js';
import { isWebAddress, pageToReturnTo } from '../base/client/web-address.js';
import { accountCardStyles } from './account-card.styles.js';
import {
  cardFormStyles,
  formOfCard,
  inputsOf,
  hasNoDom,
  makeCardForm,
  serverFormStyles,
  type CardField,
} from './account-form.js';
import { followForSignIn, type FollowedSession } from '../session/follow-for-sign-in.js';
import { isForSignIn, onSubmit } from '../base/element/form-target.js';
import { LatchElement } from '../base/element/latch-element.js';
import { madeFormStyles } from '../base/element/made-form.styles.js';
import { emptyField, isMade, LightDom, setMark } from '../base/element/light-dom.js';
import { stylePage } from '../base/element/adopted-styles.js';
import { renderLogo } from './step-heading.js';
import { accountCard } from '../messages/en.js';
import { awaitTexts, textsFor } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';

/** The fields that a message can be about. */
export type FieldName = 'username' | 'password';

/**
 * What the sign-in card and the sign-up card share: a form in light DOM, made or the page's own, messages at the field
 * that they are about, links in the footer, and where the page goes on.
 *
 * @cssprop [--latch-padding=32px] - The space around what is in the card.
 * @cssprop [--latch-logo-size=40px] - The least height of the logo.
 */
export abstract class AccountCard extends LatchElement {
  static override styles: CSSResultGroup = [
    LatchElement.styles,
    accountCardStyles,
    madeFormStyles,
    cardFormStyles,
    ...(isServer && hasNoDom ? [serverFormStyles()] : []),
  ];
  static override properties: PropertyDeclarations = {
    returnTo: { attribute: 'return-to' },
    termsUrl: { attribute: 'terms-url' },
    privacyUrl: { attribute: 'privacy-url' },
    isRevealed: { state: true },
  };

  /** The path of the site to go on to once the user is signed in. Without it the page stays, and acts on the event. */
  returnTo = '';

  /** The address of the terms of service, for a link in the footer. */
  termsUrl = '';

  /** The address of the privacy policy, for a link in the footer. */
  privacyUrl = '';

  /** Whether the password is legible. */
  protected isRevealed = false;

  /** Begins the ids in the form: in the shadow root always the same, in the page one that nothing else there has. */
  #id = 'latch-card';
  /** What the card has in its light DOM: its form, and its parts in slots. */
  protected readonly lightDom = new LightDom<HTMLFormElement>(this, {
    fits: formOfCard,
    make: () => [this.#makeForm()],
    complete: (form) => this.completeForm(form),
    fallback: ':scope > form[slot=fallback]',
  });
  #replaceRendered = (): void => {};
  protected override session: FollowedSession = followForSignIn(this, {
    kind: () => 'card',
    startOver: () => this.startOver(),
  });

  constructor() {
    super();
    onSubmit(this, (event) => this.#takeOver(event));
    this.addEventListener('input', ({ target }) => this.#correct(target as Element));
  }

  /** The endpoint that the form posts to without script. */
  protected abstract readonly path: string;

  /** The field that an outcome is about. */
  protected abstract fieldOf(outcome: string): FieldName | undefined;

  /** What stands in the form that the element makes. */
  protected abstract renderFields(): TemplateResult;

  /** What a submit of the form does. */
  protected abstract submit(form: HTMLFormElement): void;

  /** Whether the form is the page's own. */
  protected get hasOwnForm(): boolean {
    return !!this.form && !isMade(this.form);
  }

  /** Whether the status line is left to a part of the card. */
  protected get isSilent(): boolean {
    return false;
  }

  /** Whether a submit of the form is pending. */
  protected get isFormBusy(): boolean {
    return !!this.phase;
  }

  protected get form(): HTMLFormElement | null {
    return this.querySelector<HTMLFormElement>(formOfCard);
  }

  protected override get texts(): Texts {
    return { ...textsFor(this, accountCard), ...super.texts };
  }

  protected override begin(signal: AbortSignal): void {
    super.begin(signal);
    stylePage(this, madeFormStyles, cardFormStyles);
    // In a page that was there before, a form without its words would replace one that has them.
    const arriving = this.isUpgraded && awaitTexts(this, this.section, accountCard);
    const putForm = () => this.lightDom.begin(signal);
    (arriving ? arriving.then(putForm) : putForm())
      .then(
        (form) => {
          if (form && isMade(form)) this.#moveTyped(form);
          this.requestUpdate();
          if (form) this.formIsThere(form, signal);
        },
        (error: TypeError) => this.fail(error),
      )
      .finally(() => this.#replaceRendered());
    addEventListener('pageshow', ({ persisted }) => persisted && this.returned(), { signal });
  }

  /** Called once the form is in place. */
  protected formIsThere(_form: HTMLFormElement, _signal: AbortSignal): void {}

  /** Gives the form what the card adds to it, unless it has that. A morph may have removed it. */
  protected completeForm(form: HTMLFormElement): void {
    if (!isMade(form)) this.#describeOwn(form);
    setMark(form, 'aria-busy', String(this.isFormBusy));
  }

  /** Messages and values from before the page entered the back-forward cache are outdated when it returns. */
  protected returned(): void {
    this.outcome = undefined;
    for (const input of this.form?.querySelectorAll<HTMLInputElement>('[name=password], [type=password]') ?? [])
      input.value = '';
  }

  /** Back to how it was at first: the session has ended. */
  protected startOver(): void {
    const hadFocus = this.matches(':focus-within');
    this.isRevealed = false;
    this.returned();
    const { form } = this;
    if (form) emptyField(inputsOf(form).username);
    if (hadFocus) void this.updateComplete.then(() => this.focus());
  }

  /** Puts the cursor where one acts next. */
  override focus(options?: FocusOptions): void {
    if (this.hasUpdated) this.performUpdate();
    const notice = this.renderRoot?.querySelector<HTMLElement>('latch-session-notice');
    if (notice) notice.focus(options);
    else super.focus(options);
  }

  protected override wentOn(): void {
    this.leave();
  }

  /** The parts of a made field that both cards have: its id, its label and what is wrong with it. */
  protected describeField(name: FieldName): CardField {
    const { texts, outcome } = this;
    const isAbout = outcome && !this.phase && !this.hasOwnForm && this.fieldOf(outcome) === name;
    const problem = isAbout ? texts[outcome] : undefined;
    const isEmail = name === 'username' && !(isServer && hasNoDom) && wantsEmail();
    const label = texts[isEmail ? 'email' : name];
    return { id: `${this.#id}-${name}`, label, isEmail, problem, occasion: this.occasion };
  }

  /** Puts the cursor in the field that `outcome` is about, and shows it there. */
  protected refuseField(outcome: string): void {
    this.focusField(outcome);
    this.refuse(outcome);
  }

  /** Puts the cursor in the field that `outcome` is about. */
  protected focusField(outcome: string): void {
    const { form } = this;
    const field = form && inputsOf(form)[this.fieldOf(outcome) ?? 'username'];
    field?.focus();
    if (field?.name === 'username') field.select();
  }

  /** Goes on to `return-to`, if there is one, which must be on this site. */
  protected leave(): void {
    if (!this.returnTo) return;
    try {
      location.assign(pageToReturnTo(this.returnTo));
    } catch (error) {
      this.fail(error as TypeError);
    }
  }

  protected readonly reveal = (): void => {
    this.isRevealed = !this.isRevealed;
  };

  /** A form that the server has rendered stays until the element has made its own. */
  protected override scheduleUpdate(): void | Promise<unknown> {
    if (this.hasUpdated || !this.shadowRoot!.firstChild || this.form) return super.scheduleUpdate();
    return new Promise<void>((resolve) => (this.#replaceRendered = resolve)).then(() => super.scheduleUpdate());
  }

  protected override updated(changed: PropertyValues): void {
    const { made } = this.lightDom;
    if (made) this.#fill(made);
    if (this.form) this.completeForm(this.form);
    super.updated(changed);
  }

  /** A message about a field of a made form stands at that field, which announces it. */
  protected override get sentence(): unknown {
    const about = this.phase ?? this.outcome;
    const isAtField = !!about && !this.hasOwnForm && !!this.fieldOf(about);
    return isAtField || this.isSilent ? '' : super.sentence;
  }

  /** What stands in the card: above its status line, which is one element throughout, and below it. */
  protected abstract renderParts(): readonly [above: TemplateResult, below: TemplateResult];

  protected override render(): TemplateResult {
    const [above, below] = this.renderParts();
    return html`<div part="card">${above}${this.renderStatus()}${below}</div>`;
  }

  /** The heading of the first step. */
  protected get heading(): unknown {
    return this.texts['heading'];
  }

  /** The logo, the heading and the line below it of the first step. Those are the page's own, if it has some. */
  protected renderHeading(): TemplateResult {
    const update = () => this.requestUpdate();
    const hasSubtitle = this.outcome !== 'done' && !!this.querySelector(':scope > [slot=subtitle]');
    return html`<header>${renderLogo(this)}<div class="heading"><slot name="heading"><h2 part="heading">${this.heading}</h2></slot></div><div part="subtitle" ?hidden=${!hasSubtitle}><slot name="subtitle" @slotchange=${update}></slot></div></header>`;
  }

  protected renderForm(isHidden = false): TemplateResult {
    const isRendered = isServer && hasNoDom;
    const standIn = isRendered || (!this.form && !isHidden) ? this.#renderStandIn() : nothing;
    // The white space between the tags would take the place of what is in the slot. A server cannot see whether the page
    // has a form, which has to.
    return html`<slot ?hidden=${isHidden} @slotchange=${() => this.requestUpdate()}>${isRendered ? standIn : nothing}</slot>${isRendered ? nothing : standIn}`;
  }

  /** The footer, with a button that leads to another way, unless it is empty. It is for users who are not signed in yet. */
  protected renderFooter(action: TemplateResult | typeof nothing = nothing): TemplateResult {
    const isEmpty =
      this.outcome === 'done' ||
      (action === nothing && !this.termsUrl && !this.privacyUrl && !this.querySelector('[slot=footer]'));
    return html`<footer part="footer" ?hidden=${isEmpty}>${action}${this.#renderLegal()}<slot name="footer" @slotchange=${() => this.requestUpdate()}></slot></footer>`;
  }

  /**
   * What holds the place of the form until the page is hydrated and the form can be made in it. A browser without script
   * sends it.
   */
  #renderStandIn(): TemplateResult {
    const action = isServer && hasNoDom ? this.baseUrl.replace(/\/*$/, `/${this.path}`) : nothing;
    return html`<form data-latch-card method="post" action=${action} novalidate @submit=${(event: Event) => event.preventDefault()}>${this.renderFields()}</form>`;
  }

  #makeForm(): HTMLFormElement {
    // Another card, or copy of the package, has ids too.
    const tree = this.getRootNode() as Document | ShadowRoot;
    for (let count = 1; tree.getElementById(`${this.#id}-username`); count += 1) this.#id = `latch-card-${count}`;
    const form = makeCardForm(addressOf(this, this.path));
    form.id = `${this.#id}-form`;
    this.#fill(form);
    return form;
  }

  #fill(form: HTMLFormElement): void {
    renderAnew(form, () => render(this.renderFields(), form, { host: this }));
  }

  /** Moves what was typed meanwhile into the form that was made, and the cursor. */
  #moveTyped(form: HTMLFormElement): void {
    const { activeElement } = this.shadowRoot!;
    for (const input of this.shadowRoot!.querySelectorAll<HTMLInputElement>('form[data-latch-card] input')) {
      const own = inputsOf(form)[input.name as FieldName];
      // That of a further step has fields of its own.
      if (!own) continue;
      own.value ||= input.value;
      if (input === activeElement) own.focus();
    }
  }

  #renderLegal(): TemplateResult | typeof nothing {
    const { termsUrl, privacyUrl, texts } = this;
    const [hasTerms, hasPrivacy] = [termsUrl, privacyUrl].map((address) => !!address && isWebAddress(address));
    if (!hasTerms && !hasPrivacy) return nothing;
    const link = (address: string, text: unknown) => html`<a href=${address}>${text}</a>`;
    return html`<p>${texts['legal']} ${hasTerms ? link(termsUrl, texts['terms']) : nothing} ${hasPrivacy ? link(privacyUrl, texts['privacy']) : nothing}</p>`;
  }

  #takeOver(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form !== this.form) return;
    let action: string;
    try {
      action = addressOf(this, this.path);
    } catch (error) {
      // Without its backend the element cannot tell whether this is its form: the password must not go elsewhere.
      event.preventDefault();
      return this.fail(error as TypeError);
    }
    if (!isMade(form) && !isForSignIn(form, event.submitter, action)) return;
    event.preventDefault();
    // Password managers save what is in a field for a password.
    this.isRevealed = false;
    this.submit(form);
  }

  /** What was wrong with a field may be right now. */
  #correct(input: Element): void {
    if (!this.phase && this.outcome && this.form?.contains(input)) this.outcome = undefined;
  }

  /** The fields of the page's own form cannot refer to the status line in the shadow root. */
  #describeOwn(form: HTMLFormElement): void {
    const about = !this.phase && this.outcome ? this.fieldOf(this.outcome) : undefined;
    const inputs = inputsOf(form);
    for (const name of ['username', 'password'] as const) {
      const input = inputs[name];
      if (!input) continue;
      setMark(input, 'aria-invalid', about === name ? 'true' : null);
      setMark(input, 'aria-description', about === name ? (this.texts[this.outcome!] as string) : null);
    }
  }
}
