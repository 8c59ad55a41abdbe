// `npm run server-files [-- --all] [-- --write]`: lists what to copy of the reference server, by folder, with sizes: what
// `server/src/main.ts` leads to, without the demo. `--all` lists each file, `--write` puts the table into the docs.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argv } from 'node:process';
import { build } from 'esbuild';
import { root } from './run.mjs';

/** What only the demo needs: `routing.ts` has their routes, which go too. */
const ofDemo = [
  'server/src/routes/notes.ts',
  'server/src/store/notes.ts',
  'server/src/routes/pages.ts',
  'server/src/routes/shown-messages.ts',
  'server/src/one-time-codes/shown-messages.ts',
];
/** Where files are that are imported for their types only. */
const types = ['src/base/contract/types.ts', 'server/latchkey.service'];

const { metafile } = await build({
  entryPoints: [join(root, 'server/src/main.ts')],
  absWorkingDir: root,
  bundle: true,
  write: false,
  metafile: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'error',
});
// Files with nothing but types are not in a bundle, so imports are followed in the text.
const found = new Set([...Object.keys(metafile.inputs), ...types]);
for (const file of found) {
  if (!file.endsWith('.ts')) continue;
  for (const [, path] of readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+)\.js'/g))
    found.add(join(dirname(file), `${path}.ts`));
}
const packages = new Set(
  Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports
      .filter(({ path, external }) => external && !path.startsWith('node:'))
      .map(({ path }) => (path.startsWith('@') ? path.split('/').slice(0, 2).join('/') : path.split('/')[0])),
  ),
);

const files = [...found]
  .filter((file) => !ofDemo.includes(file))
  .sort()
  .map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return { file, folder: dirname(file), lines: text.split('\n').length - 1, bytes: Buffer.byteLength(text) };
  });
const kilobytes = (bytes) => (bytes / 1000).toFixed(0);
const rows = [...new Set(files.map(({ folder }) => folder))].map((folder) => ({
  folder,
  list: files.filter((file) => file.folder === folder),
}));
const sum = (list, key) => list.reduce((total, file) => total + file[key], 0);
const table = [
  '| folder | files | lines | KB |',
  '| --- | --- | --- | --- |',
  ...rows.map(
    ({ folder, list }) =>
      `| \`${folder}\` | ${list.length} | ${sum(list, 'lines')} | ${kilobytes(sum(list, 'bytes'))} |`,
  ),
  `| together | ${files.length} | ${sum(files, 'lines')} | ${kilobytes(sum(files, 'bytes'))} |`,
].join('\n');
const sentence = `Packages that they import: ${[...packages]
  .sort()
  .map((name) => `\`${name}\``)
  .join(', ')}.`;

if (argv.includes('--all'))
  for (const { file, lines, bytes } of files)
    console.log(`${String(lines).padStart(6)} lines ${String(bytes).padStart(8)} bytes  ${file}`);
console.log(`${table}\n\n${sentence}`);
if (argv.includes('--write')) {
  const document = join(root, 'docs/reference-server.md');
  const text = readFileSync(document, 'utf8');
  const place = /<!-- server-files -->[^]*<!-- end of server-files -->/;
  if (!place.test(text)) throw new Error('docs/reference-server.md has no place for the table.');
  writeFileSync(
    document,
    text.replace(place, () => `<!-- server-files -->\n\n${table}\n\n${sentence}\n\n<!-- end of server-files -->`),
  );
}
