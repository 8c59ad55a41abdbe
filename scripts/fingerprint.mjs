import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { root } from './run.mjs';

const sources = [
  'src',
  'demo',
  'contract',
  'custom-elements.json',
  'scripts/build.mjs',
  'package.json',
  'package-lock.json',
];
const note = 'server/sources.sha256';

/** Answers the SHA-256 of everything that the build reads, names and contents, as hexadecimal text. */
export function fingerprintSources() {
  const configurations = readdirSync(root).filter((file) => /^(vite|tsconfig).*\.(ts|json)$/.test(file));
  const hash = createHash('sha256');
  for (const path of [...sources, ...configurations.sort()])
    for (const file of listFiles(path))
      hash
        .update(`${file}\0`)
        .update(readFileSync(root + file))
        .update('\0');
  return hash.digest('hex');
}

/** Whether `dist` was built, to the end, from exactly these sources. */
export function isBuilt() {
  const noted = `${root}dist/${note}`;
  return existsSync(noted) && readFileSync(noted, 'utf8') === fingerprintSources();
}

/** Notes in `folder`, which is to become `dist`, that it is complete and which sources it was built from. */
export function noteBuilt(folder, fingerprint) {
  writeFileSync(`${folder}/${note}`, fingerprint);
}

function listFiles(path) {
  if (!existsSync(root + path)) return [];
  if (!statSync(root + path).isDirectory()) return [path];
  return readdirSync(root + path)
    .filter((name) => path !== 'demo' || name !== 'frameworks') // apps of their own, which no build of ours reads
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`));
}
