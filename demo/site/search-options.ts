import type { Options } from 'minisearch';

/** A section of a page, as it is found. */
export interface Section {
  readonly id: string;
  readonly path: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

/** How the index is built, and how the browser reads it: both must use the same options. */
export const searchOptions: Options<Section> = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['path', 'page', 'heading'],
  searchOptions: { boost: { page: 3, heading: 4 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
};
