import { plainText } from './plain.js';

/** What a code is copied with: quotes and brackets around it, and the end of a sentence. */
const around = ' "\'“”„‘’«»‹›()[].,;:';

/** Without a regular expression, whose time would grow with the square of the length. */
function bare(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && around.includes(text[start]!)) start++;
  while (start < end && around.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/**
 * A code as it is compared, from what a user typed: in upper case, without what separates its groups, and what it was
 * copied with.
 */
export function plainCode(typed: string): string {
  return bare(plainText(typed))
    .replace(/[ ._-]/g, '')
    .toUpperCase();
}

/** The 4 to 12 digits of a one-time code, from what a user typed; undefined if it cannot be one. */
export function oneTimeCode(typed: string): string | undefined {
  const code = plainCode(typed);
  return /^\d{4,12}$/.test(code) ? code : undefined;
}

/**
 * A code as a page sends it. Digits are sent alone; a recovery code keeps its case and its hyphens, which are part of it
 * at some backends.
 */
export function codeToSend(typed: string): string {
  const code = plainCode(typed);
  return /^\d+$/.test(code) ? code : bare(plainText(typed));
}
