import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import { html, nothing } from '../base/element/html.js';
import { flag } from '../base/element/attributes.js';
import { onSubmit } from '../base/element/form-target.js';
import { LatchElement } from '../base/element/latch-element.js';
import { plainText } from '../base/text/plain.js';
import { isMade, LightDom, relabel, setMark } from '../base/element/light-dom.js';
import { markInvalid } from '../base/element/mark-invalid.js';
import { stylePage } from '../base/element/adopted-styles.js';
import { fieldStyles } from '../base/element/field.styles.js';
import { codeInputs, inputOf, makeCodeInput, readyForCodes } from './code-input.js';
import { keepDigits, readCode } from './read-code.js';

/** The internals that the base class has attached: `attachInternals()` works only once. */
const internalsOf = new WeakMap<HTMLElement, ElementInternals>();

/** The input types of single keys. A key that does not fit is ignored. */
const byKeys = /^insert(Composition)?Text$|^delete/;

/** The outcomes about the present or the last content of the input. */
const mistakes = new Set(['missing', 'incomplete', 'unreadable', 'rejected']);

/** The most digits that a code has. */
const longest = 12;

/** What was added before or after `former` to make `text`; nothing if that is not how it came about. */
function addedTo(former: string, text: string): string {
  if (text.startsWith(former)) return text.slice(former.length);
  return text.endsWith(former) ? text.slice(0, text.length - former.length) : '';
}

/** Whether the input is the element's: it has made `input`, or the page has none. */
const isOfElement = (input: HTMLInputElement | null): boolean => !input || isMade(input);

/**
 * The part of `latch-otp-input` that is a form field: its one input, however it is filled, and its form.
 */
export abstract class CodeField extends LatchElement {
  static readonly formAssociated = true;
  static override properties: PropertyDeclarations = {
    length: { type: Number },
    autoSubmit: { type: Boolean, converter: flag, attribute: 'auto-submit' },
    name: { reflect: true },
    required: { type: Boolean, converter: flag },
    disabled: { type: Boolean, reflect: true },
  };

  /** How many digits the code has, 4 to 12. */
  length = 6;

  /** Submits the form once all digits are entered; without a form, sends the code to the backend. */
  autoSubmit = false;

  /** The name of the code in its form. */
  name = '';

  /** Whether the form requires a code. */
  required = false;

  /** Whether the field is disabled. */
  disabled = false;

  #value = '';
  /** Which box the cursor is in; -1 while the input does not have the focus. */
  #cursor = -1;
  readonly #lightDom = new LightDom<HTMLInputElement>(this, {
    fits: codeInputs,
    make: () => makeCodeInput(this.texts['label'] as string),
    complete: (input, isNew) => this.#adopt(input, isNew),
  });

  constructor() {
    super();
    for (const name of ['focusin', 'focusout', 'selectionchange'])
      this.addEventListener(name, () => this.#followCursor());
    this.addEventListener('beforeinput', (event) => event.target === inputOf(this) && this.#press(event));
    this.addEventListener('input', (event) => event.target === inputOf(this) && this.#enter(event as InputEvent));
    // Chromium fires no `input` event afterwards, and the composed text could not be changed before.
    this.addEventListener(
      'compositionend',
      (event) =>
        event.target === inputOf(this) && this.#enter({ inputType: 'insertCompositionText', isComposing: false }),
    );
    // Some password managers fill in without an `input` event.
    this.addEventListener(
      'change',
      ({ target }) =>
        target === inputOf(this) &&
        inputOf(this)!.value !== this.#value &&
        this.#enter({ inputType: '', isComposing: false }),
    );
    this.addEventListener('paste', (event) => event.target === inputOf(this) && this.#paste(event));
    this.addEventListener('invalid', () => this.#lendFocus());
    this.addEventListener(
      'keydown',
      (event) => event.key === 'Enter' && event.target === inputOf(this) && !event.isComposing && this.#submitByKey(),
    );
  }

  /** The form that the element belongs to. */
  get form(): HTMLFormElement | null {
    return internalsOf.get(this)!.form;
  }

  /** The digits that have been entered. */
  get value(): string {
    return this.#value;
  }

  /** The validity of the code for a form. */
  get validity(): ValidityState {
    return internalsOf.get(this)!.validity;
  }

  /** Whether a form would accept the code; fires an `invalid` event if not. */
  checkValidity(): boolean {
    return internalsOf.get(this)!.checkValidity();
  }

  /** The same, and shows the user why not. */
  reportValidity(): boolean {
    return internalsOf.get(this)!.reportValidity();
  }

  /** Removes the code from the page. */
  clear(): void {
    const input = inputOf(this);
    if (input) input.value = '';
    this.#keep('');
  }

  /** Sends the code to the backend. */
  abstract verify(): Promise<void>;

  /** Called by the browser. @internal */
  override attachInternals(): ElementInternals {
    const internals = super.attachInternals();
    internalsOf.set(this, internals);
    return internals;
  }

  /** Called by the browser. @internal */
  formAssociatedCallback(): void {
    this.requestUpdate();
  }

  /** Called by the browser. @internal */
  formDisabledCallback(isDisabled: boolean): void {
    const input = inputOf(this);
    if (input) input.disabled = isDisabled;
    this.requestUpdate();
  }

  /** Called by the browser. @internal */
  formResetCallback(): void {
    this.outcome = undefined;
    this.clear();
  }

  /** Whether the code was accepted, so that no other one is needed. */
  protected abstract get isOver(): boolean;

  /** The user began to enter or submit a code, or a code was filled in. */
  protected abstract entering(): void;

  /** All digits are entered. */
  protected abstract completed(): void;

  protected override begin(signal: AbortSignal): void {
    super.begin(signal);
    // Chromium before 127 has no such event at inputs.
    document.addEventListener('selectionchange', () => this.#followCursor(), { signal });
    stylePage(this, fieldStyles);
    void this.#lightDom.begin(signal);
    onSubmit(this.getRootNode(), (event) => event.target === this.form && this.#submit(event), { signal });
    // Turbo keeps a copy of a page that it leaves, with what was typed.
    for (const name of ['pagehide', 'turbo:before-cache']) addEventListener(name, () => this.clear(), { signal });
    signal.addEventListener('abort', () => this.clear());
  }

  /** Enters a code as a user does. */
  protected fillIn(code: string): void {
    const input = inputOf(this);
    if (!input) return;
    input.value = code;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** The input: the page's own as it is, or the element's, which lies above one box for each digit. */
  protected renderCode(): TemplateResult {
    const state = mistakes.has(this.outcome!) ? 'box-failed' : '';
    const boxes = Array.from(
      { length: Math.min(this.length, longest) },
      (_, index) => html`<span part="box ${index === this.#cursor ? 'box-active' : state}"></span>`,
    );
    const row = html`<div class="code"><div class="row">${boxes}<div class="digits"><slot name="code"></slot></div></div></div>`;
    return html`<slot></slot>${isOfElement(inputOf(this)) ? row : nothing}`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    relabel(this, [this.texts['label']]);
    this.#inform();
  }

  /** Gives the input what it needs for codes, and what the state of the element demands. */
  #adopt(input: HTMLInputElement, isNew: boolean): void {
    readyForCodes(input);
    if (this.matches(':disabled')) input.disabled = true;
    if (isNew && this.#value && input.value !== this.#value)
      this.#keep(keepDigits(input.value, this.length, false) ?? '');
    this.#inform();
  }

  /** Passes the state of the element to the input and the form. */
  #inform(): void {
    this.#mark('aria-busy', this.phase === 'verifying');
    const { outcome } = this;
    markInvalid(inputOf(this), mistakes.has(outcome!) && this.texts[outcome!]);
    if (isOfElement(inputOf(this))) this.#mark('aria-required', this.required);
    this.renderRoot.querySelector<HTMLElement>('.code')?.style.setProperty('--_length', String(this.length));
    this.#judge();
  }

  #followCursor(): void {
    const input = inputOf(this);
    const { length } = this;
    const cursor = input?.matches(':focus') ? Math.min(input.selectionStart ?? length, length - 1) : -1;
    if (cursor !== this.#cursor) this.requestUpdate();
    this.#cursor = cursor;
  }

  #mark(attribute: string, holds: boolean): void {
    const input = inputOf(this);
    if (input) setMark(input, attribute, holds ? 'true' : null);
  }

  #paste(event: ClipboardEvent): void {
    const code = readCode(event.clipboardData?.getData('text') ?? '', this.length);
    if (!code) return;
    event.preventDefault();
    this.fillIn(code);
  }

  /**
   * Blocks a single key that does not fit. Removed later, it would have moved the cursor or pushed another digit out.
   */
  #press(event: InputEvent): void {
    const { inputType, data } = event;
    if (inputType !== 'insertText' || data?.length !== 1) return;
    const { selectionStart, selectionEnd, value } = inputOf(this)!;
    const isFull = value.length >= this.length && selectionStart !== null && selectionStart === selectionEnd;
    if (isFull || !/\d/.test(plainText(data))) event.preventDefault();
  }

  #enter({ inputType, isComposing }: Pick<InputEvent, 'inputType' | 'isComposing'>): void {
    const input = inputOf(this)!;
    // Text must not change while it is composed. Digits do not.
    if (isComposing && (/\D/.test(input.value) || input.value.length > this.length)) return;
    this.entering();
    const inserted = readCode(addedTo(this.#value, input.value), this.length);
    const kept = inserted ?? keepDigits(input.value, this.length, byKeys.test(inputType));
    const code = kept ?? '';
    if (kept === undefined) this.refuse('unreadable');
    else this.outcome = undefined;
    // Writing the same value again would move the cursor.
    if (input.value !== code) input.value = code;
    const isNew = this.#value !== code;
    this.#keep(code);
    if (isNew && code.length === this.length) this.#complete();
  }

  #complete(): void {
    this.completed();
    if (!this.autoSubmit) return;
    if (this.form) this.form.requestSubmit();
    else void this.verify();
  }

  #keep(code: string): void {
    this.#value = code;
    // A value that a script sets moves the cursor without an event.
    this.#followCursor();
    // The browser keeps the state in its history, so it is empty.
    internalsOf.get(this)!.setFormValue(code, '');
    this.#judge();
  }

  #judge(): void {
    const { length } = this.#value;
    const flags =
      length === this.length ? {} : length > 0 ? { tooShort: true } : { valueMissing: this.required && !this.isOver };
    internalsOf
      .get(this)!
      .setValidity(flags, this.texts[length > 0 ? 'incomplete' : 'missing'] as string, inputOf(this) ?? undefined);
  }

  /** Gecko blocks a submit silently if the invalid element cannot be focused. The focus then moves on to the input. */
  #lendFocus(): void {
    if (this.hasAttribute('tabindex')) return;
    this.tabIndex = -1;
    setTimeout(() => this.removeAttribute('tabindex'));
  }

  /** The browser submits a form around the input. */
  #submitByKey(): void {
    if (!this.form) void this.verify();
    else if (this.form !== inputOf(this)!.form) this.form.requestSubmit();
  }

  /** Runs after the page's own listeners, which are closer to the form. */
  #submit(event: SubmitEvent): void {
    this.entering();
    if (event.defaultPrevented) return;
    const said = (name: string) => event.submitter?.getAttribute(`form${name}`) ?? this.form!.getAttribute(name);
    if (said('action') && said('method')?.toLowerCase() === 'post') {
      // By then the browser has read it.
      setTimeout(() => this.clear());
      return;
    }
    event.preventDefault();
    if (said('action'))
      reportError(
        new TypeError('"latch-otp-input" needs a form with the method "post": a code does not belong in a URL'),
      );
    else void this.verify();
  }
}
