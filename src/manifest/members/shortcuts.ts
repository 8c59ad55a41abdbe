import { anyUrl, forEngine, listOf, listUpTo, record, text, urlInScope, type Rule } from '../rules.js';
import * as limits from '../tables/limits.js';
import type { Shortcut } from '../types.js';
import { image } from './images.js';
import { localizedImages, localizedTexts } from './localized.js';

const optional = {
  short_name: text,
  description: text,
  icons: listOf(image),
  name_localized: localizedTexts,
  short_name_localized: localizedTexts,
  description_localized: localizedTexts,
  icons_localized: localizedImages,
};
/** WebKit keeps shortcuts that have no name, and does not ask whether they stay in scope. */
const shortcutOfWebKit = record<Shortcut>(
  { url: anyUrl },
  { name: text, ...optional },
  { defaults: () => ({ name: '', icons: [] }) },
);
const shortcutOfOthers = record<Shortcut>({ url: urlInScope, name: text }, optional, {
  defaults: () => ({ icons: [] }),
});
/** WebKit ignores what drops a shortcut elsewhere, and the findings reflect that. */
const shortcut = forEngine('webkit', shortcutOfWebKit, (reading, node, lost) => {
  const earlier = reading.drafts.length;
  const result = shortcutOfOthers(reading, node, lost);
  if (!result)
    for (const draft of reading.drafts.slice(earlier)) if (draft.lost === lost) draft.engines = ['spec', 'chromium'];
  return result;
});

const anyShortcuts = listUpTo(limits.shortcuts, shortcut);

/** `shortcuts`. */
export const shortcuts: Rule<Shortcut[]> = (reading, node, lost) => {
  const results = anyShortcuts(reading, node, lost);
  const isAndroid = reading.rules === 'chromium' && reading.context.platform === 'mobile';
  if (isAndroid && results && results.length > limits.shortcutsOnAndroid)
    reading.report('too-many', node, {
      detail: `the first ${limits.shortcutsOnAndroid} on Android`,
      engines: ['chromium'],
      level: 'info',
    });
  return results;
};
