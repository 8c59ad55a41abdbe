// `npm run counts`: how large the repository is, for documents that say so, and for whoever compares two commits.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { listExports } from './public-modules.mjs';
import { root } from './run.mjs';

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  .trim()
  .split('\n');
const read = (file) => readFileSync(root + file, 'utf8');
const readJson = (file) => JSON.parse(read(file));
const below = (folder) => files.filter((file) => file.startsWith(folder));
const linesOf = (chosen) => chosen.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);
const isCode = (file) => /\.(m?ts|tsx|mjs|js)$/.test(file);
const isGenerated = (file) =>
  /^\/\/ (Generated|Written)|^\/\*\* (Generated|Written)|GENERATED/i.test(read(file).slice(0, 300));

const src = below('src/');
const byHand = src.filter((file) => isCode(file) && !file.startsWith('src/messages/') && !isGenerated(file));
const { paths } = parse(read('contract/openapi.yaml'));
const methods = ['get', 'post', 'put', 'patch', 'delete'];
const { exports, dependencies, devDependencies } = readJson('package.json');
const { modules } = readJson('custom-elements.json');

const counts = {
  'files in src': src.length,
  'lines of src, written by hand, without messages': linesOf(byHand),
  'files in server': below('server/src/').length,
  'lines of the server': linesOf(below('server/src/').filter(isCode)),
  'test files': below('test/').filter((file) => file.endsWith('.test.ts')).length,
  'endpoints of the contract': Object.values(paths).reduce(
    (sum, path) => sum + methods.filter((method) => method in path).length,
    0,
  ),
  tags: modules.flatMap(({ declarations }) => declarations).filter(({ tagName }) => tagName).length,
  'entries of exports': Object.keys(exports).length,
  'public modules': listExports().length,
  dependencies: Object.keys(dependencies).length,
  devDependencies: Object.keys(devDependencies).length,
};
const width = Math.max(...Object.keys(counts).map((name) => name.length));
for (const [name, count] of Object.entries(counts))
  console.log(`${name.padEnd(width)}  ${count.toLocaleString('en').padStart(8)}`);
