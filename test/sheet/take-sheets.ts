import { availableParallelism } from 'node:os';
import type { Browser, CDPSession, Page } from 'puppeteer-core';
import type { PNG } from 'pngjs';
import { launchBrowser } from '../support/node/browser.js';
import { createSheet, place, readPicture, type Place } from './pictures.js';
import { openStage, type Direction, type OpenStage } from './stage.js';
import { states } from './states.js';

/** What the media features of the browser say. */
export const themes = {
  light: { 'prefers-color-scheme': 'light', 'forced-colors': 'none' },
  dark: { 'prefers-color-scheme': 'dark', 'forced-colors': 'none' },
  forced: { 'prefers-color-scheme': 'light', 'forced-colors': 'active' },
} as const;
export type Theme = keyof typeof themes;
export const themeNames = Object.keys(themes) as Theme[];

export const widths = [1280, 360];
const directions: readonly Direction[] = ['ltr', 'rtl'];

/** A window of one width, and a page of one direction. */
export type Column = `${number} ${Direction}`;

/** The columns of a sheet, from left to right. */
export const columns = widths.flatMap((width) => directions.map((direction): Column => `${width} ${direction}`));

/** All states of an element in one theme: a row for each state, a column for each width and direction. */
export interface Sheet {
  tag: string;
  theme: Theme;
  picture: PNG;
  /** Where each state stands in each column. */
  places: Record<string, Partial<Record<Column, Place>>>;
}

/** What a run of the camera has brought. */
export interface Shooting {
  sheets: Sheet[];
  /** What was seen on the way that should not be: states that were not reached, and pages that are wider than the window. */
  problems: string[];
}

const gap = 16;
export const height = 900;

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

/** Takes pictures of all states of the elements, and puts them on sheets. The camera is Chromium's own unless given. */
export async function takeSheets(browser: Browser, tags: readonly string[], camera = takePictures): Promise<Shooting> {
  const shooting: Shooting = { sheets: [], problems: [] };
  // one element after the other, because their pictures take much memory
  for (const tag of tags) {
    const { pictures, problems } = await takeAll(browser, tag, camera);
    shooting.problems.push(...problems);
    for (const theme of themeNames) shooting.sheets.push(compose(tag, theme, pictures));
  }
  return shooting;
}

type Pictures = Map<string, PNG>;

const keyOf = (theme: Theme, state: string, column: Column): string => `${theme}|${state}|${column}`;

/** Takes the pictures of an element, in several pages at once. */
async function takeAll(
  browser: Browser,
  tag: string,
  camera: Camera,
): Promise<{ pictures: Pictures; problems: string[] }> {
  const pictures: Pictures = new Map();
  const problems: string[] = [];
  const jobs = Object.entries(states[tag]!).flatMap(([state, row]) =>
    (row.directions ?? directions).map((direction) => ({ state, row, direction })),
  );
  const work = async (): Promise<void> => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const { state, row, direction } = job;
      const name = `${tag}, ${state}, ${direction}`;
      try {
        const stage = await openStage(browser, tag, row, direction);
        try {
          for (const { theme, column, picture, isTooWide } of await camera(stage, direction)) {
            pictures.set(keyOf(theme, state, column), picture);
            if (isTooWide && theme === 'light') problems.push(`${name}: the page is wider than the window, ${column}`);
          }
          if (row.is && !(await isStill(stage, row.is)))
            throw new Error('The element has left the state while its pictures were taken.');
        } finally {
          await stage.close();
        }
      } catch (error) {
        problems.push(`${name}: not reached. ${(error as Error).message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return { pictures, problems };
}

/** The picture of an element in one theme and width. */
export interface Shot {
  theme: Theme;
  column: Column;
  picture: PNG;
  isTooWide: boolean;
}

/** Takes the pictures of an element in all themes and widths. */
export type Camera = (stage: OpenStage, direction: Direction) => Promise<Shot[]>;

/** Takes them where the element is, in Chromium. */
const takePictures: Camera = async (stage, direction) => {
  const { page, devtools } = stage.tab;
  const shots: Shot[] = [];
  await page.mouse.move(0, height - 1); // off every button
  await settle(page);
  await page.evaluate(hidePort);
  for (const width of widths) {
    const column: Column = `${width} ${direction}`;
    await page.setViewport({ width, height });
    for (const theme of themeNames) {
      await setTheme(stage, theme);
      // A click far below has scrolled, and places are counted from the top of the page.
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await settle(page);
      const { isTooWide, ...clip } = await page.evaluate(measure);
      shots.push({ theme, column, isTooWide, picture: await shoot(devtools, clip) });
    }
  }
  return shots;
};

function isStill({ tag, tab }: OpenStage, wanted: readonly string[]): Promise<boolean> {
  return tab.page.evaluate(
    (name, names) => names.every((state) => document.querySelector(name)!.matches(`:state(${state})`)),
    tag,
    wanted,
  );
}

async function setTheme({ tab }: OpenStage, theme: Theme): Promise<void> {
  const features = Object.entries({ ...themes[theme], 'prefers-reduced-motion': 'reduce' }).map(([name, value]) => ({
    name,
    value,
  }));
  await tab.devtools.send('Emulation.setEmulatedMedia', { features });
}

/** Resolves when all elements, fonts and styles of the page have come to rest. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const element of document.querySelectorAll('*'))
      await (element as { updateComplete?: unknown }).updateComplete;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Writes one port in the place of that of the server, which differs each time, wherever the page shows it. */
export function hidePort(): void {
  const hide = (text: string): string => text.replaceAll(location.host, 'localhost:33333');
  const look = (node: Node): void => {
    if (node instanceof Text && node.data.includes(location.host)) node.data = hide(node.data);
    if (node instanceof HTMLInputElement) node.placeholder = hide(node.placeholder);
    for (const child of node.childNodes) look(child);
    if (node instanceof Element && node.shadowRoot) look(node.shadowRoot);
  };
  look(document.body);
}

/** Finds the part of the page to take a picture of: the dialog that is open, or all content with the menu over it. */
export function measure(): { x: number; y: number; width: number; height: number; isTooWide: boolean } {
  const rootsIn = (root: ParentNode): ParentNode[] => [
    root,
    ...[...root.querySelectorAll('*')].flatMap((host) => (host.shadowRoot ? rootsIn(host.shadowRoot) : [])),
  ];
  const find = (selector: string) => rootsIn(document).flatMap((root) => [...root.querySelectorAll(selector)]);
  const [dialog] = find('dialog[open]');
  const shown = dialog ? [dialog] : [document.querySelector('main')!, ...find('[popover]:popover-open')];
  const areas = shown.map((element) => element.getBoundingClientRect());
  const left = Math.min(...areas.map((area) => area.left));
  const top = Math.min(...areas.map((area) => area.top));
  const right = Math.max(...areas.map((area) => area.right));
  const bottom = Math.max(...areas.map((area) => area.bottom));
  const margin = shown.length > 1 || dialog ? 16 : 0;
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
function compose(tag: string, theme: Theme, pictures: Pictures): Sheet {
  const rows = Object.keys(states[tag]!).map((state) => ({
    state,
    cells: columns.map((column) => pictures.get(keyOf(theme, state, column))),
  }));
  const columnWidths = columns.map((_column, index) =>
    Math.max(0, ...rows.map(({ cells }) => cells[index]?.width ?? 0)),
  );
  const rowHeights = rows.map(({ cells }) => Math.max(0, ...cells.map((cell) => cell?.height ?? 0)));
  const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size + gap, gap);
  const picture = createSheet(sum(columnWidths), sum(rowHeights));
  const places: Sheet['places'] = {};
  for (const [row, { state, cells }] of rows.entries())
    for (const [index, cell] of cells.entries()) {
      if (!cell) continue;
      const x = sum(columnWidths.slice(0, index));
      const y = sum(rowHeights.slice(0, row));
      place(picture, cell, x, y);
      (places[state] ??= {})[columns[index]!] = { x, y, width: cell.width, height: cell.height };
    }
  return { tag, theme, picture, places };
}
