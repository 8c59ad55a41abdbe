import { defaultTreeAdapter, type DefaultTreeAdapterTypes } from 'parse5';
import { parsePage } from './parse-page.js';

/** A `link`, `meta`, `base` or `title` of a page. */
export interface PageTag {
  name: 'link' | 'meta' | 'base' | 'title';
  /** Values as written; names in lower case. */
  attributes: Record<string, string>;
  /** What stands in a `title`. */
  text?: string;
  /** Whether it is a child of `head`, after the parser has put everything where it belongs. */
  inHead: boolean;
  /** Where it begins in the source, both from 1. */
  line: number;
  column: number;
}

/**
 * Reads a page as browsers do and answers its `link`, `meta`, `base` and `title` tags in order, wherever they stand
 * among its first 25,000 elements.
 *
 * @see {@link https://html.spec.whatwg.org/multipage/parsing.html HTML, parsing documents}
 */
export function readHead(html: string): PageTag[] {
  const tags: PageTag[] = [];
  const pending: DefaultTreeAdapterTypes.Node[] = [parsePage(html, { sourceCodeLocationInfo: true })];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (defaultTreeAdapter.isElementNode(node)) {
      const tag = readTag(node);
      if (tag) tags.push(tag);
    }
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) pending.push(child);
  }
  return tags;
}

function readTag(element: DefaultTreeAdapterTypes.Element): PageTag | undefined {
  const { tagName: name, namespaceURI, attrs, parentNode, sourceCodeLocation: place } = element;
  if (namespaceURI !== 'http://www.w3.org/1999/xhtml') return undefined;
  if (name !== 'link' && name !== 'meta' && name !== 'base' && name !== 'title') return undefined;
  return {
    name,
    attributes: Object.fromEntries(attrs.map((attribute) => [attribute.name, attribute.value])),
    ...(name === 'title' && {
      text: element.childNodes.map((child) => ('value' in child ? child.value : '')).join(''),
    }),
    inHead: parentNode !== null && 'tagName' in parentNode && parentNode.tagName === 'head',
    line: place?.startLine ?? 1,
    column: place?.startCol ?? 1,
  };
}
