import { adviceGroups, type FindingLevel } from '../../manifest/index.js';
import { foldChanges } from '../../manifest/predict-update.js';
import { formatTable, paint, printable, terminalWidth, wrap } from '../terminal.js';
import type { Arguments } from './arguments.js';
import type { ReportedFinding, Subject } from './findings.js';
import { isSound, nameEngines, type Report } from './report.js';
import type { Source } from './source.js';
import type { UpdateReport } from './update.js';
import type { Verdict } from './verdicts.js';

const levels: Array<[level: FindingLevel, name: string, color: 'red' | 'yellow' | 'cyan']> = [
  ['error', 'error', 'red'],
  ['warning', 'warning', 'yellow'],
  ['info', 'note', 'cyan'],
];
/** Findings of one code that are printed in full; if there are more, only the first is. */
const mostInFull = 2;
const widestCell = 40;
/** Notes of the engines that repeat a finding or the table. */
const saidElsewhere = ['scope-extension-unconfirmed', 'manifest-contributes'];

/** The texts that findings are about. */
type Lines = Record<Subject, string[]>;

/** Writes the report for people. */
export function printReport(report: Report, given: Pick<Arguments, 'strict'>): string {
  const { source, verdicts, findings, update } = report;
  const lines: Lines = {
    manifest: splitLines(source.text ?? ''),
    page: splitLines(source.page?.html ?? ''),
    response: [],
  };
  return [
    printHeading(source),
    groupFindings(findings)
      .map((group) => printGroup(group, lines))
      .join('\n'),
    source.text === undefined ? '' : printVerdicts(verdicts, source),
    printNotes(verdicts),
    printAdvice(findings),
    update ? printUpdate(update) : '',
    printConclusion(report, given),
  ]
    .filter(Boolean)
    .join('\n');
}

function printHeading({ name, manifestUrl, page, folder, text }: Source): string {
  const lines = [paint('bold', printable(name))];
  if (folder !== undefined) lines.push(`as if it were published at ${manifestUrl}`);
  else if (page && text !== undefined) lines.push(`links ${manifestUrl}`);
  else if (!page) lines.push(wrap('without its page; give the URL of a page to check its head and its policy too', ''));
  return `${lines.join('\n')}\n`;
}

/** By level and, unless they are errors, by code, in the order of the first. */
function groupFindings(findings: readonly ReportedFinding[]): ReportedFinding[][] {
  const groups = new Map<string, ReportedFinding[]>();
  for (const [level] of levels)
    for (const [index, finding] of findings.entries()) {
      if (finding.level !== level) continue;
      const key = level === 'error' ? `${index}` : `${level} ${finding.code}`;
      groups.set(key, [...(groups.get(key) ?? []), finding]);
    }
  return [...groups.values()];
}

/** The first few findings of a group in full, of the others only the place. */
function printGroup(group: readonly ReportedFinding[], lines: Lines): string {
  const full = group.length > mostInFull ? 1 : group.length;
  const rest = group
    .slice(full)
    .map(({ path, line, engines }) => `${printable(path)}${line > 0 ? ` in line ${line}` : ''}${nameEngines(engines)}`);
  return (
    group
      .slice(0, full)
      .map((finding) => printFinding(finding, lines))
      .join('\n') + (rest.length > 0 ? `  ${paint('dim', 'also:')} ${rest.join('\n        ')}\n` : '')
  );
}

function printFinding(finding: ReportedFinding, lines: Lines): string {
  const { level, code, path, message, engines, fix, about, line } = finding;
  const [, name, color] = levels.find(([known]) => known === level)!;
  const place = path === '' ? '' : ` ${printable(path)}`;
  return [
    `${paint(color, name)}${paint('bold', place)}${nameEngines(engines)} ${paint('dim', code)}\n`,
    `${wrap(printable(message), '  ')}\n`,
    line > 0 && finding.value !== undefined ? writeExcerpt(lines[about], finding, '  ') : '',
    fix === undefined ? '' : `  ${paint('green', 'fix:')} ${fix.split('\n').map(printable).join('\n       ')}\n`,
  ].join('');
}

function printVerdicts(verdicts: readonly Verdict[], { manifestUrl }: Source): string {
  const { origin } = new URL(manifestUrl);
  const short = (text: string): string => printable(text.length > widestCell ? `${text.slice(0, widestCell)}…` : text);
  const path = (url: string): string => short(url.startsWith(`${origin}/`) ? url.slice(origin.length) : url);
  const rows = verdicts.map(
    ({ label, processed: { manifest, appId }, installability: { installable, promotable, effectiveDisplay } }) => [
      label,
      describeAnswer(installable),
      describeAnswer(promotable),
      effectiveDisplay,
      short(manifest.name || manifest.short_name || '—'),
      path(appId),
      path(manifest.start_url),
      path(manifest.scope),
      `${manifest.icons.length}`,
    ],
  );
  return `${paint('bold', 'How each engine reads it')}\n${formatTable([['', 'installable', 'offered', 'opens as', 'name', 'app id', 'start_url', 'scope', 'icons'], ...rows], '  ')}`;
}

/** One of three answers; null if it was not checked. */
function describeAnswer(answer: boolean | null): string {
  return answer === null ? 'not checked' : answer ? 'yes' : 'no';
}

/** What makes a better app, by what it is about. */
function printAdvice(findings: readonly ReportedFinding[]): string {
  const advice = findings.filter(({ level }) => level === 'advice');
  if (advice.length === 0) return '';
  const groups = adviceGroups.flatMap((group) => {
    const found = advice.filter((finding) => finding.group === group);
    return found.length === 0 ? [] : [`  ${paint('bold', group)}\n`, ...found.map(printPiece)];
  });
  return `${paint('bold', 'Advice')}${paint('dim', ' (--no-advice leaves it out)')}\n${groups.join('')}`;
}

function printPiece({ code, message, fix, about, line }: ReportedFinding): string {
  const place = about === 'manifest' && line > 0 ? `line ${line}: ` : '';
  const advised = fix === undefined ? '' : ` ${paint('green', 'fix:')} ${printable(fix)}`;
  return `${wrap(`${place}${printable(message)}${advised} ${paint('dim', code)}`, '    ', '      ')}\n`;
}

/** What else an engine lets know. */
function printNotes(verdicts: readonly Verdict[]): string {
  const said = new Map<string, string[]>();
  for (const { label, installability } of verdicts)
    for (const { id, effect, message } of installability.reasons) {
      if (effect !== 'notes' || saidElsewhere.includes(id)) continue;
      said.set(message, [...(said.get(message) ?? []), label]);
    }
  return [...said]
    .map(([message, labels]) => `${wrap(`${labels.join(', ')}: ${printable(message)}`, '  ', '    ')}\n`)
    .join('');
}

function printUpdate({ installed, identity, iconNote, places }: UpdateReport): string {
  const lines = [
    paint('bold', `What changes for users who have installed ${printable(installed)}`),
    wrap(printable(identity.message), '  '),
  ];
  if (identity.fix !== undefined) lines.push(`    ${paint('green', 'fix:')} ${printable(identity.fix)}`);
  lines.push(wrap(printable(iconNote), '  '));
  for (const { label, forecast } of places) {
    const { silent, asks, never, when, obstacle } = forecast;
    lines.push('', `  ${paint('bold', label)}`);
    if (obstacle !== undefined) lines.push(paint('red', wrap(printable(obstacle), '    ')));
    if (silent.length + asks.length + never.length === 0) {
      lines.push('    Nothing changes.');
      continue;
    }
    const kinds = [
      ['silently', silent],
      ['after asking', asks],
      ['never', never],
    ] as const;
    for (const [kind, changes] of kinds)
      for (const [message, members] of foldChanges(changes))
        lines.push(wrap(`${members.join(', ')}: ${printable(message)}`, `    ${kind.padEnd(12)}  `, ' '.repeat(18)));
    lines.push(paint('dim', wrap(when, '    ')));
  }
  return `${lines.join('\n')}\n`;
}

function printConclusion(report: Report, given: Pick<Arguments, 'strict'>): string {
  const counts = levels.map(
    ([level, name]) => [report.findings.filter((finding) => finding.level === level).length, name] as const,
  );
  const tally = counts.map(([count, name]) => `${count} ${name}${count === 1 ? '' : 's'}`).join(', ');
  const labelsOf = (answer: boolean | null): string =>
    report.verdicts
      .filter(({ installability }) => installability.installable === answer)
      .map(({ label }) => label)
      .join(', ')
      .replace(/, ([^,]*)$/, ' and $1');
  const [refusing, open] = [labelsOf(false), labelsOf(null)];
  const installs =
    [
      refusing && `The app cannot be installed in ${refusing}, where users can at most add the page by a menu`,
      open && `Whether the app can be installed in ${open} was not checked`,
    ]
      .filter(Boolean)
      .join('. ') || 'The app can be installed';
  return `${paint(isSound(report, given) ? 'green' : 'red', wrap(`${installs}. ${tally}.`, ''))}\n`;
}

/** The longest piece of a line that is shown, and the shortest. */
const [widest, narrowest] = [100, 40];

/** The lines of a text, by line ends of any kind. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n?|\n/);
}

/**
 * The line that a finding is about, with its number and a mark under what stands there; empty beyond the end of the
 * text.
 */
export function writeExcerpt(
  lines: readonly string[],
  { line, column }: { line: number; column: number },
  indent: string,
): string {
  const text = lines[line - 1];
  if (text === undefined) return '';
  // The number, the mark of the margin and two ellipses take ten columns.
  const width = Math.max(narrowest, Math.min(widest, terminalWidth() - indent.length - 10));
  const token = /^(?:"(?:[^"\\]|\\.)*"?|<[^>]*>?|[\w.+-]+|.)?/u.exec(text.slice(column - 1, column - 1 + width))![0];
  const from = text.length <= width ? 0 : Math.max(0, column - 1 - Math.floor(width / 4));
  const shown = text.slice(from, from + width);
  const [before, after] = [from > 0 ? '…' : '', from + width < text.length ? '…' : ''];
  const number = `${line}`.padStart(5);
  // Both lines are made printable piece by piece, so that the mark stays below what it marks.
  const left = before + printable(shown.slice(0, column - 1 - from));
  const marked = printable(shown.slice(column - 1 - from).slice(0, token.length));
  const right = printable(shown.slice(column - 1 - from + token.length)) + after;
  return `${indent}${paint('dim', `${number} │`)} ${left}${marked}${right}\n${indent}${' '.repeat(5)} ${paint('dim', '│')} ${' '.repeat(left.length)}${paint('yellow', '^'.repeat(Math.max(1, marked.length)))}\n`;
}
