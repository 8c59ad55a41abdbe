// Writes what follows from the list of languages: the table of docs/languages.md, and the sentences of the reference
// server; with --check only tells whether they are up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { format, resolveConfig } from 'prettier';
import { consequences } from '../src/messages/en.js';
import { shipped } from '../src/messages/shipped.js';
import { root } from './run.mjs';

const tags = ['en', ...Object.keys(shipped)];
const names = new Intl.DisplayNames('en', { type: 'language' });
const translated = await Promise.all(
  Object.entries(shipped).map(async ([tag, load]) => [tag, (await load()).consequences] as const),
);

const docs = `${root}docs/languages.md`;
const rows = tags
  .map((tag) => `| \`${tag}\` | ${names.of(tag)} |\n`)
  .sort((one, other) => one.split('|')[2]!.localeCompare(other.split('|')[2]!, 'en'));
const files = new Map([
  [
    docs,
    readFileSync(docs, 'utf8').replace(
      /(?<=^\| language tag *\| language *\|\n\| -+ \| -+ \|\n)(?:\|.*\n)+/m,
      rows.join(''),
    ),
  ],
  [
    `${root}server/src/accounts/loss-sentences.ts`,
    `// Generated from src/messages by scripts/describe-languages.ts. Do not edit: change the messages and run npm run describe.
/** What the user loses with an account, by language. */
export const sentences: Readonly<Record<string, { notes: string; passkeys: string; name: string }>> = ${JSON.stringify(
      Object.fromEntries([['en', consequences.english], ...translated]),
    )};
`,
  ],
]);

for (const [file, text] of files) {
  const formatted = await format(text, { ...(await resolveConfig(file)), filepath: file });
  if (!argv.includes('--check')) writeFileSync(file, formatted);
  else if (formatted !== readFileSync(file, 'utf8')) {
    console.error(`${file.slice(root.length)} is out of date: run npm run describe.`);
    exit(1);
  }
}
