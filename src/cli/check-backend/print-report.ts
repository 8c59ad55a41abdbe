import {
  describeRule,
  type BackendReport,
  type CaseResult,
  type Exchange,
  type Level,
} from '../../conformance/index.js';
import { paint, printable, wrap } from '../terminal.js';

const names: Readonly<Record<Level, string>> = { must: 'MUST', should: 'SHOULD', advice: 'ADVICE' };
const colors: Readonly<Record<Level, 'red' | 'yellow' | 'cyan'>> = { must: 'red', should: 'yellow', advice: 'cyan' };
const longestText = 1000;

/** The report for people: what is broken, with its exchange, then what was not checked, then the sums. */
export function printReport(report: BackendReport): string {
  const { results } = report;
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const notChecked = results.filter(({ outcome }) => outcome === 'not-checked');
  return [
    `Backend  ${printable(report.url)}\n`,
    `Chapters ${['core', ...report.chapters.found].join(', ')}\n`,
    report.chapters.missing.length > 0 ? `Not implemented: ${report.chapters.missing.join(', ')}\n` : '',
    ...failed.map(printFailure),
    notChecked.length > 0 ? printNotChecked(notChecked) : '',
    `\n${sums(report)}\n`,
  ].join('');
}

function printFailure({ id, level, rule, title, reason, exchanges }: CaseResult): string {
  const { sentence, source } = describeRule(rule);
  const last = exchanges.at(-1);
  return [
    `\n${paint(colors[level], names[level])}  ${paint('bold', id)}\n`,
    `${wrap(printable(`The kit ${title}. ${reason ?? ''}`), '  ')}\n`,
    `${wrap(`Rule ${rule}: ${sentence}`, '  ')}\n`,
    `  See ${source}\n`,
    last ? printExchange(last) : '',
  ].join('');
}

function printExchange(exchange: Exchange): string {
  const { status, headers, body } = exchange;
  return [
    `\n${indent(asCurl(exchange))}\n`,
    `    ${status === 0 ? 'no answer' : `HTTP ${status}`}\n`,
    ...headers.map(([name, value]) => `    ${name}: ${printable(value)}\n`),
    body === '' ? '' : `\n${indent(printable(shorten(body)))}\n`,
  ].join('');
}

const indent = (text: string): string => text.replaceAll(/^/gm, '    ');

const shorten = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText)} … (${text.length} characters)` : text;

const quote = (text: string): string => `'${text.replaceAll(`'`, String.raw`'\''`)}'`;

/** The request as a command. One that proves something cannot be repeated: its challenge is used up. */
export function asCurl({ method, url, requestHeaders, requestBody }: Exchange): string {
  return [
    `curl -i -X ${method} ${quote(url)}`,
    ...Object.entries(requestHeaders).map(([name, value]) => `-H ${quote(printable(`${name}: ${value}`))}`),
    ...(requestBody === undefined ? [] : [`--data-raw ${quote(printable(shorten(requestBody)))}`]),
  ].join(' \\\n  ');
}

function printNotChecked(results: readonly CaseResult[]): string {
  const reasons = new Map<string, string[]>();
  for (const { id, reason = '' } of results) reasons.set(reason, [...(reasons.get(reason) ?? []), id]);
  return `\nNot checked\n${[...reasons]
    .map(([reason, ids]) => `${wrap(printable(`${reason} (${ids.join(', ')})`), '  ')}\n`)
    .join('')}`;
}

function sums({ results, accounts, requests }: BackendReport): string {
  const count = (outcome: string, level?: Level): number =>
    results.filter((result) => result.outcome === outcome && (!level || result.level === level)).length;
  const failures = (['must', 'should', 'advice'] as const).map((level) => `${count('failed', level)} ${level}`);
  return [
    `${count('passed')} passed, ${count('failed')} failed (${failures.join(', ')}), ${count('not-checked')} not checked, ${count('not-implemented')} not implemented`,
    `${requests} requests; ${accounts.length} accounts named latchkey-check-… were created`,
  ].join('\n');
}
