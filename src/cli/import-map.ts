import { readFileSync } from 'node:fs';
import { nearestWord } from '../base/nearest-word.js';
import { Failure } from './failure.js';
import type { Output } from './output.js';
import { parseOptions } from './parse-options.js';

const help = `latchkey import-map <url> [options]

Prints the tags for a page that loads the package from dist/cdn at <url>, with the hash of every file: an import
map, which must come before all modules of the page, and the script.

  --entry <file>   autoload.js, latchkey.single.js or, by default, latchkey.js
  --help           shows this text
`;

const folder = new URL(/* @vite-ignore */ '../../dist/cdn/', import.meta.url);
const entries = ['latchkey.js', 'autoload.js', 'latchkey.single.js'];

const hint = 'latchkey import-map --help';

/** Runs `latchkey import-map` with what follows these words, and answers the exit code. */
export async function printImportMap(parameters: string[], { stdout }: Output): Promise<number> {
  const { values, positionals } = parseOptions(
    parameters,
    { entry: { type: 'string', default: 'latchkey.js' }, help: { type: 'boolean', short: 'h' } },
    hint,
  );
  if (values.help) {
    stdout.write(help);
    return 0;
  }
  const base = readFolder(positionals);
  const { entry } = values;
  const hashes = JSON.parse(readFileSync(new URL('integrity.json', folder), 'utf8')) as Record<string, string>;
  if (!Object.hasOwn(hashes, entry) || !entry.endsWith('.js')) {
    const meant = nearestWord(entry, entries);
    throw new Failure(`There is no ${entry} in dist/cdn.${meant ? ` Did you mean ${meant}?` : ''}`, { hint });
  }
  const files = [...collectImports(entry)].sort();
  const map = { integrity: Object.fromEntries(files.map((file) => [base + file, hashes[file]])) };
  stdout.write(`<script type="importmap">
${JSON.stringify(map, null, 2)}
</script>
<script type="module" src="${base}${entry}" integrity="${hashes[entry]}" crossorigin="anonymous"></script>
`);
  return 0;
}

/**
 * The URL of the folder, with a slash at its end.
 *
 * @throws {Failure} if there is not exactly one, or if it is neither an `http` address nor a path from the root of the site: an import
 *   map takes anything else for the name of a package.
 */
function readFolder([address, ...others]: string[]): string {
  if (address === undefined) throw new Failure('Name the URL of the folder dist/cdn.', { hint });
  if (others.length > 0) throw new Failure(`Name one URL: ${others[0]} is one too many.`, { hint });
  const isPath = /^\/(?![/\\])/.test(address);
  const url = URL.canParse(address, 'https://site.invalid') ? new URL(address, 'https://site.invalid') : undefined;
  // A parser of URLs skips slashes before the host.
  const isAddress = /^(?:https?:)?\/\/[^/\\?#]/i.test(address);
  if (!url || !(isPath || isAddress) || /["'<>&\s\\]/.test(address))
    throw new Failure(
      `"${address}" is no URL of a folder. It begins with https://, or with a slash for a path of your own site.`,
      { hint },
    );
  if (/[?#]/.test(address)) throw new Failure(`"${address}" must end with the folder, without ? and #.`, { hint });
  if (isAddress && /^[^/]*\/\/[^/]*@/.test(address))
    throw new Failure(`"${address}" must have no user name and no password: every visitor could read them.`, { hint });
  if (/\.(?:[cm]?[jt]sx?|map|css|json|html?|wasm)$/i.test(url.pathname))
    throw new Failure(`"${address}" is a file. Name the folder that it lies in, and the file by --entry.`, { hint });
  return `${address.replace(/\/+$/, '')}/`;
}

/** `file` and everything that it imports, at once or later. */
function collectImports(file: string, collected = new Set<string>()): Set<string> {
  if (collected.has(file)) return collected;
  collected.add(file);
  const text = readFileSync(new URL(file, folder), 'utf8');
  for (const [, imported] of text.matchAll(/(?:from|import)\s*\(?\s*["'`]\.\/([\w./-]+\.js)["'`]/g))
    collectImports(imported!, collected);
  return collected;
}
