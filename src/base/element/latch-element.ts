import {
  isServer,
  LitElement,
  ReactiveElement,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { adoptStyles, adoptStylesAgain, elementStylesOf, stylePageAgain } from './adopted-styles.js';
import { Action, type ActionOptions } from './action.js';
import { html, renderAnew, words } from './html.js';
import { flag, wordsOf } from './attributes.js';
import { isEmbedded, pageAddress } from '../browser/embedding.js';
import { isRefused } from './backend.js';
import { Lifetime } from './lifetime.js';
import type { LatchError } from '../client/errors.js';
import type { StepRequired } from '../client/sign-in-outcome.js';
import { LatchNextStepEvent, LatchSignedInEvent } from '../../events.js';
import { awaitTexts, errorTexts, follow, languageFor, textsFor, unfollow } from '../../messages/localize.js';
import type { Section, Texts } from '../../messages/section.js';
import { errors } from '../../messages/en.js';
import { completeSimulatedDom, renderOnServer } from './server.js';
import { sharedStyles } from './shared.styles.js';

/** What each property is at first, by the class of the element. */
const firstValues = new WeakMap<object, Map<PropertyKey, unknown>>();

type ParametersAfterFirst<Method extends (...parameters: never) => unknown> =
  Parameters<Method> extends [unknown?, ...infer Rest] ? Rest : never;

/** An {@link Action} as an element declares it. */
export interface ElementAction<Result, Input> extends Pick<ActionOptions<Result, Input>, 'run' | 'until'> {
  /**
   * Called once the element shows `done`. An event that it returns is dispatched. If the backend requires another step,
   * {@link LatchElement.requireStep} is called instead.
   */
  done?(result: Exclude<Result, StepRequired>): Event | undefined | void;
  /** The event for a failure, for {@link LatchElement.fail}. */
  Failure?: new (detail: LatchError) => Event;
  /** Shows a failure in another way. */
  failed?: ActionOptions<Result, Input>['failed'];
  /** Whether it begins without a click, so that the element goes on showing how the last attempt ended. */
  isUnasked?: boolean;
  /** What the runs must not outlive, if that is not the element. */
  signal?(): AbortSignal;
}

/**
 * What every element has: a backend, actions, a line that says in words what is going on, and the same in custom states.
 *
 * @cssprop [--latch-accent=#1f4fd8] - Buttons and the focus.
 * @cssprop [--latch-on-accent=#fff] - Text on the accent.
 * @cssprop [--latch-accent-text=var(--latch-accent)] - The accent as text, on buttons without a fill.
 * @cssprop [--latch-surface=Canvas] - The background of dialogs; cards have it too if it is set.
 * @cssprop [--latch-text=inherit] - Text.
 * @cssprop --latch-text-muted - Details; 68 % of the text colour.
 * @cssprop [--latch-danger=#b3261e] - Failures, and buttons that delete permanently.
 * @cssprop [--latch-on-danger=#fff] - Text on that colour.
 * @cssprop [--latch-success=#0f6b3c] - What went well, in the status line.
 * @cssprop --latch-border - Lines that separate; 18 % of the text colour.
 * @cssprop --latch-border-strong - The outline of inputs and of buttons without a fill; 56 % of the text colour.
 * @cssprop [--latch-radius=8px] - The corners of buttons and inputs.
 * @cssprop [--latch-radius-surface=16px] - The corners of dialogs and cards.
 * @cssprop [--latch-control-size=44px] - The least height of buttons and inputs.
 * @cssprop [--latch-space=8px] - The space between things that belong together.
 * @cssprop [--latch-gap=16px] - The space between the parts of a card; the ways below its form are closer.
 * @cssprop --latch-accent-hover - Filled buttons under the pointer; a little of the text colour is mixed in otherwise.
 * @cssprop --latch-accent-pressed - Filled buttons while they are pressed.
 * @cssprop --latch-hover - Buttons without a fill under the pointer.
 * @cssprop --latch-pressed - Buttons without a fill while they are pressed.
 * @cssprop [--latch-transition=none] - How buttons change, such as `background 120ms`.
 * @cssprop --latch-passkey-icon - The drawing of a passkey: a `path()` of 20 × 20 px, which is stroked. Chromium and Firefox.
 * @cssprop [--latch-icon-size=1.25em] - The icons of buttons.
 * @cssprop [--latch-font-size-small=0.875em] - Details.
 * @cssprop [--latch-label-weight=600] - The weight of labels and buttons.
 * @cssprop [--latch-max-inline-size=none] - The greatest width of the element; 400px for cards.
 * @cssprop [--latch-focus-ring=3px solid var(--latch-accent, #4a7bf0)] - The outline of the focused control.
 */
export abstract class LatchElement extends LitElement {
  static override styles: CSSResultGroup = sharedStyles;
  static override properties: PropertyDeclarations = {
    baseUrl: { attribute: 'base-url' },
    allowEmbedded: { type: Boolean, converter: flag, attribute: 'allow-embedded' },
    outcome: { state: true },
  };

  /** A property has its first value again when its attribute is removed, as frameworks do with a binding to nothing. */
  protected static override finalize(): void {
    super.finalize();
    for (const options of this.elementProperties.values()) options.useDefault = !options.state;
  }

  /**
   * The URL of the backend, on the page's own origin. Defaults to `<meta name="latch-base-url">`, then to the root of
   * the origin. With any other URL the element says that the page is not set up correctly, and reports the reason in
   * the console.
   */
  baseUrl = '';

  /**
   * Lets the element be used in a frame of another origin's page. Only where the server names the pages that may embed
   * yours: any other page could trick a user into a click.
   */
  allowEmbedded = false;

  /** The properties whose values are words of a list, by their names. */
  protected static readonly knownWords: Readonly<Record<string, readonly string[]>> = {};

  /** How the last try ended: `done`, or an error code. */
  protected outcome: string | undefined;

  /** What the element says: its sentences, some of them named for a phase or an outcome. */
  protected abstract readonly section: Section;

  /** The session that the element must not outlive, if it is about one. */
  protected session?: { readonly other: unknown; begin(signal: AbortSignal): void };

  /** From the connection of the element to its removal. */
  protected readonly lifetime: Lifetime = new Lifetime(this, (signal) => this.begin(signal));
  readonly #actions: { readonly phase: string | undefined }[] = [];

  /** Whether the tag was in the page before its definition, as in one that a server has rendered. @internal */
  readonly isUpgraded: boolean = this.isConnected;

  readonly #states = this.attachInternals().states;
  /** Where passkeys work, if not at this address. */
  #rpId: string | undefined;
  #retryAfter: number | undefined;
  /** How many attempts have failed. */
  protected failures = 0;

  /** What is going on at present: the name of a sentence and of a custom state. */
  protected get phase(): string | undefined {
    return this.#actions.find(({ phase }) => phase)?.phase;
  }

  /**
   * Whether something goes on in the element that may be about to sign a user in. Where it waits for another browser or
   * device, it does not: that wait ends with the session. @internal
   */
  get isSigningIn(): boolean {
    return !!this.phase && this.phase !== 'waiting';
  }

  /** The sentences in the language of the element. */
  protected get texts(): Texts {
    return textsFor(this, this.section);
  }

  /** A property that is set to nothing, as frameworks do with a binding to nothing, has its first value again too. */
  override requestUpdate(name?: PropertyKey, ...change: ParametersAfterFirst<LitElement['requestUpdate']>): void {
    if (name !== undefined && (this.constructor as typeof LatchElement).elementProperties.get(name)?.useDefault) {
      const properties = this as unknown as Record<PropertyKey, unknown>;
      const value = properties[name];
      const first = firstValues.get(this.constructor) ?? new Map<PropertyKey, unknown>();
      firstValues.set(this.constructor, first);
      if (!first.has(name)) first.set(name, value);
      const present = value ?? first.get(name);
      if (!Object.is(present, value)) {
        properties[name] = present;
        return;
      }
    }
    super.requestUpdate(name, ...change);
  }

  /** Called when the element enters a document; `signal` aborts when it leaves. */
  protected begin(signal: AbortSignal): void {
    this.session?.begin(signal);
  }

  /** Declares something that the element does. The element shows its phases and how it ended. */
  protected action<Result = void, Input = void>(options: ElementAction<Result, Input>): Action<Result, Input> {
    const action = new Action<Result, Input>({
      signal: () => this.lifetime.signal,
      failed: (error) => this.fail(error, options.Failure),
      ...options,
      update: () => this.requestUpdate(),
      begun: () => {
        if (!options.isUnasked) this.outcome = undefined;
      },
      done: (result) => {
        if (isStepRequired(result)) return this.requireStep(result);
        if (!options.isUnasked) this.outcome = 'done';
        const event = options.done?.(result as Exclude<Result, StepRequired>);
        return event && this.dispatch(event);
      },
    });
    this.#actions.push(action);
    return action;
  }

  /**
   * Takes what a server has rendered as it is. Lit's own hydration throws where the browser renders something else:
   * in another language, without a feature, with a label. In another document Lit throws as well, for its style sheets.
   */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    if (this.ownerDocument !== document) {
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      adoptStyles(root, ...elementStylesOf(this));
      return root;
    }
    return (ReactiveElement.prototype as unknown as LatchElement).createRenderRoot.call(this);
  }

  /** The first rendering replaces what a server has rendered, before the browser paints. */
  protected override update(changed: PropertyValues): void {
    if (!this.hasUpdated) this.shadowRoot!.replaceChildren();
    renderAnew(this.renderRoot, () => super.update(changed));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    follow(this);
    // The language may be another one where the element is now.
    this.requestUpdate();
  }

  /** Called when the element is in another document, where its shadow root has lost its style sheets. */
  adoptedCallback(): void {
    adoptStylesAgain(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    unfollow(this);
  }

  /** Focuses the first control that the element shows, or will show once it is rendered. Without one, does nothing. */
  override focus(options?: FocusOptions): void {
    if (!this.hasUpdated) {
      if (this.isConnected) void this.updateComplete.then(() => this.focus(options));
      return;
    }
    this.performUpdate(); // so that the control is there that the last change asks for
    [this, this.renderRoot]
      .flatMap(controlsIn)
      .find((control) => control.tabIndex >= 0 && isShown(control))
      ?.focus(options);
  }

  /** Waits for sentences that are on their way, so that nothing is shown in another language first. */
  protected override scheduleUpdate(): void | Promise<unknown> {
    const waiting = awaitTexts(this, this.section, errors);
    return waiting ? waiting.then(() => super.scheduleUpdate()) : super.scheduleUpdate();
  }

  protected override updated(changed: PropertyValues): void {
    const { phase, outcome } = this;
    const ended = outcome && !neutral.has(outcome) && (outcome === 'done' ? 'done' : 'failed');
    this.#states.clear();
    for (const state of phase ? ['pending', phase] : [ended]) if (state) this.#states.add(state);
    stylePageAgain(this);
    this.#markLanguage();
    this.#checkWords(changed);
  }

  /**
   * Shows how an attempt failed, and dispatches a `Failure` unless the user dismissed it, which is not a failure. An
   * attempt that another one replaced is ignored. A TypeError means that the page is not set up correctly: it is
   * reported in the console, and the element shows that to the user. So is the cause of a failing device.
   *
   * @param outcome What to show in place of what the code of the error stands for.
   */
  protected fail(
    error: LatchError | TypeError,
    Failure?: new (detail: LatchError) => Event,
    outcome?: string | false,
  ): void {
    const { exception, code, rpId, retryAfter } = error as Partial<LatchError>;
    if (!code) reportError(error);
    if (code === 'device_failed') console.warn(`Latchkey: ${error.message}`);
    if (code === 'superseded' || code === 'aborted') return;
    this.#rpId = rpId;
    this.#retryAfter = retryAfter;
    const isElsewhere = rpId && !`.${pageAddress().hostname}`.endsWith(`.${rpId}`);
    const isWithheld = isRefused(this) || (exception === 'NotAllowedError' && isEmbedded());
    this.refuse(
      code === 'unsupported' && isWithheld
        ? 'embedded'
        : outcome || (isElsewhere ? 'elsewhere' : code) || 'misconfigured',
    );
    if (code && code !== 'cancelled' && Failure) this.dispatch(new Failure(error as LatchError));
  }

  /** Called when the backend requires another step before the user is signed in. */
  protected requireStep(required: StepRequired): void {
    this.refuse('nextStep');
    this.dispatch(new LatchNextStepEvent(required));
  }

  /**
   * Shows that an attempt failed. It is announced, also if the last one failed in the same words. Move the focus before:
   * a screen reader that moves on does not finish what it says, and would read the sentence as a description as well.
   */
  protected refuse(outcome: string): void {
    this.outcome = outcome;
    this.failures += 1;
    this.requestUpdate();
  }

  /** Dispatches `event` unless the element was removed meanwhile. */
  protected dispatch(event: Event): void {
    if (this.isConnected) this.dispatchEvent(event);
  }

  /** The button, and below it the status line, which takes no room while it is empty. */
  protected renderAction(
    act: (this: this) => unknown,
    label: TemplateResult,
    pictogram: TemplateResult,
    appearance = '',
  ): TemplateResult {
    return html`<button part="button" class=${appearance} type="button" aria-disabled=${!!this.phase} @click=${act}>${pictogram}${label}</button>${this.renderStatus()}${this.renderSession()}`;
  }

  /** The status line: one element as long as the element is there, because screen readers miss what a new one says. */
  protected renderStatus(): TemplateResult {
    return html`<div part="status" id="status" role="status" dir="auto">${words(this.sentence, this.occasion)}</div>`;
  }

  /** What the status line says. What it said of the last attempt is outdated where someone is signed in. */
  protected get sentence(): unknown {
    return this.sentenceFor(this.phase ?? (this.session?.other ? undefined : this.outcome));
  }

  /** Another value for each failure. While something goes on, that is what is said. */
  protected get occasion(): number {
    return this.phase ? 0 : this.failures;
  }

  /** The sentence for a phase or an outcome. */
  protected sentenceFor(about: string | undefined): unknown {
    const general = errorTexts(this, this.#retryAfter);
    const sentence = about && (this.texts[about] ?? general[about] ?? general['rejected']);
    // Isolated, so that it does not move the words around it.
    return about === 'elsewhere' ? (sentence as string).replace('{host}', () => `\u2068${this.#rpId}\u2069`) : sentence;
  }

  /** What stands for a session that has begun elsewhere: whose it is, and buttons to go on or to use another account. */
  protected renderSession(): TemplateResult | typeof nothing {
    const other = this.session?.other;
    if (!other) return nothing;
    const goOn = () => {
      this.dispatch(new LatchSignedInEvent({ method: 'session' }));
      this.wentOn();
    };
    return html`<latch-session-notice .state=${other} .goOn=${goOn} .baseUrl=${this.baseUrl} .allowEmbedded=${this.allowEmbedded} exportparts="button, action, icon, status, dialog, dialog-title, dialog-text, dialog-confirm, dialog-cancel"></latch-session-notice>`;
  }

  /** Called when the user goes on with a session that has begun elsewhere. */
  protected wentOn(): void {}

  /** Reports words in the console that no one knows: without a warning, a misspelt one would only be missing. */
  #checkWords(changed: PropertyValues): void {
    const { knownWords } = this.constructor as typeof LatchElement;
    for (const [name, known] of Object.entries(knownWords)) {
      if (!changed.has(name)) continue;
      const unknown = wordsOf(this[name as keyof this] as string).filter((word) => !known.includes(word));
      if (unknown.length > 0)
        void import('./warn-of-words.js').then(
          ({ warnOfWord }) => unknown.forEach((word) => warnOfWord(this.localName, name, String(word), known)),
          () => {},
        );
    }
  }

  /** Where the page is in a language that the element does not speak, its English sentences are marked as such. */
  #markLanguage(): void {
    const isForeign = !languageFor(this, this.section);
    // On most pages there is nothing to mark or to remove.
    if (isForeign || this.renderRoot.querySelector('[lang]'))
      for (const part of [...this.renderRoot.children, ...this.querySelectorAll('[data-latch]')])
        // Every element is updated after a change of a `lang`, so one that changes it at each update never rests.
        if (isForeign !== (part.getAttribute('lang') === 'en') && this.#hasMade(part))
          if (isForeign) part.setAttribute('lang', 'en');
          else part.removeAttribute('lang');
  }

  /** Whether a part belongs to this element, not to one inside it, which may speak other languages. */
  #hasMade(part: Element): boolean {
    let place = part.parentElement;
    while (place && !(place instanceof LatchElement)) place = place.parentElement;
    return !place || place === this;
  }
}

/** Whether a user sees it. A DOM that tests simulate in Node does not know: there everything counts as shown. */
const isShown = (control: Partial<Pick<Element, 'checkVisibility'>>): boolean =>
  control.checkVisibility?.({ visibilityProperty: true }) ?? true;

/** The links, inputs and buttons in a tree, and in the shadow trees inside it. */
const controlsIn = (root: ParentNode): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>('*')].flatMap((node) => [
    ...(node.matches('a[href], button, input, select, summary, textarea') && !node.matches(':disabled') ? [node] : []),
    ...(node.shadowRoot ? controlsIn(node.shadowRoot) : []),
  ]);

/** The outcomes that are neither a success nor a failure. */
const neutral = new Set(['cancelled', 'nextStep', 'signedOut']);

/** Whether what an action resolved with is a step that the backend requires. */
const isStepRequired = (result: unknown): result is StepRequired => !!(result as StepRequired | undefined)?.next;

// In Node `isServer` is true in tests that simulate a DOM as well.
if (isServer)
  if (typeof document === 'undefined') renderOnServer(LatchElement);
  else completeSimulatedDom(LatchElement);
