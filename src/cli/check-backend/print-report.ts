import {
  describeRule,
  type BackendReport,
  type CaseResult,
  type Exchange,
  type Finding,
  type Level,
} from '../../conformance/index.js';
import { paint, printable, terminalWidth, wrap } from '../terminal.js';

const names: Readonly<Record<Level, string>> = { must: 'MUST', should: 'SHOULD', advice: 'ADVICE' };
const colors: Readonly<Record<Level, 'red' | 'yellow' | 'cyan'>> = { must: 'red', should: 'yellow', advice: 'cyan' };
const longestText = 1000;
/** The longest line of a paragraph of ids, in characters, whatever the width of the terminal. */
const widest = 100;

/** The report for people: what is broken, with its exchange, then what was not checked, then the sums. */
export function printReport(report: BackendReport): string {
  const { results } = report;
  const notChecked = results.filter(({ outcome }) => outcome === 'not-checked');
  return [
    `Backend  ${printable(report.url)}\n`,
    `${wrap(['core', ...report.chapters.found].join(', '), 'Chapters ', indentOf('Chapters '), width())}\n`,
    report.chapters.missing.length > 0
      ? `${wrap(`optional ones that it lacks: ${report.chapters.missing.join(', ')}`, indentOf('Chapters '), undefined, width())}\n`
      : '',
    ...report.findings.map(printFinding),
    notChecked.length > 0 ? printNotChecked(notChecked) : '',
    `\n${sums(report)}\n`,
  ].join('');
}

function printFinding({ level, cases }: Finding): string {
  const [{ id, rule, title, reason, exchanges }, ...others] = cases;
  const { sentence, source } = describeRule(rule);
  const last = exchanges.at(-1);
  return [
    `\n${paint(colors[level], names[level])}  ${paint('bold', id)}\n`,
    `${wrap(printable(`The kit ${title}. ${reason ?? ''}`), '  ')}\n`,
    `${wrap(`Rule ${rule}: ${sentence}`, '  ')}\n`,
    `  See ${source}\n`,
    others.length > 0 ? `${wrap(`Also ${others.map((other) => other.id).join(', ')}`, '  ')}\n` : '',
    last ? printExchange(last) : '',
  ].join('');
}

function printExchange(exchange: Exchange): string {
  const { status, headers, body } = exchange;
  return [
    `\n${indent(describeRequest(exchange))}\n\n`,
    `    ${status === 0 ? 'no answer' : `HTTP ${status}`}\n`,
    ...headers.map(([name, value]) => `    ${printable(`${name}: ${value}`)}\n`),
    body === '' ? '' : `\n${indent(printable(shorten(body)))}\n`,
  ].join('');
}

const indent = (text: string): string => text.replaceAll(/^/gm, '    ');

const shorten = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText)} … (${text.length} characters)` : text;

const quote = (text: string): string => `'${text.replaceAll(`'`, String.raw`'\''`)}'`;

/** What is good once: the response of an authenticator, a token, a code, the state of a flow. */
const singleUse = /"(?:clientDataJSON|token|code)":|handoff\/redeem|[?&]state=/;

/** Why the request would do something else as a command; undefined if it can be repeated. */
function findObstacle({ url, requestHeaders, requestBody = '' }: Exchange): string | undefined {
  if (singleUse.test(url + requestBody)) return 'what it brings is used up';
  const texts = [url, ...Object.values(requestHeaders), requestBody];
  return texts.every((text) => printable(shorten(text)) === text) ? undefined : 'it is not shown byte by byte';
}

/** The request as a `curl` command or, if that would do something else, as it was sent. */
export function describeRequest(exchange: Exchange): string {
  const { method, url, requestHeaders, requestBody } = exchange;
  const lines = Object.entries(requestHeaders).map(([name, value]) => printable(`${name}: ${value}`));
  const obstacle = findObstacle(exchange);
  if (obstacle === undefined)
    return [
      `curl -i -X ${method} ${quote(url)}`,
      ...lines.map((line) => `-H ${quote(line)}`),
      ...(requestBody === undefined ? [] : [`--data-raw ${quote(requestBody)}`]),
    ].join(' \\\n  ');
  return [
    `# Not a command, because ${obstacle}.`,
    `${method} ${printable(url)}`,
    ...lines,
    ...(requestBody === undefined ? [] : ['', printable(shorten(requestBody))]),
  ].join('\n');
}

const width = (): number => Math.min(terminalWidth(), widest);

const indentOf = (text: string): string => ' '.repeat(text.length);

/** Each reason with what to do, and how many cases of which rules it kept from being tried. */
function printNotChecked(results: readonly CaseResult[]): string {
  const reasons = new Map<string, CaseResult[]>();
  for (const result of results) {
    const { reason = '' } = result;
    reasons.set(reason, [...(reasons.get(reason) ?? []), result]);
  }
  return [
    `\n${paint('bold', 'Not checked')} (--json lists the cases)\n`,
    ...[...reasons].map(([reason, own]) => {
      const counts = new Map<string, number>();
      for (const { rule } of own) counts.set(rule, (counts.get(rule) ?? 0) + 1);
      const rules = [...counts].map(([rule, count]) => (count === 1 ? rule : `${rule} ${count}`));
      return [
        `${wrap(printable(`${own.length === 1 ? '1 case' : `${own.length} cases`}: ${reason}`), '  ', '  ', width())}\n`,
        `${wrap(`Rules: ${rules.join(', ')}`, '    ', '    ', width())}\n`,
      ].join('');
    }),
  ].join('');
}

function sums({ results, findings, accounts, requests }: BackendReport): string {
  const count = (outcome: string, level?: Level): number =>
    results.filter((result) => result.outcome === outcome && (!level || result.level === level)).length;
  const failures = (['must', 'should', 'advice'] as const).map((level) => `${count('failed', level)} ${level}`);
  const causes =
    findings.length < count('failed') ? ` of ${findings.length === 1 ? 'one cause' : `${findings.length} causes`}` : '';
  return [
    `${count('passed')} passed, ${count('failed')} failed${causes} (${failures.join(', ')}), ${count('not-checked')} not checked, ${count('not-implemented')} not implemented`,
    `${requests} requests; ${accounts.length} accounts named latchkey-check-… were created`,
  ].join('\n');
}
