/**
 * Gives a page as many copies of a module as it asks for: what is imported with `?copy=<name>` takes everything that it
 * imports in turn from the same copy, as two bundles of one package on a page do.
 */
export const secondCopyPlugin = {
  name: 'second-copy',
  transformImport({ source, context }) {
    const copy = context.URL.searchParams.get('copy');
    return copy ? `${source}${source.includes('?') ? '&' : '?'}copy=${copy}` : undefined;
  },
};
