// Reads what people write, and writes what shells read.

/** One of `names`, in capitals or not; else the problem, as the end of a sentence. */
export function readChoice(text, names) {
  const value = text.trim().toLowerCase();
  if (names.includes(value)) return { value };
  return { problem: `one of ${names.join(', ')}, not "${text}".${didYouMean(text, names)}` };
}

/**
 * The languages of a list, each as its tag for the page and the name of its file among `known`; undefined for all. Tags
 * are found as pages find theirs: "pt" in pt-BR, "zh-TW" in zh-Hant, "de-AT" in de.
 */
export function readLanguages(text, known) {
  if (text.trim().toLowerCase() === 'all') return { value: undefined };
  const names = ['en', ...known];
  const chosen = new Map();
  for (const word of text.split(/[\s,]+/).filter(Boolean)) {
    const tag = canonical(word);
    const file = tag && names.find((one) => kindOf(one) === kindOf(tag));
    if (!file) return { problem: `"all", or some of ${names.join(', ')}, not "${word}".${didYouMean(word, names)}` };
    if (!chosen.has(file)) chosen.set(file, { tag, file });
  }
  if (chosen.size === 0) return { problem: `"all", or some of ${names.join(', ')}, not "${text}".` };
  return { value: [...chosen.values()] };
}

function canonical(word) {
  try {
    return Intl.getCanonicalLocales(word.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** The language and the script of a tag: regions make no difference. */
function kindOf(tag) {
  const { language, script } = new Intl.Locale(tag).maximize();
  return `${language}-${script}`;
}

/** A question that names the word which `word` was probably meant to be; empty if none is near. */
export function didYouMean(word, known, prefix = '') {
  const wanted = plain(word);
  const near = known.filter((one) => distanceOf(wanted, plain(one)) <= Math.max(1, one.length / 3));
  const isPart = (one) => wanted.length > 2 && (plain(one).startsWith(wanted) || wanted.startsWith(plain(one)));
  const [nearest = known.find(isPart)] = near.sort(
    (one, other) => distanceOf(wanted, plain(one)) - distanceOf(wanted, plain(other)),
  );
  return nearest ? ` Did you mean ${prefix}${nearest}?` : '';
}

const plain = (word) =>
  word
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
    .slice(0, 50);

/** How many letters must be changed, added, removed or swapped with the next to make the one word of the other. */
function distanceOf(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  let above = [];
  let previous;
  for (const letter of one) {
    const next = [row[0] + 1];
    for (let index = 0; index < other.length; index++) {
      const isSwap = letter === other[index - 1] && previous === other[index];
      next.push(
        Math.min(
          next[index] + 1,
          row[index + 1] + 1,
          row[index] + (letter === other[index] ? 0 : 1),
          isSwap ? above[index - 1] + 1 : Infinity,
        ),
      );
    }
    [above, row, previous] = [row, next, letter];
  }
  return row.at(-1);
}

/** A path as a word of the shell: sh and what is like it, or cmd and PowerShell on Windows. */
export function quoteForShell(path, platform) {
  // `cd` takes a leading dash for an option.
  const safe = path.startsWith('-') ? (platform === 'win32' ? `.\\${path}` : `./${path}`) : path;
  // Names on Windows have no double quotes.
  if (platform === 'win32') return /^[\w.:\\-]+$/.test(safe) ? safe : `"${safe}"`;
  return /^[\w./@%+=:-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", "'\\''")}'`;
}
