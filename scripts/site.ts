/**
 * `npm run site [-- --pictures]`: builds the front page and the documentation into `dist/demo`, which `npm start` serves and
 * any static host can publish. `SITE_URL` is where that will be, for the site map and the previews of links.
 * `--if-needed` builds only if something that the site is made of has changed.
 */
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { buildSite } from '../demo/site/build-site.js';
import { fingerprintSite, isSiteBuilt, siteAddress, siteFolder, siteNote } from './fingerprint.mjs';
import { root } from './run.mjs';

const started = performance.now();
if (!(argv.includes('--if-needed') && isSiteBuilt())) {
  const fingerprint = fingerprintSite();
  const next = `${root}dist/site.next`;
  rmSync(next, { recursive: true, force: true });
  await buildSite(root, next, siteAddress);
  for (const name of readdirSync(next)) {
    rmSync(`${root}${siteFolder}/${name}`, { recursive: true, force: true });
    renameSync(`${next}/${name}`, `${root}${siteFolder}/${name}`);
  }
  rmSync(next, { recursive: true });
  writeFileSync(root + siteNote, fingerprint);
  console.error(`Built ${siteFolder} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
if (argv.includes('--pictures')) {
  const { takePictures } = await import('./take-pictures.js');
  await takePictures();
}
