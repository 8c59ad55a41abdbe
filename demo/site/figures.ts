import { escapeHtml } from './markdown.js';

/** What a page must load for something, such as `13.6 kB`. */
interface Size {
  readonly name: string;
  readonly value: string;
  readonly size: number;
}

/** The first table of `docs/figures.md`: what a page with passkeys in a field loads, ours first. */
export function readSizes(figures: string): Size[] {
  const table = /^\| passkey sign-in, field[^\n]*\n\|[^\n]*\n((?:\|[^\n]*\n)+)/m.exec(figures)?.[1] ?? '';
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, name, value]) => (name && value ? [{ name, value, size: Number.parseFloat(value) }] : []));
  if (rows.length === 0) throw new Error('docs/figures.md has no table of what a sign-in page loads');
  return rows;
}

/** Sizes as bars, the first of them marked as ours. */
export function writeBars(rows: readonly Size[]): string {
  const largest = Math.max(...rows.map(({ size }) => size));
  const written = rows.map(({ name, value, size }, index) => {
    const width = Math.max(0.5, (100 * size) / largest).toFixed(1);
    return `<tr${index === 0 ? ' class="ours"' : ''}><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="1" /></svg></td></tr>`;
  });
  return `<table class="bars"><caption>Compressed with brotli, everything included</caption><thead class="unseen"><tr><th scope="col">what</th><th scope="col">size</th></tr></thead><tbody>${written.join('')}</tbody></table>`;
}
