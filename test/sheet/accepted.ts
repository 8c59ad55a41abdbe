import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/node/program.js';
import { compare, crop, readPicture, reduceColors, writePicture } from './pictures.js';
import { columns, comparedColumns, themeNames, type Sheet, type Theme } from './take-sheets.js';

/** The pictures that the project has accepted, and what they depend on besides the sources. */
const folder = join(root, 'test/sheet/accepted');
const index = join(folder, 'places.json');

/** Where sheets and differences are written for people to look at. Git ignores it. */
export const output = join(root, 'sheets');

interface Fingerprint {
  browser: string;
  letters: string;
}

interface Accepted {
  fingerprint: Fingerprint;
  /** By the name of the sheet. */
  places: Record<string, Sheet['places']>;
}

const nameOf = ({ tag, theme }: Pick<Sheet, 'tag' | 'theme'>): string => `${tag}.${theme}`;

function readAccepted(): Accepted | undefined {
  return existsSync(index) ? (JSON.parse(readFileSync(index, 'utf8')) as Accepted) : undefined;
}

/** Why the accepted pictures cannot be compared with pictures of this machine; nothing if they can. */
export function whyNotComparable(fingerprint: Fingerprint): string | undefined {
  const accepted = readAccepted();
  if (!accepted) return 'no pictures are accepted yet: npm run sheet -- --accept';
  if (accepted.fingerprint.browser !== fingerprint.browser)
    return `the accepted pictures are from ${accepted.fingerprint.browser}, and this is ${fingerprint.browser}`;
  if (accepted.fingerprint.letters !== fingerprint.letters)
    return 'the accepted pictures are from a machine with other fonts';
  return undefined;
}

/** Accepts these sheets, and keeps the accepted ones of other elements. */
export function accept(sheets: readonly Sheet[], fingerprint: Fingerprint, tags: readonly string[]): void {
  const before = readAccepted();
  const places = before && !whyNotComparable(fingerprint) ? before.places : {};
  mkdirSync(folder, { recursive: true });
  for (const name of Object.keys(before?.places ?? {}))
    if (!(name in places) || !tags.includes(name.split('.')[0]!)) {
      rmSync(join(folder, `${name}.png`), { force: true });
      delete places[name];
    }
  for (const sheet of sheets) {
    places[nameOf(sheet)] = sheet.places;
    writeFileSync(join(folder, `${nameOf(sheet)}.png`), writePicture(sheet.picture));
  }
  const lines = Object.entries(places)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, of]) => `${JSON.stringify(name)}:${JSON.stringify(of)}`);
  writeFileSync(index, `{"fingerprint":${JSON.stringify(fingerprint)},"places":{\n${lines.join(',\n')}}}\n`);
}

/**
 * What differs between these sheets and the accepted ones, in words. Writes the accepted picture, the present one and
 * the pixels that differ to files.
 */
export function findDifferences(sheets: readonly Sheet[]): string[] {
  const accepted = readAccepted();
  return sheets.flatMap((sheet) => {
    const name = nameOf(sheet);
    const before = accepted?.places[name];
    if (!before) return [`${name}: no picture is accepted`];
    const acceptedPicture = readPicture(readFileSync(join(folder, `${name}.png`)));
    const found: string[] = [];
    for (const state of new Set([...Object.keys(before), ...Object.keys(sheet.places)]))
      for (const column of comparedColumns(sheet.theme)) {
        const [was, is] = [before[state]?.[column], sheet.places[state]?.[column]];
        const cell = `${name}, ${state}, ${column}`;
        if (!was && !is) continue;
        if (!was || !is) {
          found.push(`${cell}: ${was ? 'there is no picture any more' : 'no picture is accepted'}`);
          continue;
        }
        const old = crop(acceptedPicture, was);
        const actual = crop(sheet.picture, is);
        const result = compare(old, actual);
        if (!result) continue;
        const file = join(output, 'differences', cell.replaceAll(/[^\w.-]+/g, '-'));
        mkdirSync(join(output, 'differences'), { recursive: true });
        writeFileSync(`${file}.accepted.png`, writePicture(old));
        writeFileSync(`${file}.actual.png`, writePicture(actual));
        if (result.difference) {
          reduceColors(result.difference);
          writeFileSync(`${file}.difference.png`, writePicture(result.difference));
        }
        found.push(`${cell}: ${result.what}`);
      }
    return found;
  });
}

/** Writes the sheets of elements to a folder for people to look at, with a page that shows them all. */
export function writeSheets(sheets: readonly Sheet[], into: string): string {
  mkdirSync(into, { recursive: true });
  const tags = [...new Set(sheets.map(({ tag }) => tag))];
  for (const sheet of sheets) writeFileSync(join(into, `${nameOf(sheet)}.png`), writePicture(sheet.picture));
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
