import type { Engine, FindingWith } from '../../manifest/index.js';
import { mergeFindings } from '../../manifest/merge-findings.js';
import { placeOf } from '../../manifest/text.js';
import { checkHead, checkResponse } from '../../manifest/site/index.js';
import { isHtml } from './address.js';
import type { CommandFinding } from './finding-codes.js';
import { describeDelivery } from './page-facts.js';
import type { Source } from './source.js';
import type { UpdateReport } from './update.js';
import type { Verdict } from './verdicts.js';

/** What a finding is about: the text of the manifest, that of the page, or a response. */
export type Subject = 'manifest' | 'page' | 'response';

/** Any finding of this command. */
export interface ReportedFinding extends FindingWith<string> {
  about: Subject;
}

/** Adds to a list of findings what they are about. */
export function sayAbout(about: Subject, findings: ReadonlyArray<FindingWith<string>>): ReportedFinding[] {
  return findings.map((finding) => ({ ...finding, about }));
}

const criteria = 'https://web.dev/articles/install-criteria';
const allEngines: Engine[] = ['chromium', 'webkit', 'gecko', 'spec'];

/** The findings of the engines about the manifest; equal findings of several engines at one place are merged. */
export function collectManifestFindings(verdicts: readonly Verdict[]): ReportedFinding[] {
  const merged = mergeFindings(verdicts.map(({ processed }) => processed));
  return sayAbout(
    'manifest',
    merged.map((finding) => ({ ...finding, engines: allEngines.filter((engine) => finding.engines.includes(engine)) })),
  );
}

/**
 * What keeps an engine from installing the app, or from offering it, under the engine's own name for it. Of a manifest
 * that cannot be read, only that.
 */
export function collectObstacles(verdicts: readonly Verdict[]): ReportedFinding[] {
  const found = new Map<string, ReportedFinding>();
  for (const { engine, label, processed, installability } of verdicts) {
    const reasons = installability.reasons.filter(({ effect }) => effect !== 'notes');
    for (const { id, effect, message, fix } of processed.readable ? reasons : reasons.slice(0, 1)) {
      if (found.has(id)) continue;
      const isEverywhere = verdicts
        .filter((verdict) => verdict.engine === engine)
        .every((verdict) => verdict.installability.reasons.some((reason) => reason.id === id));
      const level = effect === 'blocks-install' ? 'error' : 'warning';
      const sentence = isEverywhere ? message : `${label}: ${message}`;
      found.set(id, {
        about: 'manifest',
        level,
        code: id,
        path: '',
        message: sentence,
        value: undefined,
        engines: [engine],
        spec: criteria,
        ...(fix !== undefined && { fix }),
        line: 0,
        column: 0,
      });
    }
  }
  return [...found.values()];
}

/** Whether people who have the app installed keep it. */
export function checkIdentity({ identity }: UpdateReport): CommandFinding[] {
  const { sameApp, migration, message, from, fix } = identity;
  if (sameApp || migration === 'suggested' || migration === 'forced') return [];
  const spec = 'https://www.w3.org/TR/appmanifest/#id-member';
  return [
    {
      level: 'error',
      code: 'identity-changed',
      path: 'id',
      message,
      value: from,
      engines: allEngines,
      spec,
      ...(fix !== undefined && { fix }),
      line: 0,
      column: 0,
    },
  ];
}

/** A note that the difference of the icons is unknown, on which the update of the icon depends. */
export function checkIconComparison({ iconDifference, iconNote, places }: UpdateReport): CommandFinding[] {
  const isAsked = places.some(({ forecast: { silent, asks, never } }) =>
    [silent, asks, never].flat().some(({ member }) => member === 'icons'),
  );
  if (iconDifference !== undefined || !isAsked) return [];
  const spec = 'https://web.dev/articles/manifest-updates';
  return [
    {
      level: 'info',
      code: 'icon-not-compared',
      path: 'icons',
      message: iconNote,
      value: undefined,
      engines: ['chromium'],
      spec,
      line: 0,
      column: 0,
    },
  ];
}

/** The findings about the page, and about how the manifest was fetched. */
export function collectSurroundingFindings(source: Source, verdicts: readonly Verdict[]): ReportedFinding[] {
  const { page, response, text, obstacle } = source;
  const processed = verdicts[0]!.processed;
  return [
    ...(page
      ? sayAbout('page', checkHead(page.html, { ...processed, manifestUrl: page.linked?.url ?? processed.manifestUrl }))
      : []),
    ...sayAbout(
      'response',
      obstacle === undefined ? [] : [describe('manifest-unreachable', 'error', obstacle, source.manifestUrl)],
    ),
    ...sayAbout('response', checkArrival(source)),
    ...sayAbout('manifest', checkEncoding(source)),
    ...sayAbout(
      'response',
      response && text !== undefined ? checkResponse(response.headers, describeDelivery(source)) : [],
    ),
  ];
}

/** Whether the text is what browsers take it for. */
function checkEncoding({ text, isUtf8 }: Source): CommandFinding[] {
  if (text === undefined || isUtf8) return [];
  const message = 'The text is not UTF-8. Browsers read it as UTF-8, so some characters are lost.';
  return [
    {
      level: 'warning',
      code: 'not-utf-8',
      path: '',
      message,
      value: '\ufffd',
      engines: allEngines,
      spec: 'https://www.w3.org/TR/appmanifest/#processing-the-manifest',
      ...placeOf(text, text.indexOf('\ufffd')),
    },
  ];
}

/** Whether what arrived is from where it was expected, and what it was expected to be. */
function checkArrival({ name, page, response, text }: Source): CommandFinding[] {
  if (!response || text === undefined) return [];
  const found: CommandFinding[] = [];
  const asked = page?.linked?.url ?? new URL(name).href;
  if (response.redirected) {
    const left = new URL(asked).origin !== new URL(response.url).origin;
    const message = `${asked} redirects to ${response.url}; URLs in the manifest are resolved against the new URL.`;
    found.push(describe('manifest-redirected', left ? 'warning' : 'info', message, response.url));
  }
  if (isHtml(response)) {
    const message = `${response.url} is an HTML page, not a manifest. It may be a sign-in page, or the page that the server sends for every unknown URL.`;
    found.push(describe('html-instead-of-manifest', 'error', message, response.url));
  }
  return found;
}

function describe(
  code: CommandFinding['code'],
  level: CommandFinding['level'],
  message: string,
  value: string,
): CommandFinding {
  return {
    level,
    code,
    path: '',
    message,
    value,
    engines: allEngines,
    spec: 'https://html.spec.whatwg.org/multipage/links.html#link-type-manifest',
    line: 0,
    column: 0,
  };
}
