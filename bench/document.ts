import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../scripts/run.mjs';
import { drawChart } from './chart.js';
import type { Figure, Measurement } from './measurement.js';
import { imported } from './sizes.js';
import { describeContestant, heads } from './table.js';

const page = 'docs/figures.md';
const folder = 'docs/figures';

/** A measurement with its figures, or with the reason why there are none. */
export interface Outcome {
  readonly measurement: Measurement;
  readonly figures: readonly Figure[];
  readonly reason?: string;
}

/** The charts; each has the figures of some measurements that compare something. */
const charts = [
  { file: 'sizes', title: 'Size of what a page must load', of: ['sizes'] },
  {
    file: 'times',
    title: 'Times beside other packages',
    of: ['click-to-request', 'navigation-to-autofill', 'first-render', 'vault', 'manifest'],
  },
];

/**
 * Writes `docs/figures.md` and its charts.
 *
 * @returns the files, relative to the package.
 */
export async function writeFigures(
  outcomes: readonly Outcome[],
  conditions: string,
  command: string,
): Promise<string[]> {
  await mkdir(join(root, folder), { recursive: true });
  for (const { file, title, of } of charts) {
    const figures = outcomes
      .filter(({ measurement }) => of.includes(measurement.name))
      .flatMap((outcome) => outcome.figures)
      .filter(({ contestants }) => contestants.length > 1);
    const svg = drawChart(
      title,
      `Medians; shorter bars are better. ${conditions} The tables of the page have the same numbers.`,
      figures,
    );
    await writeFile(join(root, folder, `${file}.svg`), svg);
  }
  await writePage(describeAll(outcomes, conditions, command));
  return [page, ...charts.map(({ file }) => `${folder}/${file}.svg`)];
}

async function writePage(text: string): Promise<void> {
  const path = join(root, page);
  await writeFile(path, await format(text, { ...(await resolveConfig(path)), parser: 'markdown' }));
}

/** Whether a chart has figures of one of the measurements. */
export const areDrawn = (measurements: readonly Measurement[]): boolean =>
  measurements.some(({ name }) => charts.some(({ of }) => of.includes(name)));

const lastSection = '## What the sizes import\n';

/**
 * Puts the figures of some measurements in the place of those that `docs/figures.md` has, or adds them, and says that
 * they were measured by themselves.
 *
 * @returns the file, relative to the package.
 */
export async function replaceFigures(outcomes: readonly Outcome[], conditions: string): Promise<string[]> {
  await writePage(replaceSections(await readFile(join(root, page), 'utf8'), outcomes, conditions));
  return [page];
}

/** The text of the page with the sections of these measurements; new ones come last. */
export function replaceSections(text: string, outcomes: readonly Outcome[], conditions: string): string {
  return outcomes.reduce((text, outcome) => {
    const from = text.indexOf(`## ${outcome.measurement.title}\n`);
    const at = from < 0 ? text.indexOf(lastSection) : from;
    const end = from < 0 ? at : text.indexOf('\n## ', from) + 1;
    return `${text.slice(0, at)}${describeOutcome(outcome)}\n\nMeasured by itself. ${conditions}\n\n${text.slice(end)}`;
  }, text);
}

function describeAll(outcomes: readonly Outcome[], conditions: string, command: string): string {
  return `# Figures

Latchkey beside code written by hand for the platform and beside other packages. \`${command}\` measures all of them in one run and writes this page. Sizes are exact. Times depend on the machine, so compare them within one table only. ${conditions}

\`npm run bench\` prints the same tables without writing them. \`npm run bench -- <word>\` prints the tables with that word in their name. \`npm run bench -- --quick\` takes about two minutes. The first run installs the other packages into \`bench/peers\`.

${charts.map(({ file, title }) => `![${title}: the tables below have the same numbers.](figures/${file}.svg)`).join('\n\n')}

${outcomes.map(describeOutcome).join('\n\n')}

## What the sizes import

| | |
| - | - |
${imported.map(({ name, source }) => `| ${name} | \`${source}\` |`).join('\n')}
`;
}

function describeOutcome({ measurement: { name, title, notes }, figures, reason }: Outcome): string {
  const body = reason === undefined ? figures.map(describeFigure).join('\n\n') : `Not measured: ${reason}`;
  return `## ${title}\n\n${notes.join(' ')} (\`npm run bench -- ${name}\`)\n\n${body}`;
}

/** A table without the columns that say nothing: of exact values there is one, and it has no spread. */
function describeFigure(figure: Figure): string {
  const rows = figure.contestants.map((each) => describeContestant(figure, each));
  const isExact = figure.contestants.every(({ samples }) => samples.length <= 1);
  const columns = [figure.what, 'n', isExact ? 'value' : 'median', ...heads.slice(3)]
    .map((head, index) => ({ head, cells: rows.map((row) => row[index]!) }))
    .filter(({ head, cells }) => cells.some((cell) => cell !== '') && !(head === 'n' && isExact));
  const lines = [
    columns.map(({ head }) => head),
    columns.map(() => '-'),
    ...rows.map((_, index) => columns.map(({ cells }) => cells[index]!)),
  ];
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}
