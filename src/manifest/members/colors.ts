import { parseColor } from '../color.js';
import type { JsonNode } from '../json-node.js';
import { memberOf, type Reading } from '../reading.js';
import type { ProcessedManifest } from '../types.js';

/** `theme_color` and `background_color`, as `#rrggbbaa`. */
export function readColor(reading: Reading, node: JsonNode | undefined): string | undefined {
  const text = reading.text(node);
  if (text === undefined) return undefined;
  const color = reading.rules === 'gecko' && text.toLowerCase() === 'currentcolor' ? '#000000ff' : parseColor(text);
  if (color === undefined) {
    reading.report('invalid-color', node!, `${reading.label(node!)} is ${JSON.stringify(text.slice(0, 100))}, which is not a colour that stands for itself; it is ignored.`, {
      fix: 'a colour like "#336699"',
      spec: 'https://www.w3.org/TR/css-color-4/#color-syntax',
    });
  }
  return color;
}

/** `color_scheme_dark`: the colours for a dark system. */
export function readDarkColors(reading: Reading, node: JsonNode): ProcessedManifest['color_scheme_dark'] {
  if (!reading.object(node)) return undefined;
  const theme = readColor(reading, memberOf(node, 'theme_color'));
  const background = readColor(reading, memberOf(node, 'background_color'));
  return { ...(theme && { theme_color: theme }), ...(background && { background_color: background }) };
}
