import { type CSSResult, html as litHtml, noChange, nothing, type TemplateResult, unsafeCSS } from 'lit';
import { type ChildPart, Directive, directive, type DirectiveResult } from 'lit/directive.js';

/** Styles as they stand in the source. Lit's own tag can also fill in values, which no style here needs. */
export function css([text]: TemplateStringsArray): CSSResult {
  return unsafeCSS(text);
}

export { isServer, nothing, render, svg, unsafeCSS } from 'lit';

/**
 * Writes a text as a new node each time that it changes. Lit would go on writing into the node of the first text, which
 * is no longer in the page when the browser has translated it: translations replace text nodes by elements.
 */
class Words extends Directive {
  #text: unknown;
  #occasion: unknown;

  override render(text: unknown, _occasion?: unknown): unknown {
    return text;
  }

  override update(part: ChildPart, [text, occasion]: Parameters<this['render']>): unknown {
    if (text === this.#text && occasion === this.#occasion) return noChange;
    this.#text = text;
    this.#occasion = occasion;
    return text === '' || text == null
      ? nothing
      : part.parentNode.ownerDocument!.createTextNode(String(text as string | number));
  }
}

/** Writes `text`, and writes it again when `occasion` is another one, so that a live region announces it again. */
export const words: (text: unknown, occasion?: unknown) => DirectiveResult = directive(Words);

/** For each value of a template, whether it stands between tags. */
const positions = new WeakMap<TemplateStringsArray, readonly boolean[]>();

function findPositions(strings: TemplateStringsArray): readonly boolean[] {
  let isInTag = false;
  return strings.map((part) => {
    const [opened, closed] = [part.lastIndexOf('<'), part.lastIndexOf('>')];
    if (opened !== closed) isInTag = opened > closed;
    return !isInTag;
  });
}

/** Lit's `html`, with every text between tags written as {@link words}. All templates of elements are made with it. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult<1> {
  let isBetween = positions.get(strings);
  if (!isBetween) positions.set(strings, (isBetween = findPositions(strings)));
  const bound = values.map((value, index) =>
    isBetween[index] && (typeof value === 'string' || typeof value === 'number') ? words(value) : value,
  );
  return litHtml(strings, ...bound);
}

/**
 * Runs `render`, which renders into `root`. If a translation has taken the nodes away between which Lit writes, everything is
 * rendered once more, into an empty root, with what was typed and the focus.
 */
export function renderAnew(root: HTMLElement | DocumentFragment, render: () => unknown): void {
  try {
    render();
  } catch {
    // Lit writes beside a node that is gone: a TypeError, a DOMException, and in its build for development another error.
    const before = inputsIn(root);
    const { activeElement } = root.getRootNode() as Document | ShadowRoot;
    root.replaceChildren();
    Reflect.deleteProperty(root, '_$litPart$');
    render();
    for (const input of inputsIn(root)) {
      const former = before.find(({ id, name }) => id === input.id && name === input.name);
      if (!former) continue;
      input.value = former.value;
      input.checked = former.checked;
      if (former === activeElement) input.focus();
    }
  }
}

const inputsIn = (root: HTMLElement | DocumentFragment): HTMLInputElement[] => [...root.querySelectorAll('input')];
