const longest = 2048;
/** Any origin does: what matters is whether the address leaves it. */
const anywhere = 'https://origin.invalid';
/** One slash, and no second one: browsers read a backslash as a slash. */
const startsAtRoot = /^\/(?![/\\])/;
// eslint-disable-next-line no-control-regex -- URL parsers drop some of these characters, and what is left may begin with two slashes.
const neverWritten = /[\u0000-\u001f\u007f-\u009f\\]/;
/** The same characters and a slash, in case something decodes the path later. */
const neverEncoded = /^[^?#]*%(?:[01][0-9a-f]|7f|2f|5c)/i;

/**
 * Returns the path to go to after a sign-in, in the spelling of a URL: path, query and fragment. Everything that could
 * lead to another origin, however it is parsed, becomes `/`, and so does everything longer than 2,048 characters.
 */
export function safeReturnTo(asked: string | undefined): string {
  if (asked === undefined || asked.length > longest || !startsAtRoot.test(asked) || neverWritten.test(asked))
    return '/';
  if (!URL.canParse(asked, anywhere)) return '/';
  const { origin, pathname, search, hash } = new URL(asked, anywhere);
  // Without its `.` and `..` a path may begin with two slashes after all.
  const path = pathname + search + hash;
  return origin === anywhere && startsAtRoot.test(path) && !neverEncoded.test(asked) && path.length <= longest
    ? path
    : '/';
}
