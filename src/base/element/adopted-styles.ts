import type { CSSResult, ReactiveElement } from 'lit';

type Styles = Pick<CSSResult, 'styleSheet' | 'cssText'>;

/** What was adopted, by tree: one that gets into another document loses its style sheets. */
const adopted = new WeakMap<Document | ShadowRoot, Set<Styles>>();

/** Style sheets for other documents than that of the script, by the styles: no two documents share one. */
const copies = new WeakMap<Document, Map<Styles, CSSStyleSheet>>();

/** Gives a tree style sheets that it has not yet. */
export function adoptStyles(root: Document | ShadowRoot, ...styles: readonly Styles[]): void {
  const all = adopted.get(root) ?? new Set();
  adopted.set(root, all);
  for (const one of styles) {
    all.add(one);
    const sheet = sheetOf(one, root.ownerDocument ?? (root as Document));
    if (sheet && !root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  }
}

/** The styles that Lit gives to the shadow root of an element. */
export const elementStylesOf = ({ constructor }: ReactiveElement): readonly Styles[] =>
  (constructor as typeof ReactiveElement).elementStyles as CSSResult[];

/** Gives the shadow root of an element that is in another document now its style sheets again. */
export function adoptStylesAgain(host: ReactiveElement): void {
  const root = host.shadowRoot;
  if (root) adoptStyles(root, ...elementStylesOf(host), ...(adopted.get(root) ?? []));
}

/**
 * Gives the tree that `host` stands in the styles of what the element makes there. Selectors have an attribute, so that
 * no reset of the page beats them, which ends the styles that a shadow root gives to slotted elements. One that is in no
 * tree gets them when it is.
 */
export function stylePage(host: HTMLElement, ...styles: readonly Styles[]): void {
  if (host.isConnected) adoptStyles(host.getRootNode() as Document | ShadowRoot, ...styles);
}

/** Gives the tree that `host` stands in again what it had: a page that sets `adoptedStyleSheets` replaces all. */
export function stylePageAgain(host: HTMLElement): void {
  const root = host.getRootNode() as Document | ShadowRoot;
  const all = adopted.get(root);
  if (all) adoptStyles(root, ...all);
}

function sheetOf(styles: Styles, owner: Document): CSSStyleSheet | undefined {
  if (owner === document) return styles.styleSheet;
  const view = owner.defaultView as (Window & typeof globalThis) | null;
  // Nothing shows a document without a window.
  if (!view) return undefined;
  const sheets = copies.get(owner) ?? new Map<Styles, CSSStyleSheet>();
  copies.set(owner, sheets);
  let sheet = sheets.get(styles);
  if (!sheet) {
    sheet = new view.CSSStyleSheet();
    sheet.replaceSync(styles.cssText);
    sheets.set(styles, sheet);
  }
  return sheet;
}
