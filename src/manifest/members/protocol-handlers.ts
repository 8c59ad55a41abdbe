import { listOf, record, string, urlInScope, type Rule } from '../rules.js';
import { safelistedSchemes, schemesOfChromium } from '../tables/known-values.js';
import { trim } from '../text.js';

const protocol: Rule<string> = (reading, node, lost) => {
  const given = string(reading, node, lost);
  if (given === undefined) return undefined;
  const name = trim(given, reading.rules);
  const isChromium = reading.rules === 'chromium';
  const scheme = isChromium ? name.toLowerCase() : name;
  const isAllowed =
    /^web\+[a-z]+$/.test(scheme) ||
    safelistedSchemes.includes(scheme) ||
    (isChromium && schemesOfChromium.includes(scheme));
  if (!isAllowed)
    return reading.report('protocol-not-allowed', node, {
      lost,
      fix: 'a scheme of the safelist, or web+ and small letters',
    });
  if (scheme !== name)
    reading.report('not-lower-case', node, {
      fix: JSON.stringify(scheme),
      engines: ['chromium'],
    });
  return name;
};

const handlerUrl: Rule<string> = (reading, node, lost) => {
  const href = urlInScope(reading, node, lost);
  return href === undefined || href.includes('%s') ? href : reading.report('missing-placeholder', node, { lost });
};

/** `protocol_handlers`. */
export const protocolHandlers = listOf(record<{ protocol: string; url: string }>({ protocol, url: handlerUrl }, {}));
