/** The first names of the paths whose answers are about one person, or let somebody in. */
const denied = [
  'auth',
  'webauthn',
  'login',
  'logout',
  'signup',
  'session',
  'sessions',
  'account',
  'otp',
  'identity',
  'payment',
  '.well-known',
];

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
 * Tells whether what is at `path`, the path of a URL, must never be kept, however it is spelled: whether any of its
 * names could mean one of the contract's places to any server. Servers differ in what they take for the
 * same: letter case, encodings upon encodings, doubled slashes, backslashes, parents, trailing dots, path parameters,
 * characters that Unicode calls compatible. A path that cannot be decoded, or holds a control character, is denied too.
 * The place does
 * not matter, for a backend may live anywhere below the origin.
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
    denied.some((place) => name === place || name.startsWith(`${place}.`)) && !(name === segment && harmless.test(name))
  );
}
