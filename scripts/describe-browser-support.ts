// Writes docs/browser-support.md from src/core/browser-support.ts; with --check only tells whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { browserSupport, type BrowserFamily, type Support } from '../src/core/browser-support.js';

const file = new URL('../docs/browser-support.md', import.meta.url);
const families: readonly [BrowserFamily, string][] = [
  ['chromiumDesktop', 'Chromium desktop'],
  ['chromiumAndroid', 'Chromium Android'],
  ['webkitDesktop', 'Safari macOS'],
  ['webkitMobile', 'Safari iOS, iPadOS'],
  ['gecko', 'Firefox'],
];

function cell(support: Support): string {
  return support === false ? 'no' : `${support.since}${support.note ? ` (${support.note})` : ''}`;
}

const rows = browserSupport.map(
  ({ feature, specification, source, support }) => `| [${feature}](${specification}) | ${families.map(([family]) => cell(support[family])).join(' | ')} | [versions](${source}) |`,
);

const page = `# Browser support

What Latchkey uses where it is there, and the first version that has it, as of September 2026. The elements need none of it to be an ordinary form: they ask the browser what it can do and leave out the rest.
The same table as data: \`import { browserSupport } from 'latchkey/browser-support'\`.

The elements themselves run in Chromium from 125, Firefox from 126 and Safari from 17.5. Every browser on iOS and iPadOS follows Safari's column.

| feature | ${families.map(([, name]) => name).join(' | ')} | source |
|---|${families.map(() => '---|').join('')}---|
${rows.join('\n')}
`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, page);
} else if (readFileSync(file, 'utf8') !== page) {
  console.error('docs/browser-support.md is out of date: run npm run describe.');
  process.exitCode = 1;
}
