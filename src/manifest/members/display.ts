import type { JsonNode } from '../json-node.js';
import { forEngine, keyword, listOf, memberOf, record, type Rule, text, urlInScope } from '../rules.js';
import { displayModes, orientations, overrideModes } from '../tables/known-values.js';
import { quote, trim } from '../text.js';
import type { DisplayMode, DisplayOverride, Orientation, TabStrip } from '../types.js';
import { image } from './images.js';

const basicMode = keyword(displayModes);
/** `unframed` works in isolated web apps only. */
const advisedModes = overrideModes.filter((mode) => mode !== 'unframed');
const anyMode = forEngine<DisplayOverride>(
  'chromium',
  keyword([...overrideModes, 'picture-in-picture'], false, false, advisedModes),
  keyword(overrideModes, false, false, advisedModes),
);

/** `display`: one of the four basic modes. */
export const display: Rule<DisplayMode> = (reading, node, lost) => {
  const mode = typeof node.value === 'string' ? trim(node.value, reading.rules).toLowerCase() : '';
  if (!overrideModes.slice(displayModes.length).includes(mode as DisplayOverride))
    return basicMode(reading, node, lost);
  return reading.report('display-needs-override', node, {
    lost,
    detail: mode,
    fix: `"display": "standalone"${mode === 'unframed' ? '' : `, "display_override": ["${mode}"]`}`,
  });
};

/**
 * `display_override`: what an engine does not know is passed over, and so is what Chromium knows on ChromeOS only; what
 * no app can open as, Chromium keeps.
 */
export const displayOverride = listOf<DisplayOverride>((reading, item, lost) => {
  const node = reading.rules === 'chromium' ? modeOf(item) : item;
  if (!node) return reading.report('display-for-few', item, { lost, detail: 'isolated web apps', fix: 'remove it' });
  if (typeof node.value === 'string' && /^borderless$/i.test(node.value))
    return reading.report('unknown-value', node, { lost, detail: quote(node.value), fix: 'remove it' });
  const mode = anyMode(reading, node, lost);
  if (mode === 'picture-in-picture') reading.report('unknown-value', node, { detail: `"${mode}"`, fix: 'remove it' });
  if (mode === 'unframed') reading.report('display-for-few', node, { detail: 'isolated web apps', fix: 'remove it' });
  if (mode !== 'tabbed') return mode;
  reading.report('display-for-few', node, { detail: 'ChromeOS', level: 'info' });
  return reading.rules === 'chromium' && reading.context.platform !== 'chromeos' ? undefined : mode;
});

/** Chromium takes an object with a mode; with addresses for which it counts, of isolated web apps only. */
function modeOf(item: JsonNode): JsonNode | undefined {
  if (!(item.value instanceof Map) || !item.value.has('display')) return item;
  return item.value.has('url_patterns') ? undefined : memberOf(item, 'display');
}

/** `orientation`. */
export const orientation: Rule<Orientation> = keyword(orientations);

type HomeTab = Exclude<TabStrip['home_tab'], string>;

/** Nothing, if the word that stands for the default is given. */
function unlessAuto<Value>(read: Rule<Value>): Rule<Value> {
  return (reading, node, lost) =>
    typeof node.value === 'string' && node.value.toLowerCase() === 'auto' ? undefined : read(reading, node, lost);
}

const parts = Object.fromEntries(
  'protocol username password hostname port pathname search hash baseURL'.split(' ').map((name) => [name, text]),
);
const homeTabObject = record<HomeTab>(
  {},
  { icons: unlessAuto(listOf(image)), scope_patterns: listOf(record<Record<string, string>>({}, parts)) },
  { defaults: () => ({ scope_patterns: [] }) },
);

const homeTab: Rule<TabStrip['home_tab']> = (reading, node, lost) => {
  if (node.value instanceof Map) return homeTabObject(reading, node, lost);
  return typeof node.value === 'string' && node.value.toLowerCase() === 'absent' ? 'absent' : 'auto';
};

/** `tab_strip`, which matters where `display_override` has `tabbed`. */
export const tabStrip = record<TabStrip>(
  {},
  { home_tab: homeTab, new_tab_button: record<{ url?: string }>({}, { url: unlessAuto(urlInScope) }) },
  {
    defaults: () => ({ home_tab: 'auto', new_tab_button: {} }),
  },
);
