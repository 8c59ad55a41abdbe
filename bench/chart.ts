import type { Figure } from './measurement.js';
import { median } from './statistics.js';
import { describeValue } from './table.js';

/** As narrow as a phone, so that its text can be read there. */
const width = 380;
const margin = 12;
/** How long the longest bar is: its value stands beside it. */
const longest = 280;
/** A line of text with its bar below it. */
const row = { text: 14, bar: 12, step: 40 };

const styles = `
  svg { background: #fff; }
  text { font: 13px system-ui, sans-serif; fill: #1c1f24; }
  .head { font-weight: 600; }
  .ours { fill: #0b6650; }
  .other { fill: #8b929c; }
  @media (prefers-color-scheme: dark) {
    svg { background: #121517; }
    text { fill: #e8eaee; }
    .ours { fill: #7ad9b6; }
    .other { fill: #7b828d; }
  }`;

/**
 * Draws figures as horizontal bars, one group for each, with a separate scale that begins at 0. The image has a title
 * and a description for screen readers, and follows the color scheme.
 */
export function drawChart(title: string, description: string, figures: readonly Figure[]): string {
  let y = margin;
  const groups = figures.map((figure) => {
    const lines = [`<text class="head" x="${margin}" y="${y + 14}">${escape(figure.what)}</text>`];
    y += 26;
    const values = figure.contestants.map(({ samples }) => (samples.length ? median(samples) : undefined));
    const most = Math.max(...values.map((value) => value ?? 0));
    figure.contestants.forEach(({ name }, index) => {
      const value = values[index];
      const length = value === undefined ? 0 : Math.max(2, Math.round((value / most) * longest));
      const kind = index === 0 ? 'ours' : 'other';
      lines.push(
        `<text x="${margin}" y="${y + row.text - 2}">${escape(name)}</text>`,
        `<rect class="${kind}" x="${margin}" y="${y + row.text + 4}" width="${length}" height="${row.bar}" rx="6"/>`,
        `<text x="${margin + length + 8}" y="${y + row.text + 14}">${value === undefined ? 'not measured' : describeValue(value, figure.unit)}</text>`,
      );
      y += row.step;
    });
    y += 12;
    return `<g>${lines.join('')}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escape(title)}</title>`,
    `<desc id="description">${escape(description)}</desc>`,
    `<style>${styles}\n</style>`,
    ...groups,
    '</svg>\n',
  ].join('\n');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
