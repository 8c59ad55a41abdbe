import { defaultTreeAdapter, type DefaultTreeAdapterTypes, parse, type ParserOptions } from 'parse5';

type Options = ParserOptions<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>;

/**
 * How many elements of a page are read. Browsers read any number, but the parser repeats open elements, so that a short
 * page can have millions, and takes the square of the time for deep ones.
 */
const mostElements = 25_000;

/** Reads a page as browsers do, up to its first 25,000 elements; what matters is in its head. @internal */
export function parsePage(
  html: string,
  options: Pick<Options, 'sourceCodeLocationInfo'> = {},
): DefaultTreeAdapterTypes.Document {
  const document = defaultTreeAdapter.createDocument();
  const full = new Error('The page has more elements than are read.');
  let count = 0;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createDocument: () => document,
    createElement(...element) {
      count += 1;
      if (count > mostElements) throw full;
      return defaultTreeAdapter.createElement(...element);
    },
  };
  try {
    parse(html, { ...options, treeAdapter });
  } catch (error) {
    if (error !== full) throw error;
  }
  return document;
}

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
