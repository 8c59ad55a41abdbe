// The tables in docs/manifest.md, by their first column: from the docblocks of src/manifest, from its tables, and from what
// its functions return.
import { readFileSync } from 'node:fs';
import { findingCodes, kindOfFinding } from '../src/manifest/finding-codes.js';
import { checkInstallability, processManifest } from '../src/manifest/index.js';
import type { InstallabilityFacts } from '../src/manifest/types.js';
import { adviceKinds } from '../src/manifest/advice.js';
import { listSupport, supportHead } from '../src/manifest/tables/support-table.js';

const read = (file: string): string => readFileSync(new URL(`../src/manifest/${file}`, import.meta.url), 'utf8');

/** The text of a docblock on one line, without tags and links. */
function textOf(docblock: string): string {
  return docblock
    .replace(/^ *\* ?/gm, '')
    .split(/^@/m)[0]!
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '');
}

/** The members of an interface in types.ts with their docblocks. */
function membersOf(name: string): string[][] {
  const [, body] = new RegExp(`export interface ${name} \\{\\n([^]*?)\\n\\}`).exec(read('types.ts'))!;
  const members = [...body!.matchAll(/^ {2}(\w+)\??:/gm)].map(([, member]) => member!);
  const described = [...body!.matchAll(/^ {2}\/\*\*([^]*?)\*\/\n {2}(\w+)\??:/gm)];
  const missing = members.find((member) => !described.some(([, , other]) => other === member));
  if (missing) throw new Error(`"${missing}" of ${name} in src/manifest/types.ts has no docblock.`);
  return described.map(([, text, member]) => [`\`${member}\``, textOf(text!)]);
}

/** Every limit: what it is, and its value or values. */
function listLimits(): string[][] {
  const rows: string[][] = [];
  for (const [, text, value] of read('tables/limits.ts').matchAll(
    /(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?export const \w+(?:: [^=]+)? = ([^;]+);/g,
  )) {
    const shown = value!.replace(/[{}]/g, '').trim();
    if (text !== undefined) rows.push([textOf(text), shown]);
    else rows.at(-1)![1] += `, ${shown}`;
  }
  return rows;
}

const page = 'https://app.example/';
const options = { engine: 'chromium', manifestUrl: `${page}manifest.webmanifest`, documentUrl: page } as const;

/** What keeps Chromium from installing an app that has every fault, on desktop and on Android. */
function listObstacles(): string[][] {
  const icons = [{ src: 'https://user@cdn.example/icon.jpg' }];
  const cases: Array<[manifest: object, facts: InstallabilityFacts]> = [
    [{ icons }, { privateWindow: true, secureOrigin: false }],
    [{ icons, display_override: ['browser'] }, {}],
    [{}, { status: 404 }],
    [{}, { linked: false }],
  ];
  const found = new Map<string, { message: string; platforms: Set<string> }>();
  for (const platform of ['desktop', 'mobile'] as const)
    for (const [manifest, facts] of cases) {
      const { reasons } = checkInstallability(
        processManifest(JSON.stringify(manifest), { ...options, platform }),
        facts,
      );
      for (const { id, effect, message } of reasons) {
        if (effect !== 'blocks-install') continue;
        const known = found.get(id) ?? { message, platforms: new Set() };
        found.set(id, known);
        known.platforms.add(platform === 'desktop' ? 'desktop' : 'Android');
      }
    }
  return [...found].map(([id, { message, platforms }]) => [`\`${id}\``, [...platforms].join(', '), message]);
}

/** The heads and the rows of all tables. */
export const manifestTables: ReadonlyArray<{ head: readonly string[]; rows: readonly string[][] }> = [
  { head: ['option', 'meaning'], rows: membersOf('ProcessOptions') },
  { head: ['member', 'meaning'], rows: membersOf('ProcessedResult') },
  { head: ['fact', 'meaning'], rows: membersOf('InstallabilityFacts') },
  { head: supportHead, rows: listSupport() },
  { head: ['reason', 'where', 'what it says'], rows: listObstacles() },
  { head: ['limit', 'value'], rows: listLimits() },
  {
    head: ['code', 'level', 'what it says'],
    rows: findingCodes.map((code) => [`\`${code}\``, kindOfFinding(code).level, kindOfFinding(code).says]),
  },
  {
    head: ['advice', 'group', 'what it says'],
    rows: Object.entries(adviceKinds).map(([code, [group, says]]) => [`\`${code}\``, group, says]),
  },
];
