const live = '[role=status], [role=alert], [aria-live]:not([aria-live=off])';

/** What a screen reader hears: what changes in live regions that were there before. */
export interface Listener {
  /** The sentences since the last call, in order. */
  heard(): string[];
  end(): void;
}

function* rootsIn(root: Document | ShadowRoot | Element): Generator<Document | ShadowRoot> {
  if (!(root instanceof Element)) yield root;
  for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) yield* rootsIn(shadowRoot);
}

const regionOf = (node: Node): Element | null =>
  (node instanceof Element ? node : node.parentElement)?.closest(live) ?? null;

/** Listens to every live region of the page, also in shadow trees. */
export function listen(): Listener {
  const said: string[] = [];
  const take = (records: readonly MutationRecord[]): void => {
    const regions = new Set<Element>();
    for (const { target, addedNodes, type } of records) {
      const region = regionOf(target);
      const adds = type === 'characterData' || [...addedNodes].some(({ textContent }) => textContent?.trim());
      if (region && adds) regions.add(region);
    }
    for (const { textContent } of regions) if (textContent.trim()) said.push(textContent.trim());
  };
  const observer = new MutationObserver(take);
  for (const root of rootsIn(document)) observer.observe(root, { subtree: true, childList: true, characterData: true });
  return {
    heard() {
      take(observer.takeRecords());
      return said.splice(0);
    },
    end: () => observer.disconnect(),
  };
}

/** The element that has the focus, in whichever shadow tree. */
export function deepActive(): Element {
  let active = document.activeElement ?? document.body;
  while (active.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/** What a screen reader adds to the name of a field. */
export function descriptionOf(field: Element): string {
  const root = field.getRootNode() as Document | ShadowRoot;
  const ids = (field.getAttribute('aria-describedby') ?? '').split(/\s+/).filter(Boolean);
  const texts = ids.map((id) => root.getElementById(id)?.textContent?.trim() ?? '');
  return [...texts, field.ariaDescription ?? ''].join(' ').trim();
}
