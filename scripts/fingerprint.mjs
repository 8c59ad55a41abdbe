import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { env } from 'node:process';
import { root } from './run.mjs';

const sources = [
  'src',
  'demo',
  'test/support/pages',
  'server/src',
  'server/package.json',
  'contract',
  'custom-elements.json',
  'scripts/build.mjs',
  'scripts/public-modules.mjs',
  'scripts/split-messages.ts',
  'scripts/file-groups.ts',
  'scripts/pack-data.ts',
  'package.json',
  'package-lock.json',
];
const note = 'development/sources.sha256';

/** Where the site is built, beside the pages of the demo, and the note of what it was built from. */
export const siteFolder = 'dist/demo';
/** Where the site will be published, with a slash at the end; here it is where `npm start` serves it. */
export const siteAddress = env.SITE_URL || 'http://localhost:3000/';
export const siteNote = 'dist/development/site.sha256';

/** Answers the SHA-256 of everything that the build reads, names and contents, as hexadecimal text. */
export function fingerprintSources() {
  const configurations = readdirSync(root).filter((file) => /^(vite|tsconfig).*\.(ts|json)$/.test(file));
  return hashFiles([...sources, ...configurations.sort()]);
}

/** Answers what the site is made of: the SHA-256 of its sources and of the build of the package, and its address. */
export function fingerprintSite() {
  const documents = readdirSync(root).filter((file) => file.endsWith('.md'));
  const files = hashFiles(['demo/site', 'demo/public', 'docs', ...documents.sort(), `dist/${note}`]);
  return `${files} ${siteAddress}`;
}

function hashFiles(paths) {
  const hash = createHash('sha256');
  for (const path of paths)
    for (const file of listFiles(path))
      hash
        .update(`${file}\0`)
        .update(readFileSync(root + file))
        .update('\0');
  return hash.digest('hex');
}

/** Whether `dist` and `server/dist` were built, to the end, from exactly these sources. */
export function isBuilt() {
  const noted = `${root}dist/${note}`;
  return existsSync(`${root}server/dist`) && existsSync(noted) && readFileSync(noted, 'utf8') === fingerprintSources();
}

/** Whether the site was built from exactly what is here. */
export function isSiteBuilt() {
  const noted = root + siteNote;
  return existsSync(noted) && readFileSync(noted, 'utf8') === fingerprintSite();
}

/** Notes in `folder`, which is to become `dist`, that it is complete and which sources it was built from. */
export function noteBuilt(folder, fingerprint) {
  writeFileSync(`${folder}/${note}`, fingerprint);
}

function listFiles(path) {
  if (!existsSync(root + path)) return [];
  if (!statSync(root + path).isDirectory()) return [path];
  return (
    readdirSync(root + path)
      // apps of their own, which no build reads; and the site, which has a build of its own
      .filter((name) => path !== 'demo' || !['frameworks', 'site'].includes(name))
      .sort()
      .flatMap((name) => listFiles(`${path}/${name}`))
  );
}
