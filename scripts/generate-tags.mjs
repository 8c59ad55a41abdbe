// Writes what follows from the tags, each the `@element` line of a class in src: the modules of src/define, src/elements.ts,
// and the list of src/styles.css. `--check` writes nothing and fails when a file is out of date.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { sep } from 'node:path';
import { argv, exit } from 'node:process';
import { format, resolveConfig } from 'prettier';
import { root } from './run.mjs';

const banner =
  '// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.\n';

const tags = readdirSync(`${root}src`, { recursive: true })
  .map((path) => path.replaceAll(sep, '/'))
  .filter((path) => /(^|\/)latch-[\w-]+\.ts$/.test(path))
  .flatMap((path) => {
    const text = readFileSync(`${root}src/${path}`, 'utf8');
    const [, tag] = /^ \* @element (latch-[\w-]+)$/m.exec(text) ?? [];
    if (!tag) return [];
    const [, name] = /^export class (\w+)/m.exec(text);
    return [{ tag, short: tag.slice('latch-'.length), name, module: path.replace(/ts$/, 'js') }];
  })
  .sort((one, other) => (one.tag < other.tag ? -1 : 1));

/** Writes one line for each tag. */
const each = (write) => tags.map(write).join('\n');

/** The text of a file with what stands between `before` and `after` replaced. */
function replaceBetween(path, before, after, lines) {
  const text = readFileSync(root + path, 'utf8');
  const start = text.indexOf(before) + before.length;
  const end = text.indexOf(after, start);
  if (start < before.length || end < 0) throw new Error(`${path} has no list between ${before} and ${after}`);
  return `${text.slice(0, start)}\n${lines}\n${text.slice(end)}`;
}

const files = new Map(
  tags.map(({ tag, short, name, module }) => [
    `src/define/${short}.ts`,
    `${banner}import { ${name} } from '../${module}';

if (!customElements.get('${tag}')) customElements.define('${tag}', ${name});

export { ${name} };`,
  ]),
)
  .set(
    'src/define/all.ts',
    `${banner}${each(({ short }) => `export * from './${short}.js';`)}
export { setMessages } from '../messages/index.js';`,
  )
  .set(
    'src/define/autoload.ts',
    replaceBetween(
      'src/define/autoload.ts',
      'const modules: Record<string, () => Promise<unknown>> = {',
      '};',
      each(({ tag, short }) => `'${tag}': () => import('./${short}.js'),`),
    ),
  )
  .set(
    'src/elements.ts',
    `${banner}${each(({ name, module }) => `export { ${name} } from './${module}';`)}
export type { AccountSectionName } from './account/latch-account.js';
export * from './events.js';`,
  )
  .set(
    'src/styles.css',
    replaceBetween(
      'src/styles.css',
      '@media (scripting: enabled) {\n  :where(',
      '  ):where(:not(:defined, [hidden])),',
      tags.map(({ tag }) => tag).join(',\n'),
    ),
  );

const outdated = readdirSync(`${root}src/define`)
  .map((name) => `src/define/${name}`)
  .filter((path) => !files.has(path));
for (const [path, text] of files) {
  const written = await format(text, { ...(await resolveConfig(root + path)), filepath: path });
  if (existsSync(root + path) && readFileSync(root + path, 'utf8') === written) continue;
  if (argv.includes('--check')) outdated.push(path);
  else writeFileSync(root + path, written);
}
if (argv.includes('--check') && outdated.length > 0) {
  console.error(`${outdated.join(', ')}: not what the tags say. Run npm run describe.`);
  exit(1);
}
if (!argv.includes('--check')) for (const path of outdated) rmSync(root + path);
