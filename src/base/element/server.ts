import { unsafeCSS, type CSSResultGroup, type CSSResultOrNative } from 'lit';

/**
 * What an element sees of its page on the server: nothing. Its children are rendered elsewhere, and slots show them in the
 * browser.
 */
const noPage = {
  childNodes: [],
  children: [],
  querySelector: () => null,
  querySelectorAll: () => [],
  matches: () => false,
};

/** `latchkey/styles.css` reserves room for the buttons of elements that are not defined yet. These have theirs. */
const noReserve = ':host(:not(:defined)){padding-block-end:0!important;animation:none!important}';

/** What {@link renderOnServer} changes of a class. */
interface Rendered {
  readonly prototype: object;
  finalizeStyles?(styles?: CSSResultGroup): CSSResultOrNative[];
}

/** Lets the subclasses of `element` be rendered on the server. */
export function renderOnServer(element: object): void {
  const { prototype, finalizeStyles } = element as Rendered;
  // Defined, not assigned: Angular's server has a DOM of its own, in which some of them have no setter.
  for (const [name, value] of Object.entries(noPage)) Object.defineProperty(prototype, name, { value });
  Object.assign(element, {
    finalizeStyles(styles?: CSSResultGroup): CSSResultOrNative[] {
      return [...finalizeStyles!.call(this, styles), unsafeCSS(noReserve)];
    },
  });
}

/**
 * Gives the subclasses of `element` what a DOM that tests simulate in Node lacks: jsdom has no states and no validity of
 * elements in forms, happy-dom no internals at all.
 */
export function completeSimulatedDom({ prototype }: { readonly prototype: HTMLElement }): void {
  const { attachInternals } = prototype;
  prototype.attachInternals = function (): ElementInternals {
    const internals = attachInternals?.call(this) ?? {};
    const missing = {
      states: new Set(),
      form: this.closest?.('form') ?? null,
      validity: { valid: true },
      setFormValue() {},
      setValidity() {},
      checkValidity: () => true,
      reportValidity: () => true,
    };
    for (const [name, value] of Object.entries(missing))
      if (!(name in internals)) Object.defineProperty(internals, name, { value });
    return internals as ElementInternals;
  };
}
