import { listOf, record, text, urlInScope, type Rule } from '../rules.js';
import type { TabStrip } from '../types.js';
import { image } from './images.js';

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
