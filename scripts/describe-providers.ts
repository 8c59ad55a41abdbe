// Checks this package, @simplewebauthn/browser and a hand-written page beside hostile providers of passkeys in Chromium,
// and writes the tables of docs/hostile-providers.md; with --check only compares them.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { argv, exit } from 'node:process';
import { build } from 'esbuild';
import { launch } from 'puppeteer-core';
import {
  providerFaults,
  type ProviderFault,
  type ProviderFaultName,
  type ProviderResult,
} from '../src/conformance/index.js';
import type { PrfComparison } from '../test/support/browser/compare-passkey-pages.js';
import { chromiumFlags } from './chromium.mjs';
import { provideChromium } from './provide-chromium.mjs';
import { root } from './run.mjs';

const file = `${root}docs/hostile-providers.md`;
const library = JSON.parse(readFileSync(`${root}node_modules/@simplewebauthn/browser/package.json`, 'utf8')) as {
  version: string;
};
const columns = {
  latchkey: 'Latchkey',
  simpleWebAuthn: `\`@simplewebauthn/browser\` ${library.version} alone`,
  handWritten: 'a hand-written page',
};
type Results = Record<keyof typeof columns, ProviderResult[]>;

const { browser, results, prf } = await compare();
const names = Object.keys(providerFaults) as ProviderFaultName[];
const table = [
  `| the provider … | report | ${Object.values(columns).join(' | ')} |`,
  `|---|---|${Object.keys(columns)
    .map(() => '---|')
    .join('')}`,
  ...names.map((name) => {
    const { what, report }: ProviderFault = providerFaults[name];
    const cells = (Object.keys(columns) as (keyof Results)[]).map((column) => cellOf(results[column], name));
    return `| ${what} (\`${name}\`) | [${nameReport(report)}](${report}) | ${cells.join(' | ')} |`;
  }),
  `| **passed, of ${names.length}** | | ${(Object.keys(columns) as (keyof Results)[])
    .map((column) => `**${names.filter((name) => cellOf(results[column], name) === 'passes').length}**`)
    .join(' | ')} |`,
].join('\n');
const prfTable = [
  '| the provider … | report | Latchkey | `eval` by hand | `evalByCredential` by hand |',
  '|---|---|---|---|---|',
  ...prf.map(
    ({ what, report, failed }) =>
      `| ${what} | [${nameReport(report)}](${report}) | ${failed.map((cases) => (cases.length > 0 ? `fails with ${cases.join(', ')}` : 'passes')).join(' | ')} |`,
  ),
].join('\n');
const reasons = (['simpleWebAuthn', 'handWritten'] as const).flatMap((column) => [
  `### ${columns[column].replace(/^a /, 'A ').replace(/^`/, '`')}`,
  '',
  ...results[column]
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ fault, ceremony, reason }) => `- \`${fault}\`, ${ceremony}: ${reason}`),
  '',
]);

const isCheck = argv.includes('--check');
const page = readFileSync(file, 'utf8');
const written = page
  // Another version that does the same is no reason to write the page again.
  .replace(/^In Chromium [\d.]+:$/m, (line) => (isCheck ? line : `In ${browser}:`))
  .replace(/^\| the provider … [^]*?\n\n/m, `${table}\n\n`)
  .replace(/(?<=^## Secrets for a vault\n[^]*?\n\n)\| the provider … [^]*?\n\n/m, `${prfTable}\n\n`)
  .replace(/(?<=^## What the others fail at\n\n)[^]*?(?=^## )/m, `${reasons.join('\n')}\n`);
if (!isCheck) writeFileSync(file, written);
else if (written !== page) {
  console.error('docs/hostile-providers.md is out of date: run npm run providers.');
  exit(1);
}

function cellOf(of: readonly ProviderResult[], name: ProviderFaultName): string {
  const failed = of.filter(({ fault, outcome }) => fault === name && outcome !== 'passed');
  if (failed.length === 0) return 'passes';
  const both = failed.length === providerFaults[name].ceremonies.length;
  return both ? 'fails' : `fails at ${failed.map(({ ceremony }) => ceremony).join(', ')}`;
}

/** The owner, the repository and the number of an issue or a pull request. */
function nameReport(report: string): string {
  return report.replace(/^https:\/\/github\.com\/(.+)\/(?:issues|pull)\/(\d+)$/, '$1#$2');
}

/** Runs the check of all pages in Chromium. */
async function compare(): Promise<{ browser: string; results: Results; prf: PrfComparison[] }> {
  const { outputFiles } = await build({
    entryPoints: [`${root}test/support/browser/compare-passkey-pages.ts`],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    tsconfig: `${root}tsconfig.json`,
    logLevel: 'error',
  });
  const script = outputFiles[0]!.text;
  const server = createServer((request, response) => {
    if (request.url === '/')
      response.setHeader('content-type', 'text/html').end('<!doctype html><script src="/page.js"></script>');
    else if (request.url === '/page.js') response.setHeader('content-type', 'text/javascript').end(script);
    else response.writeHead(404).end();
  }).listen(0, 'localhost');
  await new Promise((resolve) => server.once('listening', resolve));
  const chromium = await launch({
    executablePath: await provideChromium(),
    args: chromiumFlags,
    protocolTimeout: 300_000,
  });
  try {
    const tab = await chromium.newPage();
    await tab.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    const results = (await tab.evaluate('comparePages()')) as Results;
    const prf = (await tab.evaluate('comparePrf()')) as PrfComparison[];
    return { browser: (await chromium.version()).replace(/^\D+/, 'Chromium '), results, prf };
  } finally {
    await chromium.close();
    server.close();
  }
}
