import { displayModes, overrideModes } from '../tables/display-modes.js';
import { orientations } from '../tables/orientations.js';
import type { JsonNode } from '../json-node.js';
import type { Reading } from '../reading.js';
import { trim } from '../text.js';
import type { DisplayMode, DisplayOverride, Orientation } from '../types.js';

/** `display`. Undefined if it is not one of the four basic modes; then the app is an ordinary tab. */
export function readDisplay(reading: Reading, node: JsonNode): DisplayMode | undefined {
  const consequence = 'the app opens in an ordinary tab, as with browser';
  const wanted = typeof node.value === 'string' ? trim(node.value, reading.rules).toLowerCase() : '';
  if (overrideModes.includes(wanted as DisplayOverride) && !displayModes.includes(wanted as DisplayMode)) {
    reading.report('display-needs-override', node, `"display" cannot be ${wanted}, so that ${consequence}. It belongs into "display_override", with a basic mode in "display".`, {
      fix: `"display": "standalone", "display_override": ["${wanted}"]`,
    });
    return undefined;
  }
  return reading.keyword(node, displayModes, { consequence });
}

/** `display_override`: what an engine does not know is passed over. */
export function readDisplayOverride(reading: Reading, node: JsonNode): DisplayOverride[] {
  const modes: DisplayOverride[] = [];
  for (const item of reading.list(node) ?? []) {
    const mode = reading.keyword(item, overrideModes, { consequence: 'it is passed over' });
    if (!mode) continue;
    if (mode === 'tabbed') {
      reading.report('display-for-few', item, 'Only ChromeOS opens apps as tabbed; elsewhere it is passed over.', { level: 'info' });
      if (reading.rules === 'chromium') continue;
    }
    if (mode === 'unframed') {
      reading.report('display-for-few', item, '"unframed" is for isolated web apps only. Chromium lets it pass, and then opens other apps in a plain window.', { fix: 'remove it' });
    }
    modes.push(mode);
  }
  return modes;
}

/** `orientation`. */
export function readOrientation(reading: Reading, node: JsonNode): Orientation | undefined {
  const orientation = reading.keyword(node, orientations);
  if (orientation && orientation !== 'any' && orientation !== 'natural') {
    reading.report('orientation-lock', node, `"orientation" holds the app to ${orientation}. People whose device is mounted cannot turn it; do that only where one orientation is essential.`, {
      fix: 'remove it, or "any"',
      spec: 'https://www.w3.org/WAI/WCAG22/Understanding/orientation.html',
    });
  }
  return orientation;
}
