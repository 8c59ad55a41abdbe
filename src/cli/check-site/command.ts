import { Failure } from '../failure.js';
import { parseOptions, readHttpUrl } from '../parse-options.js';
import { type Output, createProgress } from '../output.js';
import { paint, printable, printableJson, wrap } from '../terminal.js';
import { notApplicable, siteChecks, type SiteLevel } from './checks.js';
import { loadSite, type Site } from './site.js';

const hint = 'latchkey check-site --help';

const options = {
  strict: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const help = `latchkey check-site <url> [options]

Checks a sign-in page and the well-known documents of its site: what breaks the elements,
what puts users at risk, and what password managers look for. Sends five GET requests.

<url>
  a page that shows the sign-in: http://localhost:3000/login, https://app.example/login

Options
  --strict   warnings count as errors
  --json     prints the report as JSON
  --help     prints this help

Exit code
  0   no errors
  1   errors; with --strict also warnings
  2   wrong usage, or the page cannot be fetched
`;

interface SiteResult {
  id: string;
  level: SiteLevel;
  title: string;
  outcome: 'passed' | 'failed' | 'not-applicable';
  /** What is wrong. */
  problem?: string;
  fix?: string;
  source: string;
}

/** Runs `latchkey check-site` with what follows these words, and returns the exit code. */
export async function checkSite(parameters: string[], { stdout, stderr }: Output): Promise<number> {
  const { values, positionals } = parseOptions(parameters, options, hint);
  if (values.help) {
    stdout.write(help);
    return 0;
  }
  const [address, ...others] = positionals;
  if (address === undefined || address === '') throw new Failure('Name the URL of a sign-in page.', { hint });
  if (others.length > 0)
    throw new Failure(`Only one page can be checked at a time. Remove ${others.join(' and ')}.`, { hint });
  readHttpUrl('The page', address, hint);
  const progress = createProgress(stderr);
  progress.show(`Fetching ${address}`);
  const site = await loadSite(address).finally(() => progress.clear());
  const results = siteChecks.map((check) => judge(check, site));
  stdout.write(
    values.json ? `${printableJson({ url: site.page.url, results })}\n` : printReport(site.page.url, results),
  );
  const counts: readonly SiteLevel[] = values.strict ? ['error', 'warning'] : ['error'];
  return results.some(({ outcome, level }) => outcome === 'failed' && counts.includes(level)) ? 1 : 0;
}

function judge({ find, fix, id, level, title, source }: (typeof siteChecks)[number], site: Site): SiteResult {
  const problem = find(site);
  if (problem === notApplicable) return { id, level, title, source, outcome: 'not-applicable' };
  return problem === undefined
    ? { id, level, title, source, outcome: 'passed' }
    : { id, level, title, source, outcome: 'failed', problem, fix };
}

const colors = { error: 'red', warning: 'yellow', advice: 'cyan' } as const;

function printReport(url: string, results: readonly SiteResult[]): string {
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const count = (outcome: SiteResult['outcome']): number =>
    results.filter((result) => result.outcome === outcome).length;
  return [
    `${printable(url)}\n`,
    ...failed.map(
      ({ level, id, problem = '', fix = '', source }) =>
        `\n${paint(colors[level], level)} ${paint('bold', id)}\n${wrap(printable(problem), '  ')}\n${wrap(`fix: ${fix}`, '  ')}\n  See ${source}\n`,
    ),
    `\n${count('passed')} passed, ${count('failed')} failed, ${count('not-applicable')} not applicable\n`,
  ].join('');
}
