// Writes the attributes and events of the tags into the table of docs/elements.md, from custom-elements.json; with --check, only
// tells whether the table is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { format, resolveConfig } from 'prettier';
import { root } from './run.mjs';

const file = `${root}docs/elements.md`;
const { modules } = JSON.parse(readFileSync(`${root}custom-elements.json`, 'utf8'));
const tags = new Map(
  modules.flatMap(({ declarations }) => declarations).map((declaration) => [declaration.tagName, declaration]),
);

/** What all tags have, which stands below the table. */
const common = ['base-url', 'allow-embedded'];

/** Attributes that the page may set: not what the element shows by them, and no former names. */
const attributesOf = ({ attributes = [] }) =>
  attributes.filter(
    ({ name, description = '', deprecated }) =>
      !common.includes(name) && !deprecated && !/\b[Tt]he element (?:sets|itself sets)\b/.test(description),
  );
const list = (members) => members.map(({ name }) => `\`${name}\``).join(', ');

const text = readFileSync(file, 'utf8');
const written = text.replace(/^\| \[`(latch-[\w-]+)`\]\(#[\w-]+\) *\|([^|]*)\|[^|]*\|[^|]*\|$/gm, (_row, tag, gets) => {
  const declaration = tags.get(tag);
  return `| [\`${tag}\`](#${tag}) |${gets}| ${list(attributesOf(declaration))} | ${list(declaration.events ?? [])} |`;
});
const formatted = await format(written, { ...(await resolveConfig(file)), filepath: file });
if (!argv.includes('--check')) writeFileSync(file, formatted);
else if (formatted !== text) {
  console.error('The table of tags in docs/elements.md is out of date: run npm run describe.');
  exit(1);
}
