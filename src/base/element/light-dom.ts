import type { ReactiveController, ReactiveElement } from 'lit';

/** An element that may make parts of its own in its light DOM. */
export interface Host extends ReactiveElement {
  readonly isUpgraded: boolean;
}

/** What is made carries one of these attributes; what stands inside of it may, too. */
const marks = '[data-latch], [data-latch-card], [data-latch-part]';

/** The property of what was made. A copy does not have it. All copies of the package know it. */
const made = Symbol.for('latchkey.made.v1');

/** How often what was taken away comes back within one task: two scripts that each undo the other must not hang the page. */
const mostRepairs = 50;

/**
 * Whether `node` was made by an element. Not a copy of it, as Turbo's snapshots and `cloneNode()` give, and not one that
 * a morph has turned into something of the page.
 */
export function isMade(node: Element): boolean {
  return made in node && node.matches(marks);
}

/** Enters `node` as made. */
export function markMade<Made extends Element>(node: Made): Made {
  return Object.assign(node, { [made]: true });
}

/** What an element has in its light DOM, where password managers, labels and forms find it. */
interface Options<Part> {
  /** A selector of what the element needs: the page's own, or made. */
  fits: string;
  /** Makes what the page has not put in. */
  make: () => readonly HTMLElement[];
  /**
   * Gives the part what the element adds to it. Called for a `isNew` part, and whenever something changes in the light
   * DOM, so it must do nothing that is done already.
   */
  complete: (part: Part, isNew: boolean) => void;
  /** A selector of forms for pages whose script does not load, which what is made replaces. */
  fallback?: string;
}

/**
 * Keeps in the light DOM what an element needs there. The page's own takes precedence, also when it comes later. What is
 * made stays until then: it comes back, with what was typed and the focus, when a tool that knows only the markup of the
 * server removes it, such as the morphs of Turbo and htmx. Copies of it are removed.
 */
export class LightDom<Part extends HTMLElement> implements ReactiveController {
  readonly #host: Host;
  readonly #options: Options<Part>;
  readonly #observer: MutationObserver | undefined;
  /** Elements in slots of their own, with whether they are needed. */
  readonly #kept = new Map<HTMLElement, () => boolean>();
  #made: readonly HTMLElement[] = [];
  #inputs: readonly HTMLInputElement[] = [];
  #part: Part | null = null;
  #focused: HTMLElement | undefined;
  #isReady = false;
  #repairs = 0;

  constructor(host: Host, options: Options<Part>) {
    this.#host = host;
    this.#options = options;
    if (typeof MutationObserver !== 'undefined') this.#observer = new MutationObserver(() => this.check());
    host.addController(this);
    host.addEventListener('focusin', ({ target }) => (this.#focused = target as HTMLElement));
    host.addEventListener('focusout', ({ target }) => queueMicrotask(() => this.#blurred(target as HTMLElement)));
    // Turbo asks before it removes something: what is not removed keeps the keyboard of a phone open.
    host.addEventListener('turbo:before-morph-element', (event) => {
      const { detail, target } = event as CustomEvent<{ newElement?: Element }>;
      const isOurs = this.#made.includes(target as HTMLElement) || this.#kept.has(target as HTMLElement);
      if (isOurs && isMade(target as Element) && !detail.newElement) event.preventDefault();
    });
  }

  /** What the element has made, while that is in use. */
  get made(): Part | undefined {
    return this.#part && isMade(this.#part) ? this.#part : undefined;
  }

  hostConnected(): void {
    // The form for pages without script is out of sight from here on, and so loses the focus.
    if (this.#active && this.#host.contains(this.#active)) this.#focused = this.#active as HTMLElement;
    this.#discardCopies();
  }

  /**
   * Finds or makes the part, and keeps it there until `signal` aborts. Resolves with null if the element has left the page
   * meanwhile, or nothing was made.
   *
   * A page that a server has written is parsed first, and hydrated by its framework, which takes children that it does
   * not know for a mistake. Frameworks hydrate in their scripts or right after those; then the page is idle.
   */
  async begin(signal: AbortSignal): Promise<Part | null> {
    const host = this.#host;
    this.#observer?.observe(host, { attributes: true, childList: true, subtree: true });
    signal.addEventListener('abort', () => this.#observer?.disconnect());
    if (!this.check() && (host.isUpgraded || document.readyState === 'loading')) {
      if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve));
      // WebKit has no idle callbacks, and a busy page never becomes idle.
      await new Promise<unknown>((resolve) =>
        'requestIdleCallback' in self ? requestIdleCallback(resolve, { timeout: 1000 }) : setTimeout(resolve),
      );
    }
    if (signal.aborted) return null;
    try {
      this.#isReady = true;
      return this.check();
    } catch (error) {
      this.#isReady = false;
      throw error;
    }
  }

  /** Looks whether everything is in its place, and puts it there. Returns the part. */
  check(): Part | null {
    this.#discardCopies();
    const own = this.#findOwn();
    if (own) this.#withdraw();
    else if (this.#isReady) this.#ensureMade();
    this.#ensureKept();
    const part = own ?? (this.#made.find((node) => node.matches(this.#options.fits)) as Part | undefined) ?? null;
    const isNew = part !== this.#part;
    this.#part = part;
    if (part) this.#options.complete(part, isNew);
    if (isNew) this.#host.requestUpdate();
    this.#inputs = this.#made.flatMap(inputsIn);
    // What it has changed itself.
    this.#observer?.takeRecords();
    return part;
  }

  /** Keeps `part`, which the element has put in, for as long as `isNeeded` says. */
  keep(part: HTMLElement, isNeeded: () => boolean): void {
    this.#kept.set(markMade(part), isNeeded);
  }

  #findOwn(): Part | null {
    for (const part of this.#host.querySelectorAll<Part>(this.#options.fits)) if (!isMade(part)) return part;
    return null;
  }

  /** The page has put in its own: what a morph has turned into that stays. */
  #withdraw(): void {
    for (const node of this.#made) if (isMade(node)) node.remove();
    this.#made = [];
  }

  #ensureMade(): void {
    const host = this.#host;
    const isWhole = this.#made.length > 0 && this.#made.every(isMade) && this.#made.some((node) => inputsIn(node)[0]);
    if (!isWhole) {
      const former = this.#inputs;
      this.#withdraw();
      this.#made = this.#options.make().map(markMade);
      if (this.#made.length === 0) return;
      host.append(...this.#made);
      this.#carryOver(former);
    } else if (!this.#made.every((node) => host.contains(node)) && this.#mayRepair())
      this.#putBack(() => {
        let next: Node | null = null;
        for (const node of this.#made.toReversed()) {
          if (!host.contains(node)) host.insertBefore(node, next?.parentNode === host ? next : null);
          next = node;
        }
      });
    for (const form of host.querySelectorAll<HTMLElement>(this.#options.fallback ?? ':not(*)')) {
      this.#carryOver(inputsIn(form));
      form.remove();
    }
  }

  #ensureKept(): void {
    const host = this.#host;
    for (const [part, isNeeded] of this.#kept) {
      if (isMade(part) && host.contains(part)) continue;
      const isAlone = !host.querySelector(`:scope > ${part.localName}`);
      if (isMade(part) && isAlone && isNeeded()) {
        if (this.#mayRepair()) this.#putBack(() => host.append(part));
      } else this.#kept.delete(part);
    }
  }

  /** Puts nodes back, and the focus and the selection in them. */
  #putBack(put: () => void): void {
    const focused = this.#focused;
    const isLost = focused && !focused.isConnected && !this.#active;
    const { selectionStart = null, selectionEnd = null } = (focused ?? {}) as Partial<HTMLInputElement>;
    put();
    if (!isLost || !focused.isConnected) return;
    focused.focus({ preventScroll: true });
    if (selectionStart !== null) (focused as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd);
  }

  /** Moves what was typed into `former` inputs into those that were made, and the focus. */
  #carryOver(former: readonly HTMLInputElement[]): void {
    for (const field of former) {
      const { name, value } = field;
      const own = this.#made.flatMap(inputsIn).find((input) => input.name === name);
      if (!own) continue;
      const hadFocus = this.#active === field || (this.#focused === field && !this.#active);
      own.value ||= value;
      field.value = '';
      if (hadFocus) own.focus({ preventScroll: true });
    }
  }

  /** Removes what carries a mark but was not made: a copy, which nothing would ever fill or read. */
  #discardCopies(): void {
    const host = this.#host;
    for (const node of host.querySelectorAll(marks)) if (!isMade(node) && !isInsideMade(node, host)) node.remove();
  }

  #blurred(target: HTMLElement): void {
    const isLeft = target.isConnected && target.checkVisibility() && target !== this.#active;
    if (isLeft && target === this.#focused) this.#focused = undefined;
  }

  /** What has the focus around the element, if not the page itself. */
  get #active(): Element | null {
    const { activeElement, body } = this.#host.getRootNode() as Document;
    return activeElement === body ? null : activeElement;
  }

  #mayRepair(): boolean {
    if (this.#repairs === 0) setTimeout(() => (this.#repairs = 0));
    this.#repairs += 1;
    if (this.#repairs === mostRepairs)
      reportError(new Error(`Something removes what <${this.#host.localName}> puts in, again and again`));
    return this.#repairs < mostRepairs;
  }
}

const inputsIn = (node: HTMLElement): HTMLInputElement[] =>
  node instanceof HTMLInputElement ? [node] : [...node.querySelectorAll('input')];

function isInsideMade(node: Element, host: Element): boolean {
  for (let around = node.parentElement; around && around !== host; around = around.parentElement)
    if (isMade(around)) return true;
  return false;
}

/** The words that parts have got: the browser may have translated what stands in them. */
const given = new WeakMap<Element, unknown>();

/** Gives the labels and buttons that were made in `host` their words, in order: its language may have changed. */
export function relabel(host: HTMLElement, words: readonly unknown[]): void {
  for (const [index, part] of host.querySelectorAll('label[data-latch], form[data-latch] button').entries()) {
    const word = words[index];
    if ((given.get(part) ?? part.textContent) !== word) part.textContent = word as string;
    given.set(part, word);
  }
}

/** Sets an attribute, or removes it with null, unless it is so already. */
export function setMark(node: Element, name: string, value: string | null): void {
  if (node.getAttribute(name) === value) return;
  if (value === null) node.removeAttribute(name);
  else node.setAttribute(name, value);
}

let count = 0;

/** Makes an input with its label. Their ids keep morphs from taking them for something of the page. */
export function makeField(text: string, name = ''): [HTMLLabelElement, HTMLInputElement] {
  const label = document.createElement('label');
  const input = document.createElement('input');
  // Another copy of the package counts too.
  do input.id = label.htmlFor = `latch-input-${(count += 1)}`;
  while (document.getElementById(input.id));
  label.id = `${input.id}-label`;
  input.name = name;
  input.autocapitalize = 'none';
  label.textContent = text;
  given.set(label, text);
  label.dataset.latch = input.dataset.latch = '';
  return [label, input];
}

const setValue = Object.getOwnPropertyDescriptor((globalThis.HTMLInputElement ?? class {}).prototype, 'value')?.set;

/**
 * Empties an input, and notifies the page's framework as if the user had done it. React would not notice a value that
 * is written through the property with which it has covered that of the platform.
 */
export function emptyField(input: HTMLInputElement | null | undefined): void {
  if (!input?.value) return;
  setValue?.call(input, '');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
