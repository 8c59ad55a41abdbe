import { readColor } from '../color.js';
import { record, text, type Rule } from '../rules.js';
import type { ProcessedManifest } from '../types.js';
import { quote } from '../text.js';

/** `theme_color` and `background_color`, as `#rrggbbaa`. */
export const color: Rule<string> = (reading, node, lost) => {
  const given = text(reading, node, lost);
  if (given === undefined) return undefined;
  if (reading.rules === 'gecko' && given.toLowerCase() === 'currentcolor') return '#000000ff';
  return (
    readColor(given, reading.rules) ??
    reading.report('invalid-color', node, { lost, detail: quote(given.slice(0, 99)) })
  );
};

/** `color_scheme_dark`: the colours for a dark system. */
export const darkColors = record<NonNullable<ProcessedManifest['color_scheme_dark']>>(
  {},
  { theme_color: color, background_color: color },
);
