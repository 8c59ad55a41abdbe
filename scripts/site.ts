/**
 * `npm run site [-- --pictures]`: builds the site into `dist/demo/docs`, which `npm start` serves under `/docs` and any
 * static host can publish. `--if-needed` builds only if something that it is made of has changed.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { buildSite } from '../demo/site/build-site.js';
import { fingerprintSite, isSiteBuilt, siteFolder, siteNote } from './fingerprint.mjs';
import { root } from './run.mjs';

const started = performance.now();
if (!(argv.includes('--if-needed') && isSiteBuilt())) {
  const fingerprint = fingerprintSite();
  const next = `${root}dist/site.next`;
  rmSync(next, { recursive: true, force: true });
  await buildSite(root, next);
  rmSync(root + siteFolder, { recursive: true, force: true });
  renameSync(next, root + siteFolder);
  writeFileSync(root + siteNote, fingerprint);
  console.error(`Built ${siteFolder} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
if (argv.includes('--pictures')) {
  const { takePictures } = await import('./take-pictures.js');
  await takePictures();
}
