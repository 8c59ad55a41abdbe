import { isFileType } from '../media-type.js';
import { firstKeyword, list, listOf, object, record, type Rule, string, text, urlInScope } from '../rules.js';
import { safelistedSchemes, schemesOfChromium } from '../tables/known-values.js';
import * as limits from '../tables/limits.js';
import { quote, trim } from '../text.js';
import type { ClientMode, FileHandler } from '../types.js';
import { image } from './images.js';

const clientMode = firstKeyword<ClientMode>(['auto', 'navigate-new', 'navigate-existing', 'focus-existing']);

/** `launch_handler`. Of a list of modes the first known one counts. */
export const launchHandler = record<{ client_mode: ClientMode }>(
  {},
  { client_mode: clientMode },
  { defaults: () => ({ client_mode: 'auto' }) },
);

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
      fix: quote(scheme),
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

const extension: Rule<string> = (reading, node, lost) => {
  const given = string(reading, node, lost);
  if (given === undefined) return undefined;
  if (!/^\.[^\p{Cc}\p{Cf}]+$/u.test(given))
    return reading.report('invalid-extension', node, { lost, detail: quote(given.slice(0, 40)) });
  if (given.length <= limits.extensionLength) return given;
  const isKept = reading.rules === 'chromium';
  reading.report('too-long', node, { detail: limits.extensionLength, ...(!isKept && { lost }) });
  return isKept ? given : undefined;
};

/** From media types to extensions; of all handlers together Chromium takes so many. */
const accept: Rule<Record<string, string[]>> = (reading, node, lost) => {
  const result: Record<string, string[]> = {};
  const earlier = reading.drafts.length;
  for (const [type, entry] of object(reading, node, lost) ?? []) {
    if (!isFileType(type)) {
      reading.report('invalid-media-type', entry, { lost: entry, detail: quote(type) });
      continue;
    }
    const isSpec = reading.rules === 'spec';
    const items = typeof entry.value === 'string' && !isSpec ? [entry] : (list(reading, entry, entry) ?? []);
    const extensions = items.flatMap((item) => extension(reading, item, isSpec ? entry : item) ?? []);
    if (isSpec && extensions.length < items.length) continue;
    const left = reading.rules === 'chromium' ? limits.extensions - reading.extensions : Infinity;
    if (extensions.length > left)
      reading.report('too-many', entry, {
        detail: `the first ${limits.extensions} of all file extensions`,
        engines: ['chromium'],
      });
    const kept = extensions.slice(0, left);
    reading.extensions += kept.length;
    if (kept.length > 0) result[type] = kept;
    if (extensions.length > left) break;
  }
  if (Object.keys(result).length > 0) return result;
  const reported = reading.drafts.slice(earlier);
  for (const draft of reported) draft.lost = lost;
  return reported.length > 0 ? undefined : reading.report('empty-text', node, { lost });
};

/** `file_handlers`. */
export const fileHandlers = listOf(
  record<FileHandler>(
    { action: urlInScope, accept },
    { name: text, icons: listOf(image), launch_type: firstKeyword(['single-client', 'multiple-clients']) },
    { defaults: () => ({ icons: [], launch_type: 'single-client' }) },
  ),
);
