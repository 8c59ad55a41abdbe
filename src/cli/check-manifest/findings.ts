import { engines } from '../../manifest/engine.js';
import type { AdviceGroup, FindingWith } from '../../manifest/index.js';
import { mergeFindings } from '../../manifest/merge-findings.js';
import { listObstacles } from '../../manifest/obstacles.js';
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
  /** Of advice alone. */
  group?: AdviceGroup;
}

/** The groups of advice that comes from fetching and measuring, by the beginning of the code. */
const groupsOfAdvice: ReadonlyArray<[code: RegExp, group: AdviceGroup]> = [
  [/^(?:maskable|touch-icon)-/, 'icons'],
  [/./, 'behavior'],
];

/** Adds to a list of findings what they are about, and to advice its group. */
export function sayAbout(about: Subject, findings: ReadonlyArray<FindingWith<string>>): ReportedFinding[] {
  return findings.map((finding) => ({
    ...finding,
    about,
    ...(finding.level === 'advice' &&
      !('group' in finding) && { group: groupsOfAdvice.find(([code]) => code.test(finding.code))![1] }),
  }));
}

/** The findings of the engines about the manifest; equal findings of several engines at one place are merged. */
export function collectManifestFindings(verdicts: readonly Verdict[]): ReportedFinding[] {
  return sayAbout('manifest', mergeFindings(verdicts.map(({ processed }) => processed)));
}

/** Adds what keeps the app from being installed or offered, in place of findings that it says better. */
export function withObstacles(
  findings: readonly ReportedFinding[],
  verdicts: readonly Verdict[],
  { text = '' }: Source,
): ReportedFinding[] {
  const { obstacles, others } = listObstacles(findings, verdicts, text);
  return [...others, ...sayAbout('manifest', obstacles)];
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
      engines: [...engines],
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
  const { page, obstacle, isUnchecked } = source;
  const processed = verdicts[0]!.processed;
  return [
    ...(page
      ? sayAbout('page', checkHead(page.html, { ...processed, manifestUrl: page.linked?.url ?? processed.manifestUrl }))
      : []),
    ...(page?.isSandboxed ? sayAbout('response', [describeSandbox()]) : []),
    ...sayAbout(
      'response',
      obstacle === undefined || isUnchecked
        ? []
        : [
            describe(
              obstacle.code ?? 'manifest-unreachable',
              'error',
              obstacle.message,
              source.manifestUrl,
              obstacle.fix,
            ),
          ],
    ),
    ...sayAbout('response', checkArrival(source)),
    ...sayAbout('manifest', checkEncoding(source)),
    ...sayAbout('response', checkDelivery(source)),
  ];
}

/** What the response says; of one without a manifest, and of none, only what keeps the page from reading it. */
function checkDelivery(source: Source): ReturnType<typeof checkResponse> {
  const { response, text } = source;
  const found = checkResponse(response?.headers ?? {}, describeDelivery(source));
  if (response && text !== undefined) return found;
  return found.filter(({ code }) => code === 'blocked-by-policy' || (response && code === 'other-origin-refused'));
}

function describeSandbox(): CommandFinding {
  const message =
    'The content security policy sandboxes the page, so that it has no origin, and cannot fetch its manifest and icons.';
  return {
    ...describe('page-sandboxed', 'error', message, 'sandbox', 'sandbox allow-same-origin'),
    engines: ['chromium'],
    spec: 'https://www.w3.org/TR/CSP3/#directive-sandbox',
  };
}

/** Whether the text is what browsers take it for. */
function checkEncoding({ text, oddEncoding }: Source): CommandFinding[] {
  if (text === undefined || oddEncoding === undefined) return [];
  const isBroken = oddEncoding === 'broken';
  return [
    {
      level: 'warning',
      code: 'not-utf-8',
      path: '',
      message: isBroken
        ? 'The text is not UTF-8. Browsers read it as UTF-8, so some characters are lost.'
        : `The text is ${oddEncoding}. Chromium reads it so; by the standard, and in Gecko, every manifest is UTF-8.`,
      value: isBroken ? '\ufffd' : undefined,
      engines: isBroken ? [...engines] : ['gecko', 'spec'],
      spec: 'https://www.w3.org/TR/appmanifest/#processing-the-manifest',
      ...placeOf(text, Math.max(0, text.indexOf('\ufffd'))),
    },
  ];
}

/** Whether what arrived is from where it was expected, and what it was expected to be. */
function checkArrival({ name, page, response, text, manifestUrl, documentUrl }: Source): CommandFinding[] {
  if (!response || text === undefined) return [];
  const found: CommandFinding[] = [];
  const asked = page?.linked?.url ?? new URL(name).href;
  if (response.redirected) {
    const left = new URL(asked).origin !== new URL(response.url).origin;
    const message = `${asked} redirects to ${response.url}; URLs in the manifest are resolved against the new URL.`;
    found.push(describe('manifest-redirected', left ? 'warning' : 'info', message, response.url));
  }
  const { origin } = new URL(documentUrl);
  if (page && new URL(manifestUrl).origin !== origin) {
    const message = `The manifest is on ${new URL(manifestUrl).origin}, and relative URLs in it lead there; those of start_url, scope and other pages have to lead to ${origin}.`;
    found.push(describe('manifest-on-other-origin', 'info', message, manifestUrl, `"start_url": "${origin}/"`));
  }
  if (isHtml(response)) {
    const needsSignIn = response.redirected && page?.linked?.withCredentials === false;
    const message = `${response.url} is an HTML page, not a manifest. It may be a sign-in page, or the page that the server sends for every unknown URL.`;
    found.push(
      describe(
        'html-instead-of-manifest',
        'error',
        message,
        response.url,
        needsSignIn ? 'crossorigin="use-credentials" if it is a sign-in' : undefined,
      ),
    );
  }
  return found;
}

function describe(
  code: CommandFinding['code'],
  level: CommandFinding['level'],
  message: string,
  value: string,
  fix?: string,
): CommandFinding {
  return {
    level,
    code,
    path: '',
    message,
    value,
    engines: [...engines],
    spec: 'https://html.spec.whatwg.org/multipage/links.html#link-type-manifest',
    ...(fix !== undefined && { fix }),
    line: 0,
    column: 0,
  };
}
