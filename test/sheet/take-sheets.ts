import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Browser, CDPSession, Page } from 'puppeteer-core';
import type { PNG } from 'pngjs';
import { launchBrowser } from '../support/node/browser.js';
import { createSheet, place, readPicture, reduceColors, type Place } from './pictures.js';
import { openStage, type Direction, type OpenStage, type Row } from './stage.js';
import { states } from './states.js';

/** What the media features of the browser say. */
export const themes = {
  light: { 'prefers-color-scheme': 'light', 'forced-colors': 'none' },
  dark: { 'prefers-color-scheme': 'dark', 'forced-colors': 'none' },
  forced: { 'prefers-color-scheme': 'light', 'forced-colors': 'active' },
} as const;
export type Theme = keyof typeof themes;

const widths = [1280, 360];
const directions: readonly Direction[] = ['ltr', 'rtl'];

/** The columns of every sheet, from left to right. */
export const columns = widths.flatMap((width) => directions.map((direction) => `${width} ${direction}`));

/** All states of an element in one theme: a row for each state, a column for each width and direction. */
export interface Sheet {
  tag: string;
  theme: Theme;
  picture: PNG;
  /** Where each state stands in each column. */
  places: Record<string, Record<string, Place>>;
}

/** What a run of the camera has brought. */
export interface Shooting {
  sheets: Sheet[];
  /** What was seen on the way that should not be: states that were not reached, and pages that are wider than the window. */
  problems: string[];
}

const gap = 16;
const height = 900;

/** Starts a Chromium that draws the same pixels each time. */
export function launchCamera(): Promise<Browser> {
  return launchBrowser([
    '--force-device-scale-factor=1',
    '--font-render-hinting=none',
    '--disable-lcd-text',
    '--hide-scrollbars',
    '--force-color-profile=srgb',
  ]);
}

/** What pixels depend on besides the sources: the version of the browser, and how letters are drawn on this machine. */
export async function readFingerprint(browser: Browser): Promise<{ browser: string; letters: string }> {
  const page = await browser.newPage();
  await page.setViewport({ width: 640, height: 160 });
  await page.setContent(
    `<body style="margin:0;font:16px/1.5 'DejaVu Sans',sans-serif">Sphinx of black quartz <b>0123456789</b> ⋯ … ↗<br>
    <span lang="ar" dir="rtl">تسجيل الدخول بمفتاح مرور</span><br><code style="font-family:ui-monospace,monospace">7K3M-9QXD</code>
    <p style="font-family:system-ui;margin:0">system-ui <input value="input" style="font:inherit"></p>`,
  );
  const letters = createHash('sha256')
    .update(readPicture(await page.screenshot()).data)
    .digest('hex');
  await page.close();
  return { browser: await browser.version(), letters };
}

/** Takes pictures of all states of the elements, and puts them on sheets. */
export async function takeSheets(browser: Browser, tags: readonly string[]): Promise<Shooting> {
  const problems: string[] = [];
  const pictures = new Map<string, PNG>();
  const jobs = tags.flatMap((tag) =>
    Object.entries(states[tag]!).flatMap(([state, row]) =>
      directions.map((direction) => ({ tag, state, row, direction })),
    ),
  );
  const work = async (): Promise<void> => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const { tag, state, row, direction } = job;
      const name = `${tag}, ${state}, ${direction}`;
      try {
        for (const { theme, width, picture, isTooWide } of await takePictures(browser, tag, row, direction)) {
          pictures.set(nameOf(tag, theme, state, `${width} ${direction}`), picture);
          if (isTooWide && theme === 'light')
            problems.push(`${name}: the page is wider than a window of ${width} pixels`);
        }
      } catch (error) {
        problems.push(`${name}: not reached. ${(error as Error).message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const sheets = tags.flatMap((tag) => (Object.keys(themes) as Theme[]).map((theme) => compose(tag, theme, pictures)));
  return { sheets, problems };
}

const nameOf = (tag: string, theme: Theme, state: string, column: string): string =>
  [tag, theme, state, column].join('|');

interface Shot {
  theme: Theme;
  width: number;
  picture: PNG;
  isTooWide: boolean;
}

/** Brings the element into the state once, and takes its pictures in all themes and widths. */
async function takePictures(browser: Browser, tag: string, row: Row, direction: Direction): Promise<Shot[]> {
  const stage = await openStage(browser, tag, row, direction);
  const shots: Shot[] = [];
  try {
    await stage.tab.page.mouse.move(0, height - 1); // off every button
    for (const width of widths) {
      await stage.tab.page.setViewport({ width, height });
      for (const theme of Object.keys(themes) as Theme[]) {
        await setTheme(stage, theme);
        await settle(stage.tab.page);
        const { isTooWide, ...clip } = await stage.tab.page.evaluate(measure);
        shots.push({ theme, width, isTooWide, picture: await shoot(stage.tab.devtools, clip) });
      }
    }
  } finally {
    await stage.close();
  }
  return shots;
}

async function setTheme({ tab }: OpenStage, theme: Theme): Promise<void> {
  const features = Object.entries({ ...themes[theme], 'prefers-reduced-motion': 'reduce' }).map(([name, value]) => ({
    name,
    value,
  }));
  await tab.devtools.send('Emulation.setEmulatedMedia', { features });
}

/** Resolves when all elements, fonts and styles of the page have come to rest. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const element of document.querySelectorAll('*'))
      await (element as { updateComplete?: unknown }).updateComplete;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Finds the part of the page to take a picture of: the dialog that is open, or all content. */
function measure(): { x: number; y: number; width: number; height: number; isTooWide: boolean } {
  const rootsIn = (root: ParentNode): ParentNode[] => [
    root,
    ...[...root.querySelectorAll('*')].flatMap((host) => (host.shadowRoot ? rootsIn(host.shadowRoot) : [])),
  ];
  const dialog = rootsIn(document)
    .map((root) => root.querySelector('dialog[open]'))
    .find(Boolean);
  const { left, top, right, bottom } = (dialog ?? document.querySelector('main')!).getBoundingClientRect();
  const margin = dialog ? 16 : 0;
  const x = Math.max(0, Math.floor(left - margin));
  const y = Math.max(0, Math.floor(top - margin));
  return {
    x,
    y,
    width: Math.min(innerWidth, Math.ceil(right + margin)) - x,
    height: Math.ceil(bottom + margin) - y,
    isTooWide: document.documentElement.scrollWidth > innerWidth,
  };
}

async function shoot(devtools: CDPSession, clip: Place): Promise<PNG> {
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'png',
    clip: { ...clip, scale: 1 },
    captureBeyondViewport: clip.y + clip.height > height,
    optimizeForSpeed: true,
  });
  return readPicture(Buffer.from(data, 'base64'));
}

/** Puts the pictures of an element in one theme on a sheet. */
function compose(tag: string, theme: Theme, pictures: ReadonlyMap<string, PNG>): Sheet {
  const rows = Object.keys(states[tag]!).map((state) => ({
    state,
    cells: columns.map((column) => pictures.get(nameOf(tag, theme, state, column))),
  }));
  const columnWidths = columns.map((_column, index) =>
    Math.max(0, ...rows.map(({ cells }) => cells[index]?.width ?? 0)),
  );
  const rowHeights = rows.map(({ cells }) => Math.max(0, ...cells.map((cell) => cell?.height ?? 0)));
  const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size + gap, gap);
  const picture = createSheet(sum(columnWidths), sum(rowHeights));
  const places: Sheet['places'] = {};
  for (const [row, { state, cells }] of rows.entries())
    for (const [column, cell] of cells.entries()) {
      if (!cell) continue;
      const x = sum(columnWidths.slice(0, column));
      const y = sum(rowHeights.slice(0, row));
      place(picture, cell, x, y);
      (places[state] ??= {})[columns[column]!] = { x, y, width: cell.width, height: cell.height };
    }
  reduceColors(picture);
  return { tag, theme, picture, places };
}
