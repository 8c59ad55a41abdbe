import { text, type Rule } from '../rules.js';
import { storePlatforms, systemPlatforms } from '../tables/known-values.js';

const platforms = [...systemPlatforms, ...storePlatforms];

/**
 * `platform` of a screenshot or of a related application: any text, with advice where neither the tables nor `others`
 * know it.
 */
export function platformOf(others: readonly string[] = []): Rule<string> {
  return (reading, node, lost) => {
    const name = text(reading, node, lost);
    if (name && ![...platforms, ...others].includes(name))
      reading.report('unknown-value', node, {
        detail: JSON.stringify(name),
        fix: (others.length > 0 ? others : platforms).join(', '),
        level: 'info',
      });
    return name;
  };
}
