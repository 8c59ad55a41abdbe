import { Failure } from './failure.js';

/**
 * The URL in `text`; `name` says whose it is, and `hint` is the command for help.
 *
 * @throws {Failure} if it is no URL, or of another scheme than http and https.
 */
export function readHttpUrl(name: string, text: string, hint: string): URL {
  if (!/^https?:\/\//i.test(text))
    throw new Failure(`${name} must be a URL that begins with http:// or https://: ${text}`, { hint });
  if (!URL.canParse(text)) throw new Failure(`${name} must be a valid URL: ${text}`, { hint });
  return new URL(text);
}
