// Checks Better Auth and Auth.js, each behind its adapter, against the contract, and writes the table of docs/adapters.md.
// `--rules` also prints each failure.
import { readFileSync, writeFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { describeRule, type BackendReport, type CaseResult } from '../src/conformance/index.js';
import { reportOn } from '../test/adapters/kit-report.js';
import { root } from './run.mjs';

const file = `${root}docs/adapters.md`;
const backends = { 'Better Auth': 'better-auth', 'Auth.js': 'auth-js' } as const;

const reports = new Map<string, BackendReport>();
for (const [title, name] of Object.entries(backends)) reports.set(title, await reportOn(name));

const isBroken = ({ outcome, level }: CaseResult): boolean => outcome === 'failed' && level === 'must';
const all = [...reports.values()].flatMap(({ results }) => results);
const rules = [...new Set(all.filter(isBroken).map(({ rule }) => rule))];
const rows = rules.map((rule) => {
  const cells = [...reports.values()].map(({ results }) => {
    const tried = results.filter((one) => one.rule === rule && ['passed', 'failed'].includes(one.outcome));
    return tried.length === 0 ? '' : `${tried.filter(isBroken).length} of ${tried.length}`;
  });
  return `| ${describeRule(rule).sentence} | ${cells.join(' | ')} |`;
});
const table = [`| rule | ${[...reports.keys()].join(' | ')} |`, '| --- | --- | --- |', ...rows].join('\n');
writeFileSync(file, readFileSync(file, 'utf8').replace(/^\| rule +\|[^]*?\n\n/m, `${table}\n\n`));
console.log(table);
if (argv.includes('--rules'))
  for (const [title, { results }] of reports)
    for (const { id, rule, reason } of results.filter(isBroken))
      console.log(`${title}: ${id}: ${reason} (${describeRule(rule).sentence})`);
exit(0);
