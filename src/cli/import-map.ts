import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Failure } from './failure.js';
import type { Output } from './output.js';

const help = `latchkey import-map <url> [options]

Prints the tags for a page that loads the package from dist/cdn at <url>, with the hash of every file: an import
map, which must come before all modules of the page, and the script.

  --entry <file>   autoload.js, latchkey.single.js or, by default, latchkey.js
  --help           shows this text
`;

const folder = new URL('../../dist/cdn/', import.meta.url);

/** Runs `latchkey import-map` with what follows these words, and answers the exit code. */
export async function printImportMap(parameters: string[], { stdout }: Output): Promise<number> {
  const { values, positionals } = readArguments(parameters);
  if (values.help) {
    stdout.write(help);
    return 0;
  }
  const [address] = positionals;
  const { entry } = values;
  const base = `${address?.replace(/\/*$/, '')}/`;
  if (!address || !URL.canParse(base, 'https://localhost') || /["'<>&\s]/.test(address))
    throw new Failure('Name the URL of the folder dist/cdn.', { hint: 'latchkey import-map --help' });
  const hashes = JSON.parse(readFileSync(new URL('integrity.json', folder), 'utf8')) as Record<string, string>;
  if (!hashes[entry] || !entry.endsWith('.js'))
    throw new Failure(`There is no ${entry} in dist/cdn.`, { hint: 'latchkey import-map --help' });
  const files = [...collectImports(entry)].sort();
  const map = { integrity: Object.fromEntries(files.map((file) => [base + file, hashes[file]])) };
  stdout.write(`<script type="importmap">
${JSON.stringify(map, null, 2)}
</script>
<script type="module" src="${base}${entry}" integrity="${hashes[entry]}" crossorigin="anonymous"></script>
`);
  return 0;
}

function readArguments(parameters: string[]) {
  const options = { entry: { type: 'string', default: 'latchkey.js' }, help: { type: 'boolean', short: 'h' } } as const;
  try {
    return parseArgs({ args: parameters, allowPositionals: true, options });
  } catch (error) {
    throw new Failure((error as Error).message.split('\n')[0]!, { hint: 'latchkey import-map --help' });
  }
}

/** `file` and everything that it imports, at once or later. */
function collectImports(file: string, collected = new Set<string>()): Set<string> {
  if (collected.has(file)) return collected;
  collected.add(file);
  const text = readFileSync(new URL(file, folder), 'utf8');
  for (const [, imported] of text.matchAll(/(?:from|import)\s*\(?\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
    collectImports(imported!, collected);
  return collected;
}
