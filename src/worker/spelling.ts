import { firstSegments } from '../base/contract/paths.js';

/**
 * Kinds of files that are the same for everybody: `auth.js` is a script, `login.html` and `login.php` are not to be
 * trusted.
 */
const harmless = /^[^.]+(?:\.[\w-]+)*\.(?:avif|css|gif|ico|jpe?g|m?js|map|png|svg|webp|woff2?)$/;

/** What parts names, with what some servers make a slash of when they have to spell it in fewer letters. */
const separator = /[/\\\u2044\u2215\u29f8]/;

/** More layers of encoding than anybody has a reason for. */
const mostLayers = 4;

/**
 * Returns whether the response at `path`, the path of a URL, must never be cached, in any spelling: whether any server
 * could treat one of its segments as a path of the contract. Servers differ in what they treat as equal: letter case,
 * nested encodings, doubled slashes, backslashes, parent segments, trailing dots, path parameters, characters that are
 * compatible in Unicode. A path that cannot be decoded, or has a control character, is denied too. The position of the
 * segment does not matter, because a backend may be at any path of the origin.
 */
export function isDenied(path: string): boolean {
  const decoded = decodeLayers(path);
  return decoded === undefined || /\p{Cc}/u.test(decoded) || decoded.split(separator).some(couldBeDenied);
}

function decodeLayers(path: string): string | undefined {
  let text = path;
  for (let layer = 0; layer <= mostLayers; layer += 1) {
    let decoded: string;
    try {
      decoded = fold(decodeURIComponent(text));
    } catch {
      // Not UTF-8, or a stray percent sign: each server makes something else of it.
      return undefined;
    }
    if (decoded === text) return decoded;
    text = decoded;
  }
  return undefined;
}

/**
 * Makes one letter of all that could be taken for it, and drops what cannot be seen. Some servers compare capitals,
 * which more letters share: `ı` has that of `i`. Control characters stay, for some servers stop reading
 * there.
 */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/gu, '');

function couldBeDenied(segment: string): boolean {
  const name = /^[\w.-]*/.exec(segment)![0];
  return (
    firstSegments.some((place) => name === place || name.startsWith(`${place}.`)) &&
    !(name === segment && harmless.test(name))
  );
}
