import { compare, keepsTarget, type Figure, type Measurement } from './measurement.js';
import { median, quantile } from './statistics.js';

const heads = ['', 'n', 'ours', 'raw', 'peer', 'ratio', 'target', ''];

function round(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}

function describeSamples(samples: readonly number[] | undefined, unit: string): string {
  return samples ? `${round(median(samples))} ${unit} (${round(quantile(samples, 0.95))})` : '–';
}

function describeFigure(figure: Figure): string[] {
  const { what, unit, ours, raw, peer, target } = figure;
  const comparison = compare(figure);
  const kept = keepsTarget(figure);
  return [
    what,
    String(ours.length),
    describeSamples(ours, unit),
    describeSamples(raw, unit),
    describeSamples(peer, unit),
    comparison ? `${comparison.times.toFixed(2)} × ${comparison.rival}` : '–',
    target ? `≤ ${target.atMost} ${target.times ? `× ${target.times}` : unit}` : '',
    kept === undefined ? '' : kept ? 'ok' : 'MISSED',
  ];
}

/** Lays the figures of a measurement out as a table: medians, with the 95th percentile in brackets. */
export function layOut({ title, notes }: Measurement, figures: readonly Figure[]): string {
  const rows = [heads, ...figures.map(describeFigure)];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  return [title, ...notes.map((note) => `  ${note}`), '', ...lines.map((line) => `  ${line}`), ''].join('\n');
}
