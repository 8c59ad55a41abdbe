import { knownCategories } from '../tables/categories.js';
import type { JsonNode } from '../json-node.js';
import type { Reading } from '../reading.js';

/** `categories`: any texts, as they are. */
export function readCategories(reading: Reading, node: JsonNode): string[] {
  return (reading.list(node) ?? []).flatMap((item) => {
    const category = reading.string(item, 'it is dropped');
    if (category === undefined) return [];
    if (category !== category.toLowerCase()) reading.report('not-lower-case', item, `${reading.label(item)} is ${JSON.stringify(category)}. Small letters are recommended.`, { fix: JSON.stringify(category.toLowerCase()), level: 'info' });
    else if (!knownCategories.includes(category)) reading.report('unknown-category', item, `${JSON.stringify(category)} is not on the list of known categories, so that stores may pass over it.`, { spec: 'https://github.com/w3c/manifest/wiki/Categories' });
    return category;
  });
}
