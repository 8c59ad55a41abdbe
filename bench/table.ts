import { compareWithOurs, reached, type Contestant, type Figure, type Measurement } from './measurement.js';
import { median, quantile } from './statistics.js';

export const heads = ['', 'n', 'median', '5 % to 95 %', '× ours', 'target'];

/** A number with its unit, with three digits that count. */
export function describeValue(value: number, unit: Figure['unit']): string {
  if (unit === 'requests') return `${value}`;
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`.trim();
}

/** The row of one contestant: name, number of samples, median, spread, ratio, target. */
export function describeContestant(figure: Figure, contestant: Contestant): string[] {
  const { unit, contestants } = figure;
  const { name, samples, lost, reason } = contestant;
  if (samples.length === 0) return [name, '0', `not measured: ${reason}`, '', '', ''];
  const low = quantile(samples, 0.05);
  const high = quantile(samples, 0.95);
  const isOurs = contestant === contestants[0];
  const ratio = compareWithOurs(figure, contestant);
  return [
    name,
    `${samples.length}${lost ? `, ${lost} taken again` : ''}${reason === undefined ? '' : `, then given up: ${reason}`}`,
    describeValue(median(samples), unit),
    samples.length > 1 ? `${describeValue(low, unit)} to ${describeValue(high, unit)}` : '',
    isOurs || ratio === undefined ? '' : ratio.toFixed(2),
    isOurs ? describeTarget(figure) : '',
  ];
}

function describeTarget(figure: Figure): string {
  const { target, unit } = figure;
  if (!target) return '';
  const value = reached(figure);
  const limit = target.times ? `${target.atMost} × ${target.times}` : `${target.atMost} ${unit}`.trim();
  const verdict = value === undefined ? 'not measured' : value <= target.atMost ? 'ok' : 'MISSED';
  return `≤ ${limit}: ${target.times && value !== undefined ? `${value.toFixed(2)}, ` : ''}${verdict}`;
}

/** Lays the figures of a measurement out for a terminal. */
export function layOut({ title, notes }: Measurement, figures: readonly Figure[]): string {
  const blocks = figures.map((figure) => [
    [figure.what],
    ...figure.contestants
      .map((each) => describeContestant(figure, each))
      .map(([name, ...cells]) => [`  ${name}`, ...cells]),
  ]);
  const rows = [heads, ...blocks.flat()];
  // What is not measured says why, however long that takes.
  const measured = rows.filter(([, , value]) => !value?.startsWith('not measured'));
  const widths = heads.map((_, column) => Math.max(...measured.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd());
  return [title, ...notes.map((note) => `  ${note}`), '', ...lines, ''].join('\n');
}
