import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { firefoxPath } from '../support/node/firefox-path.js';
import { readPicture } from './pictures.js';
import {
  height,
  hidePort,
  measure,
  settle,
  themeNames,
  widths,
  type Camera,
  type Column,
  type Shot,
  type Theme,
} from './take-sheets.js';

/** The preferences for what Chromium gets by its own protocol. */
const preferences: Record<Theme, Record<string, number>> = {
  light: { 'layout.css.prefers-color-scheme.content-override': 1 },
  dark: { 'layout.css.prefers-color-scheme.content-override': 0 },
  // the colors of Firefox itself, as someone chooses them who reads with a contrast theme
  forced: { 'layout.css.prefers-color-scheme.content-override': 1, 'browser.display.document_color_use': 2 },
};

/**
 * A camera that draws in Firefox what stands on a stage in Chromium. Firefox has no way to hold requests and
 * authenticators in each state, so it gets the tree of the page with its styles: what is seen is how Firefox lays out and
 * colors it. That the elements work in Firefox, `journeys/firefox.slow.test.ts` shows.
 */
export async function launchFirefoxCamera(): Promise<{ camera: Camera; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-firefox-'));
  const browsers: Browser[] = [];
  const pages = {} as Record<Theme, Page>;
  for (const theme of themeNames) {
    const browser = await launch({
      browser: 'firefox',
      executablePath: firefoxPath!,
      userDataDir: join(folder, theme),
      extraPrefsFirefox: { ...preferences[theme], 'ui.prefersReducedMotion': 1, 'layout.css.devPixelsPerPx': '1.0' },
      env: { ...process.env, HOME: folder },
    });
    browsers.push(browser);
    pages[theme] = await browser.newPage();
    // the compiler that runs this wraps named functions, those that are sent to the page too
    await pages[theme].evaluate('globalThis.__name ??= (value) => value');
  }

  // each Firefox has one page, and takes one picture after the other
  let earlier: Promise<unknown> = Promise.resolve();
  return {
    camera: async ({ tab }, direction) => {
      await tab.page.evaluate(hidePort);
      const shots: Shot[] = [];
      for (const width of widths) {
        const column: Column = `${width} ${direction}`;
        // menus are placed by script
        await tab.page.setViewport({ width, height });
        await settle(tab.page);
        const stage = await tab.page.evaluate(copy);
        for (const theme of themeNames) {
          const turn = earlier.then(() => draw(pages[theme], stage, theme, column));
          earlier = turn.catch(() => {});
          shots.push(await turn);
        }
      }
      return shots;
    },
    async close() {
      await Promise.all(browsers.map((browser) => browser.close()));
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A page as text: its attributes, its styles, and its body with all shadow roots. */
interface Copy {
  lang: string;
  dir: string;
  styles: string;
  body: string;
}

async function draw(page: Page, stage: Copy, theme: Theme, column: Column): Promise<Shot> {
  await page.setViewport({ width: Number.parseInt(column, 10), height });
  await page.evaluate(restore, stage);
  await settle(page);
  const { isTooWide, ...clip } = await page.evaluate(measure);
  const picture = readPicture(await page.screenshot({ clip }));
  return { theme, column, isTooWide, picture };
}

/** Runs in Chromium. Custom states become attributes, and what is open, focused or typed is marked. */
async function copy(): Promise<Copy> {
  const rootsIn = (root: ParentNode): ShadowRoot[] =>
    [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
      shadowRoot ? [shadowRoot, ...rootsIn(shadowRoot)] : [],
    );
  const textOf = (sheets: readonly CSSStyleSheet[]): string =>
    sheets.flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText)).join('\n');
  const withAttributes = (css: string): string => css.replaceAll(/:state\(([\w-]+)\)/g, '[data-states~="$1"]');
  const roots = rootsIn(document);
  for (const root of roots) {
    const css = textOf([...root.styleSheets, ...root.adoptedStyleSheets]);
    const states = [...new Set([...css.matchAll(/:state\(([\w-]+)\)/g)].map(([, name]) => name!))];
    root.host.setAttribute('data-states', states.filter((name) => root.host.matches(`:state(${name})`)).join(' '));
    const style = document.createElement('style');
    style.textContent = withAttributes(css);
    root.prepend(style);
  }
  for (const root of [document, ...roots])
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (element.matches('[popover]:popover-open')) element.dataset['shown'] = 'popover';
      if (element.matches('dialog:modal')) element.dataset['shown'] = 'dialog';
      if (element.matches(':focus-visible') && !element.shadowRoot) element.dataset['focus'] = '';
      if (element instanceof HTMLInputElement) element.setAttribute('value', element.value);
      if (element instanceof HTMLTextAreaElement) element.textContent = element.value;
      if (element instanceof HTMLImageElement && element.naturalWidth) {
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [element.naturalWidth, element.naturalHeight];
        canvas.getContext('2d')!.drawImage(element, 0, 0);
        element.src = canvas.toDataURL();
      }
    }
  const { lang, dir } = document.documentElement;
  return {
    lang,
    dir,
    styles: withAttributes(textOf([...document.styleSheets, ...document.adoptedStyleSheets])),
    body: document.body.getHTML({ shadowRoots: roots }),
  };
}

/** Runs in Firefox. */
async function restore({ lang, dir, styles, body }: Copy): Promise<void> {
  Object.assign(document.documentElement, { lang, dir });
  document.head.innerHTML = '<meta name="viewport" content="width=device-width, initial-scale=1">';
  // a picture of a part of the page has no canvas behind it, and ends where the page does
  const canvas = ':root { background: Canvas; min-block-size: 100vh }';
  document.head.append(Object.assign(document.createElement('style'), { textContent: `${styles}\n${canvas}` }));
  document.body.setHTMLUnsafe(body);
  const rootsIn = (root: ParentNode): ParentNode[] => [
    root,
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? rootsIn(shadowRoot) : [])),
  ];
  for (const root of rootsIn(document)) {
    for (const dialog of root.querySelectorAll<HTMLDialogElement>('dialog[data-shown]')) {
      dialog.removeAttribute('open');
      dialog.showModal();
    }
    for (const menu of root.querySelectorAll<HTMLElement>('[popover][data-shown]')) menu.showPopover();
    for (const image of root.querySelectorAll('img')) await image.decode().catch(() => {});
  }
  for (const root of rootsIn(document))
    root.querySelector<HTMLElement>('[data-focus]')?.focus({ focusVisible: true } as FocusOptions);
}
