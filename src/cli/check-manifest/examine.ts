import type { InstallabilityFacts } from '../../manifest/index.js';
import { Failure } from '../failure.js';
import { createProgress } from '../progress.js';
import type { Printer } from '../output.js';
import type { Arguments } from './arguments.js';
import { checkAssociations } from './associations.js';
import { checkImages, isMeasured } from './check-images.js';
import {
  checkIconComparison,
  checkIdentity,
  collectManifestFindings,
  collectObstacles,
  collectSurroundingFindings,
  sayAbout,
} from './findings.js';
import { listImages } from './list-images.js';
import { measureImages, type ImageResult } from './measure-images.js';
import { readPageFacts } from './page-facts.js';
import type { Report } from './report.js';
import type { Source } from './source.js';
import { locateTogether, reportUpdate } from './update.js';
import { judge } from './verdicts.js';
import { loadAddress } from './address.js';
import { loadFile } from './file.js';

/**
 * Loads the manifest and everything that it names, and finds out what there is to say about it. Shows what it is doing
 * on `printer`.
 */
export async function examine({ target, installed: old, engines }: Arguments, printer: Printer): Promise<Report> {
  const progress = createProgress(printer);
  try {
    progress.show(`Loading ${target}`);
    const loaded = await loadSource(target);
    const [source, installed] = old === undefined ? [loaded] : locateTogether(loaded, await loadInstalled(old));

    const named = listImages(source.text ?? '', source.manifestUrl);
    const images = await measureImages(named, source, progress);
    const [preview] = judge(source, ['chromium'], {});
    const { scope_extensions: extensions } = preview!.processed.manifest;
    const origins =
      source.folder === undefined && engines.includes('chromium') ? extensions.map(({ origin }) => origin) : [];
    const associations = await checkAssociations(origins, preview!.processed.appId, progress);

    const verdicts = judge(source, engines, {
      ...readPageFacts(source),
      icons: collectIconFacts(images),
      associations: associations.confirmed,
    });
    const update = installed && (await reportUpdate(source, installed, engines, verdicts));
    const findings = [
      ...sayAbout('manifest', update ? [...checkIdentity(update), ...checkIconComparison(update)] : []),
      ...collectSurroundingFindings(source, verdicts),
      ...(source.text === undefined ? [] : collectManifestFindings(verdicts)),
      ...sayAbout('manifest', checkImages(named, images, source)),
      ...associations.findings,
      ...collectObstacles(verdicts),
    ];
    const relevant = findings.filter(
      (finding) => finding.engines.length === 0 || finding.engines.some((engine) => engines.includes(engine)),
    );
    return { source, verdicts, findings: relevant, images, update };
  } finally {
    progress.clear();
  }
}

async function loadInstalled(target: string): Promise<Source> {
  const source = await loadSource(target);
  if (source.text === undefined) throw new Failure(source.obstacle ?? `${target} does not link a manifest.`);
  return source;
}

/** What came of the icons; those that a file does not have beside it may well be where it is published. */
function collectIconFacts(images: ReadonlyMap<string, ImageResult>): NonNullable<InstallabilityFacts['icons']> {
  const known = [...images].filter(([, result]) => isMeasured(result) || result.missing === 'on-network');
  return Object.fromEntries(
    known.map(([url, result]) => {
      if (!isMeasured(result) || result.type === undefined) return [url, { ok: false }];
      const { type, width, height } = result;
      return [url, { ok: true, type, ...(width !== undefined && height !== undefined && { width, height }) }];
    }),
  );
}

/** Loads what the user named: a file, the address of a manifest, or that of a page that links one. */
async function loadSource(target: string): Promise<Source> {
  if (/^https?:\/\//i.test(target)) {
    if (!URL.canParse(target)) throw new Failure(`${target} is not a valid URL.`);
    return loadAddress(target);
  }
  if (/^[\w.-]+:\d+(\/|$)/.test(target))
    throw new Failure(`${target} is not a URL. Begin it with http:// or https://.`);
  const scheme = /^([a-z][a-z\d+.-]+):/i.exec(target)?.[1];
  if (scheme)
    throw new Failure(
      `Only files and URLs that begin with http: or https: can be checked, not ${scheme.toLowerCase()}:.`,
    );
  return loadFile(target);
}
