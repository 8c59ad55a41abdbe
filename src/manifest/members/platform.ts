import { text, type Rule } from '../rules.js';
import { storePlatforms, systemPlatforms } from '../tables/known-values.js';

/** The platforms that the specification lists. */
export const platforms: readonly string[] = [...systemPlatforms, ...storePlatforms];

/** `platform` of a screenshot or of a related application: any text, with advice where the tables do not know it. */
export function platformOf(known: readonly string[] = platforms, advised = known): Rule<string> {
  return (reading, node, lost) => {
    const name = text(reading, node, lost);
    if (name && !known.includes(name))
      reading.report('unknown-value', node, {
        detail: JSON.stringify(name),
        fix: advised.join(', '),
        level: 'info',
      });
    return name;
  };
}
