import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes, type ParserOptions } from 'parse5';

type Options = ParserOptions<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>;

/**
 * How many elements of a page are read. Browsers read any number, but the parser repeats open elements, so that a short
 * page can have millions, and takes the square of the time for deep ones.
 */
const mostElements = 25_000;

/** Reads a page as browsers do, up to its first 25,000 elements; what matters is in its head. */
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
