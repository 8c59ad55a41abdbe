import { relative } from 'node:path';
import { listImages } from '../../manifest/images/list-images.js';
import { adviseOn, checkScreenshots, type InstallabilityFacts, type MeasuredSizes } from '../../manifest/index.js';
import { associationPath, checkAssociation } from '../../manifest/site/index.js';
import { download } from '../download.js';
import { Failure } from '../failure.js';
import { createProgress, type Printer, type Progress } from '../output.js';
import { loadAddress, describeStatus } from './address.js';
import type { Arguments } from './arguments.js';
import { checkStartPage, checkTouchIcon, checkWorker } from './check-surroundings.js';
import { loadFile } from './file.js';
import {
  checkIconComparison,
  checkIdentity,
  collectManifestFindings,
  collectSurroundingFindings,
  type ReportedFinding,
  sayAbout,
  withObstacles,
} from './findings.js';
import { checkImages, type ImageResult, isMeasured, measureImages } from './images.js';
import { readPageFacts } from './page-facts.js';
import type { Report } from './report.js';
import type { Source } from './source.js';
import { locateTogether, reportUpdate } from './update.js';
import { judge } from './verdicts.js';

/**
 * Loads the manifest and everything that it names, and finds out what there is to say about it. Shows what it is doing
 * on `printer`.
 */
export async function examine(given: Arguments, printer: Printer): Promise<Report> {
  const { target, installed: old, engines, withAdvice } = given;
  const progress = createProgress(printer);
  try {
    progress.show(`Loading ${target}`);
    const loaded = await loadSource(target, given);
    const [source, installed] = old === undefined ? [loaded] : locateTogether(loaded, await loadInstalled(old, given));

    const named = listImages(source.text ?? '', source.manifestUrl);
    const images = await measureImages(named, source, progress);
    const { processed } = judge(source, ['chromium'], {})[0]!;
    const { scope_extensions: extensions } = processed.manifest;
    const origins =
      source.folder === undefined && engines.includes('chromium') ? extensions.map(({ origin }) => origin) : [];
    const associations = await checkAssociations(origins, processed.appId, progress);
    const surroundings = [
      ...sayAbout('manifest', await checkStartPage(source, processed, progress)),
      ...sayAbout('page', await checkTouchIcon(source, progress)),
      ...sayAbout('response', await checkWorker(source, processed)),
    ];

    const verdicts = judge(source, engines, {
      ...readPageFacts(source),
      icons: collectIconFacts(images),
      associations: associations.confirmed,
    });
    const update = installed && (await reportUpdate(source, installed, engines, verdicts));
    const around = collectSurroundingFindings(source, verdicts);
    const isPage = around.some(({ code }) => code === 'html-instead-of-manifest');
    const findings: ReportedFinding[] = [
      ...sayAbout('manifest', update ? [...checkIdentity(update), ...checkIconComparison(update)] : []),
      ...around,
      ...(source.text === undefined || isPage ? [] : collectManifestFindings(verdicts)),
      ...sayAbout('manifest', checkImages(named, images, source)),
      ...sayAbout('manifest', checkScreenshots(source.text ?? '', source.manifestUrl, collectSizes(images))),
      ...associations.findings,
      ...surroundings,
      ...sayAbout('manifest', adviseOn(source.text ?? '', processed)),
    ];
    const relevant = withObstacles(findings, verdicts, source).filter(
      (finding) =>
        (withAdvice || finding.level !== 'advice') &&
        (finding.engines.length === 0 || finding.engines.some((engine) => engines.includes(engine))),
    );
    return { source, verdicts, findings: relevant, images, update };
  } finally {
    progress.clear();
  }
}

async function loadInstalled(target: string, given: Arguments): Promise<Source> {
  // One from the history need not be in the folder that the site is in.
  const { root, ...withoutRoot } = given;
  const isInRoot = root !== undefined && !relative(root, target).startsWith('..');
  const source = await loadSource(target, isInRoot ? given : withoutRoot);
  if (source.text === undefined) throw new Failure(source.obstacle?.message ?? `${target} does not link a manifest.`);
  return source;
}

/** What came of the icons; those that a file does not have beside it may well be where it is published. */
function collectIconFacts(images: ReadonlyMap<string, ImageResult>): NonNullable<InstallabilityFacts['icons']> {
  const known = [...images].filter(([, result]) => isMeasured(result) || result.missing === 'on-network');
  return Object.fromEntries(
    known.map(([url, result]) => {
      if (!isMeasured(result)) return [url, { ok: result.isLimit ? result.reason : false }];
      const { type, width, height, shown, barrier } = result;
      if (barrier || (shown !== true && 'fault' in shown)) return [url, { ok: false }];
      const ok = shown === true || `${url.slice(0, 100)}: ${shown.unknown}`;
      return [url, { ok, type: type!, ...(width !== undefined && height !== undefined && { width, height }) }];
    }),
  );
}

/** The sizes of pictures that have one. */
function collectSizes(images: ReadonlyMap<string, ImageResult>): MeasuredSizes {
  return Object.fromEntries(
    [...images].flatMap(([url, result]) =>
      isMeasured(result) && result.type !== 'image/svg+xml' && result.width && result.height
        ? [[url, { width: result.width, height: result.height }]]
        : [],
    ),
  );
}

/** Loads what the user named: a file, the address of a manifest, or that of a page that links one. */
async function loadSource(target: string, { access, root }: Pick<Arguments, 'access' | 'root'>): Promise<Source> {
  if (/^https?:\/\//i.test(target)) {
    if (!URL.canParse(target)) throw new Failure(`${target} is not a valid URL.`);
    return loadAddress(target, access);
  }
  if (/^[\w.-]+:\d+(\/|$)/.test(target))
    throw new Failure(`${target} is not a URL. Begin it with http:// or https://.`);
  const scheme = /^([a-z][a-z\d+.-]+):/i.exec(target)?.[1];
  if (/^https?$/i.test(scheme ?? '')) throw new Failure(`${target} is not a URL. Begin it with http:// or https://.`);
  if (scheme)
    throw new Failure(
      `Only files and URLs that begin with http: or https: can be checked, not ${scheme.toLowerCase()}:.`,
    );
  return loadFile(target, root);
}

/** What the origins of scope extensions say about the app. */
interface Associations {
  /** By origin. */
  confirmed: Record<string, boolean>;
  findings: ReportedFinding[];
}

/** Asks each of `origins` whether the app with the id `appId` may extend its scope to it. */
async function checkAssociations(origins: readonly string[], appId: string, progress: Progress): Promise<Associations> {
  const associations: Associations = { confirmed: {}, findings: [] };
  if (origins.length > 0) progress.show(`Asking ${origins.join(', ')}`);
  const answers = await Promise.all(origins.map((origin) => ask(origin, appId)));
  for (const [index, { confirms, findings }] of answers.entries()) {
    const origin = origins[index]!;
    associations.confirmed[origin] = confirms;
    associations.findings.push(
      ...sayAbout(
        'response',
        findings.map((finding) => ({ ...finding, path: `${origin}${associationPath}`, line: 0, column: 0 })),
      ),
    );
  }
  return associations;
}

async function ask(
  origin: string,
  appId: string,
): Promise<{ confirms: boolean; findings: Omit<ReportedFinding, 'about'>[] }> {
  try {
    const answer = await download(`${origin}${associationPath}`);
    if (answer.status !== 200)
      return refuse(`${answer.url} returns ${describeStatus(answer)}, so the app does not extend to ${origin}.`);
    const association = checkAssociation(new TextDecoder().decode(answer.bytes), appId, { origin });
    return {
      ...association,
      findings: association.findings.map((finding) => ({
        ...finding,
        message: `${answer.url}, line ${finding.line}: ${finding.message}`,
      })),
    };
  } catch (error) {
    if (error instanceof Failure) return refuse(error.message);
    throw error;
  }

  function refuse(message: string): { confirms: boolean; findings: Omit<ReportedFinding, 'about'>[] } {
    const spec = 'https://wicg.github.io/manifest-incubations/#scope_extensions-member';
    return {
      confirms: false,
      findings: [
        {
          level: 'error',
          code: 'association-unreachable',
          path: '',
          message,
          value: origin,
          engines: ['chromium'],
          spec,
          line: 0,
          column: 0,
        },
      ],
    };
  }
}
