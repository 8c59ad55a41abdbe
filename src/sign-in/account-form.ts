import { loginRequestLengths } from '../base/contract/lengths.js';
import type { CSSResult, TemplateResult } from 'lit';
import { html, words, isServer, nothing, css } from '../base/element/html.js';
import { markMade } from '../base/element/light-dom.js';

/** Whether this runs in Node without a DOM. Ask after `isServer`, so that bundles for browsers omit what follows. */
export const hasNoDom: boolean = typeof document === 'undefined';

/**
 * What the form of a card looks like: that which the card makes stands in the page, where the styles of the element do
 * not reach, and the one that holds its place in the shadow root.
 */
export const cardFormStyles: CSSResult = css`
  form[data-latch-card] {
    gap: var(--latch-gap, 16px);
    --_text: var(--latch-accent-text, var(--_accent));
  }
  form[data-latch-card] > div {
    display: grid;
    gap: 6px;
    position: relative;
    margin: 0;
  }
  form[data-latch-card] > div[hidden] {
    display: none;
  }
  form[data-latch-card] > div[aria-hidden] {
    position: absolute;
    clip-path: inset(50%);
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
  }
  form[data-latch-card] label {
    font-size: var(--latch-font-size-small, 0.875em);
    line-height: 1.43;
  }
  form[data-latch-card] .latch-secret {
    display: grid;
    position: relative;
  }
  form[data-latch-card] .latch-secret input {
    padding-inline-end: 52px;
  }
  form[data-latch-card] .latch-secret:dir(rtl) input {
    padding-inline: 52px 12px;
    text-align: end;
  }
  form[data-latch-card] .latch-secret button {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 0;
    inline-size: 44px;
    min-block-size: 0;
    padding: 0;
  }
  :where(form[data-latch-card]) > div:where(:has([part=help])) {
    grid-template-columns: auto minmax(0, 1fr);
    column-gap: 12px;
  }
  :where(form[data-latch-card] > div:has([part=help])) > :where(:not(label, [part=help])) {
    grid-column: 1 / -1;
  }
  form[data-latch-card] [part=help] {
    grid-area: 1 / 2;
    justify-self: end;
    inline-size: auto;
    min-block-size: 24px;
    margin-block: -2px;
    padding: 0;
    color: var(--_text);
    font-size: var(--latch-font-size-small, 0.875em);
    line-height: 1.43;
    text-align: end;
  }
  form[data-latch-card] [part=help]:hover {
    text-decoration: underline;
  }
  form[data-latch-card] .latch-badge,
  [slot=providers][data-latch-last]::after {
    position: absolute;
    inset-block-start: -9px;
    inset-inline-end: 8px;
    padding: 1px 8px;
    border-radius: 16px;
    background: var(--latch-on-accent, light-dark(#fff, #0a1433));
    box-shadow: 0 0 0 1px;
    color: var(--latch-accent, light-dark(#1f4fd8, #9db8ff));
    font-size: 0.75em;
    font-weight: 500;
    line-height: 1.34;
  }
  [slot=providers][data-latch-last] {
    position: relative;
  }
  [slot=providers][data-latch-last]::after {
    content: attr(data-latch-last);
  }
  form[data-latch-card] svg {
    inline-size: 20px;
    block-size: 20px;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.6;
  }
  /* for a reset of all properties: the drawing is one of them in Chromium and Firefox */
  form[data-latch-card] path {
    d: revert-layer;
  }
  form[data-latch-card] button[aria-pressed=false] .latch-slash {
    display: none;
  }
  form[data-latch-card] p {
    margin: 0;
    font-size: var(--latch-font-size-small, 0.875em);
    line-height: 1.43;
    opacity: 78%;
  }
  /* as tall in a narrow font, for the room that latchkey/styles.css reserves */
  form[data-latch-card] > p[data-latch] {
    min-block-size: 2lh;
  }
  form[data-latch-card] p.latch-problem {
    display: flex;
    gap: 6px;
    margin-block-start: 2px;
    color: var(--_danger);
    opacity: 1;
  }
  form[data-latch-card] p.latch-problem::before {
    flex: none;
    block-size: 0;
    margin-block-start: 2px;
    border: 8px solid;
    border-radius: 50%;
    clip-path: path(evenodd, 'M0 0V16H16V0M7 3V9H9V3M7 11V13H9V11');
    content: '';
  }
  form[data-latch-card] p.latch-problem:empty {
    position: absolute;
    &::before {
      content: none;
    }
  }
  @media (forced-colors: active) {
    form[data-latch-card] [part=help] {
      border: 0;
    }
  }
  @media (prefers-contrast: more) {
    form[data-latch-card] p {
      opacity: 1;
    }
  }
  @supports (color: oklch(from currentcolor l c h)) {
    form[data-latch-card] {
      --_text: var(--latch-accent-text, var(--latch-accent, oklch(from currentcolor clamp(0.5, l * 99 - 60, 0.8) 0.2 264 / 1)));
    }
  }
`;

/** What a server renders for browsers without script, and what it hides from them. A function, so that bundles omit it. */
export const serverFormStyles = (): CSSResult => css`
  /* instead of the room that latchkey/styles.css reserves */
  :host(:not(:defined):not(:defined)) {
    display: block !important;
    min-block-size: 0 !important;
    padding: 0 !important;
    border: 0 !important;
  }
  .latch-without-script {
    display: none !important;
  }
  @media (scripting: none) {
    form[data-latch-card] > .latch-without-script {
      display: grid !important;
    }
    .latch-with-script,
    .latch-secret button,
    [part=ways],
    footer button {
      display: none !important;
    }
  }
`;

/**
 * The form of a card: the page's own, with a field for the name, or the one that the card has made. Forms in slots are
 * for something else.
 */
export const formOfCard =
  ':is(form[data-latch-card], form:has(input:is([autocomplete~="username" i], [type=email], [type=text], :not([type])))):not(:scope [slot], :scope [slot] *)';

/** Makes an empty form in the light DOM of a card, where password managers look for it. */
export function makeCardForm(action: string): HTMLFormElement {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.noValidate = true;
  form.dataset.latchCard = '';
  return markMade(form);
}

/** An eye, which is crossed out while the password is shown. */
const eyePictogram = (): TemplateResult =>
  html`<!----><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M2 10q8-11 16 0-8 11-16 0Zm6 0a2 2 0 0 0 4 0 2 2 0 0 0-4 0" /><path class="latch-slash" d="m4 3 12 14" /></svg>`;

/** What a field of the form is like. */
export interface CardField {
  /** Begins the ids of what belongs to the field. */
  id: string;
  label: unknown;
  /** Whether the name is an e-mail address. */
  isEmail?: boolean;
  /** What is wrong with its value, in words. */
  problem?: unknown;
  /** Another value for each failure. */
  occasion?: number;
  /** What its value has to be like. */
  hint?: unknown;
}

const describe = ({ id, problem, hint }: CardField) => (problem ? `${id}-problem` : hint ? `${id}-hint` : nothing);

/** What is wrong with a field, announced by a region that is there before, or else what its value has to be like. */
export const renderNotes = ({ id, problem, occasion, hint }: Omit<CardField, 'label'>): TemplateResult =>
  html`<p class="latch-problem" id="${id}-problem" role="alert" data-latch dir="auto">${words(problem, occasion)}</p>${hint && !problem ? html`<p id="${id}-hint" data-latch>${hint}</p>` : nothing}`;

/** The field for the name, by which the account is found. */
export function renderUsername(field: CardField, autocomplete: string): TemplateResult {
  const { id, label, problem, isEmail } = field;
  return html`<div><label for=${id} data-latch>${label}</label><input id=${id} name="username" type=${isEmail ? 'email' : nothing} autocomplete=${autocomplete} autocapitalize="none" spellcheck="false" maxlength=${loginRequestLengths.username} dir="auto" required aria-invalid=${problem ? 'true' : nothing} aria-describedby=${describe(field)} />${renderNotes(field)}</div>`;
}

/** What the field for the password is like beyond that. */
export interface SecretField extends CardField {
  autocomplete: 'current-password' | 'new-password';
  /** Whether the password is legible. */
  isRevealed: boolean;
  /** The label of the button that shows it. */
  show: unknown;
  reveal: () => void;
  /** A button beside the label, for who does not know the password. */
  help?: TemplateResult | typeof nothing;
  /**
   * `hidden` while it is of no use, `away` while it is not seen, but filled in by password managers together with the
   * name.
   */
  place: 'shown' | 'hidden' | 'away';
}

/** The field for the password, with a button that shows it. */
export function renderPassword(field: SecretField): TemplateResult {
  const { id, label, problem, autocomplete, isRevealed, show, reveal, help = nothing, place } = field;
  // Without script there is no second step.
  const isLeft = isServer && hasNoDom && place !== 'shown';
  const isAway = place === 'away' && !isLeft;
  return html`<div class=${isLeft ? 'latch-without-script' : nothing} ?hidden=${place === 'hidden' && !isLeft} aria-hidden=${isAway ? 'true' : nothing}><label for=${id} data-latch>${label}</label><span class="latch-secret"><input id=${id} name="password" type=${isRevealed ? 'text' : 'password'} autocomplete=${autocomplete} autocapitalize="none" spellcheck="false" minlength=${autocomplete === 'new-password' ? 8 : nothing} maxlength=${loginRequestLengths.password} dir="ltr" required tabindex=${isAway ? -1 : nothing} aria-invalid=${problem ? 'true' : nothing} aria-describedby=${describe(field)} /><button type="button" aria-pressed=${isRevealed} aria-label=${show} tabindex=${isAway ? -1 : nothing} data-latch @click=${reveal}>${eyePictogram()}</button></span>${isAway ? nothing : help}${renderNotes(field)}</div>`;
}

/** The button that submits the form. A server adds one with the label `alone`, for the form as it is without script. */
export function renderSubmit(isBusy: boolean, label: unknown, alone: unknown): TemplateResult {
  if (isServer && hasNoDom)
    return html`<button class="latch-with-script" part="submit">${label}</button><button class="latch-without-script" part="submit">${alone}</button>`;
  return html`<button part="submit" data-latch aria-disabled=${isBusy}>${label}</button>`;
}

/** The inputs of a card's form; a form of the page may have no password. */
export function inputsOf(form: HTMLFormElement): { username: HTMLInputElement; password: HTMLInputElement | null } {
  const find = (...selectors: string[]) =>
    selectors.map((selector) => form.querySelector<HTMLInputElement>(`input${selector}`)).find(Boolean) ?? null;
  return {
    username: find('[autocomplete~="username" i]', '[type=email]', '[type=text]', ':not([type])')!,
    password: find('[autocomplete~=current-password i]', '[autocomplete~=new-password i]', '[type=password]'),
  };
}
