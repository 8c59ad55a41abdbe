import { defaultTreeAdapter, type DefaultTreeAdapterTypes } from 'parse5';
import { parsePage } from '../../manifest/site/head/read-head.js';

/** An element of the page. */
export interface PageElement {
  name: string;
  /** Values as written; names in lower case. */
  attributes: Readonly<Record<string, string>>;
}

/** Reads a page as browsers without script do, and returns its first 25,000 elements in order; those in templates are left out. */
export function readElements(html: string): PageElement[] {
  const elements: PageElement[] = [];
  const pending: DefaultTreeAdapterTypes.Node[] = [parsePage(html)];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (defaultTreeAdapter.isElementNode(node))
      elements.push({
        name: node.tagName,
        attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
      });
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) pending.push(child);
  }
  return elements;
}
