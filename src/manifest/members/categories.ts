import { listOf, string } from '../rules.js';

/** `categories`: any texts, as they are. */
export const categories = listOf<string>((reading, node, lost) => {
  const category = string(reading, node, lost);
  if (category === undefined) return undefined;
  const small = category.toLowerCase();
  if (category !== small)
    reading.report('not-lower-case', node, {
      detail: JSON.stringify(category),
      fix: JSON.stringify(small),
      level: 'info',
    });
  return category;
});
