import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { columns, themeNames, type Sheet, type Theme } from './take-sheets.js';

const nameOf = ({ tag, theme }: Pick<Sheet, 'tag' | 'theme'>): string => `${tag}.${theme}`;

/** Writes the sheets of elements to a folder for people to look at, with a page that shows them all. */
export function writeSheets(sheets: readonly Sheet[], into: string): string {
  mkdirSync(into, { recursive: true });
  const tags = [...new Set(sheets.map(({ tag }) => tag))];
  for (const sheet of sheets) writeFileSync(join(into, `${nameOf(sheet)}.png`), PNG.sync.write(sheet.picture));
  const show = (tag: string, theme: Theme): string => {
    const sheet = sheets.find((candidate) => candidate.tag === tag && candidate.theme === theme)!;
    const captions = Object.entries(sheet.places).map(
      ([state, cells]) => `<b style="top:${Math.min(...Object.values(cells).map((place) => place!.y))}px">${state}</b>`,
    );
    const { width, height } = sheet.picture;
    return `<h3>${theme}</h3><div>${captions.join('')}<img src="${nameOf(sheet)}.png" alt="" width="${width}" height="${height}" loading="lazy"></div>`;
  };
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact sheets</title>
<style>body{font:14px/1.4 system-ui,sans-serif;margin:24px}nav{columns:4}div{position:relative;padding-left:176px}b{position:absolute;left:0;width:168px;font-weight:400}img{display:block}</style>
<h1>Contact sheets</h1><p>Columns: ${columns.join(', ')}.</p><nav>${tags.map((tag) => `<a href="#${tag}">${tag}</a><br>`).join('')}</nav>
${tags.map((tag) => `<h2 id="${tag}">${tag}</h2>${themeNames.map((theme) => show(tag, theme)).join('')}`).join('\n')}`;
  writeFileSync(join(into, 'index.html'), page);
  return join(into, 'index.html');
}
