// Writes the table of findings in docs/manifest.md from the table in src/manifest; a test compares both.
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { findingCodes, kindOfFinding } from '../src/manifest/finding-codes.js';
import { root } from './run.mjs';

const file = `${root}docs/manifest.md`;
const rows = findingCodes.map((code) => `| \`${code}\` | ${kindOfFinding(code).level} | ${kindOfFinding(code).says} |`);
const table = ['| code | level | what it says |', '| --- | --- | --- |', ...rows].join('\n');
const page = readFileSync(file, 'utf8').replace(/^\| code +\|[^]*?(?=\n\n|\n$|$(?![^]))/m, table);
writeFileSync(file, await format(page, { ...(await resolveConfig(file)), filepath: file }));
