import { describeRule, type BackendReport, type CaseResult } from '../../conformance/index.js';
import { writeSarif } from '../sarif.js';
import { printableJson, printableLines } from '../terminal.js';
import { version } from '../version.js';
import { describeRequest } from './print-report.js';

/** The whole report with the sentences of its rules. */
export function writeJson(report: BackendReport): string {
  const rules = Object.fromEntries(report.results.map(({ rule }) => [rule, describeRule(rule)]));
  return `${printableJson({ version, ...report, rules })}\n`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text for XML 1.0, which has no control characters and two other ones less. */
const escapeXml = (text: string): string =>
  printableLines(text)
    .replaceAll(/[&<>"']/g, (character) => escapes[character]!)
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd');

function junitCase({ id, rule, title, level, outcome, reason = '', exchanges }: CaseResult): string {
  const open = `    <testcase classname="${escapeXml(`${level}.${rule}`)}" name="${escapeXml(`${id}: ${title}`)}"`;
  if (outcome === 'passed') return `${open}/>\n`;
  const last = exchanges.at(-1);
  const inside =
    outcome === 'failed'
      ? `<failure message="${escapeXml(reason)}">${escapeXml(last ? describeRequest(last) : '')}</failure>`
      : `<skipped message="${escapeXml(reason)}"/>`;
  return `${open}>${inside}</testcase>\n`;
}

/** The report for CI systems that read JUnit XML: a suite for each chapter. */
export function writeJunit({ results }: BackendReport): string {
  const chapters = [...new Set(results.map(({ chapter }) => chapter))];
  const suites = chapters.map((chapter) => {
    const own = results.filter((result) => result.chapter === chapter);
    const count = (outcomes: readonly string[]): number =>
      own.filter(({ outcome }) => outcomes.includes(outcome)).length;
    const skipped = count(['not-checked', 'not-implemented']);
    return `  <testsuite name="${escapeXml(chapter)}" tests="${own.length}" failures="${count(['failed'])}" skipped="${skipped}">\n${own.map(junitCase).join('')}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="latchkey check-backend">\n${suites.join('')}</testsuites>\n`;
}

const sarifLevels = { must: 'error', should: 'warning', advice: 'note' } as const;

/** The failures for code scanning, each cause once. */
export function reportSarif({ url, findings }: BackendReport): string {
  const failed = findings.map(({ cases: [first] }) => first);
  const ids = [...new Set(failed.map(({ rule }) => rule))];
  return writeSarif(
    'check-backend',
    ids.map((id) => ({ id, ...describeRule(id) })),
    failed.map(({ rule, id, level, title, reason = '', exchanges }) => ({
      rule,
      level: sarifLevels[level],
      message: `The kit ${title}. ${reason}`,
      uri: exchanges.at(-1)?.url ?? url,
      fingerprint: id,
    })),
  );
}
