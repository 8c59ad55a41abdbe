import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { Browser } from 'puppeteer-core';
import { openStage, type OpenStage, type Row } from '../sheet/stage.js';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { root } from '../support/node/program.js';
import { resets } from '../support/page-styles.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = join(root, 'sheets/page-styles');
const widths = [1280, 390];

const readReset = (name: string): string => {
  const reset = resets[name]!;
  return typeof reset === 'string' ? reset : reset.wrap(readFileSync(join(root, 'node_modules', reset.path), 'utf8'));
};

/** Dark modes that a class switches on: one that says so to the browser, and one that only sets two colors. */
const darkModes: Readonly<Record<string, string>> = {
  'a dark mode by a class that sets color-scheme':
    ':root { color-scheme: light } .dark { color-scheme: dark } .dark body { background: #10141c; color: #e8ebf2 } [slot] > a { color: inherit }',
  'a dark mode by a class that sets two colors':
    ':root { color-scheme: light } .dark body { background: #10141c; color: #e8ebf2 } [slot] > a { color: inherit }',
};

const styleElement = '<style id="page-styles" nonce="latchkey-nonce"></style>';

/** What a page shows to a visitor, and to a user who is signed in. */
const pages: Readonly<Record<string, Row>> = {
  'a visitor': {
    page: `${styleElement}
      <latch-sign-in methods="passkey password oidc code" terms-url="/terms"><h1 slot="heading">Sign in to Example</h1><span slot="footer">New here? <a href="/sign-up">Create an account</a></span></latch-sign-in>
      <latch-sign-up></latch-sign-up>
      <latch-passkey-field></latch-passkey-field>
      <latch-passkey-button></latch-passkey-button>
      <latch-password-form></latch-password-form>
      <latch-otp-input to="ada@example.com"></latch-otp-input>
      <latch-oidc-button></latch-oidc-button>
      <latch-fedcm-button></latch-fedcm-button>
      <latch-digital-credential-button></latch-digital-credential-button>
      <latch-payment-button amount="12.50" currency="EUR" payee="Example"></latch-payment-button>
      <latch-install-button></latch-install-button>
      <latch-manifest-inspector text='{"name": "Example"}'></latch-manifest-inspector>`,
  },
  'a user': {
    userId: 'has a passkey and is signed in',
    page: `${styleElement}
      <latch-sign-out-button></latch-sign-out-button>
      <latch-passkey-create></latch-passkey-create>
      <latch-vault-unlock><p>A note</p></latch-vault-unlock>
      <latch-offline-status></latch-offline-status>
      <latch-passkey-list></latch-passkey-list>
      <latch-session-list></latch-session-list>
      <latch-account></latch-account>`,
  },
};

/** Has `latch-account` load the sections that it loads when they come near. */
async function showSections({ tab: { page } }: Awaited<ReturnType<typeof openStage>>): Promise<void> {
  await page.evaluate(async () => {
    for (const section of document.querySelector('latch-account')?.shadowRoot?.querySelectorAll('section') ?? []) {
      section.scrollIntoView();
      // Observers hear of it with the next frame.
      for (const _each of [1, 2]) await new Promise(requestAnimationFrame);
    }
  });
  await page.waitForFunction(
    () => !document.querySelector('latch-account')?.shadowRoot?.querySelector('[aria-busy=true]'),
  );
  await page.evaluate(() => scrollTo(0, 0));
}

describe('a page of', () => {
  let browser: Browser;

  before(async () => {
    browser = await launchBrowser();
    mkdirSync(pictures, { recursive: true });
  });
  after(() => releaseBrowser(browser));

  for (const [who, row] of Object.entries(pages))
    test(`${who} looks as it does without style sheets, whichever the page brings`, async () => {
      const tag = row.userId ? 'latch-account' : 'latch-sign-in';
      const stage = await openStage(browser, tag, row, 'ltr');
      try {
        await allShown(stage);
        await showSections(stage);
        for (const width of widths) {
          await stage.tab.page.setViewport({ width, height: 900 });
          await setStyles(stage, '');
          const usual = await boxesOf(stage);
          assert.ok(usual.length > 50);
          await takePicture(stage, `${who}, no style sheet, ${width}`);
          for (const name of Object.keys(resets)) {
            await setStyles(stage, readReset(name));
            await takePicture(stage, `${who}, ${name}, ${width}`);
            const boxes = await boxesOf(stage);
            const changed = boxes.filter((box, index) => box !== usual[index]);
            assert.deepEqual(changed, [], `${name}, ${width}`);
            assert.equal(await overflowOf(stage), 0, `${name}, ${width}`);
          }
        }
      } finally {
        await stage.close();
      }
    });

  for (const [who, row] of Object.entries(pages))
    test(`${who} can be read in every dark mode`, async () => {
      const stage = await openStage(browser, row.userId ? 'latch-account' : 'latch-sign-in', row, 'ltr');
      try {
        await allShown(stage);
        await stage.tab.page.evaluate(axe);
        for (const [name, style] of Object.entries(darkModes))
          for (const reset of ['', readReset('Tailwind’s preflight in its layer')]) {
            await setStyles(stage, `${reset}\n${style}`);
            await stage.tab.page.evaluate(() => document.documentElement.classList.add('dark'));
            for (const width of widths) {
              await stage.tab.page.setViewport({ width, height: 900 });
              await takePicture(stage, `${who}, ${name}${reset && ' with a preflight'}, ${width}`);
              assert.deepEqual(await lowContrasts(stage), [], `${name}, ${width}`);
            }
          }
      } finally {
        await stage.close();
      }
    });
});

/** Resolves when every element of the page is drawn. */
async function allShown({ tab }: OpenStage): Promise<void> {
  await tab.until(() => {
    const hosts = [...document.querySelectorAll('main > *')].filter(({ localName }) => localName.startsWith('latch-'));
    const made = [...document.querySelectorAll('latch-sign-in, latch-sign-up, latch-password-form')];
    return (
      hosts.every((host) => host.matches(':defined') && host.shadowRoot?.querySelector('[part]')) &&
      made.every((host) => host.querySelector('form input')) &&
      !document.querySelector(':state(loading)')
    );
  });
}

async function setStyles({ tab }: OpenStage, text: string): Promise<void> {
  await tab.page.evaluate((styles) => {
    document.querySelector('#page-styles')!.textContent = styles;
  }, text);
}

/** The boxes that are drawn inside elements, with what a reset takes from a box. */
function boxesOf({ tab }: OpenStage): Promise<string[]> {
  return tab.page.evaluate(() => {
    const names = [
      'border-block-start-width',
      'border-inline-end-width',
      'padding-block-start',
      'padding-inline-start',
    ];
    names.push('border-start-start-radius', 'display', 'position', 'row-gap', 'max-inline-size', 'font-weight');
    const boxes: string[] = [];
    const collect = (parts: Iterable<Element>): void => {
      for (const part of parts) {
        if (part.shadowRoot) collect([...part.shadowRoot.querySelectorAll('*'), ...part.querySelectorAll('*')]);
        const isOwn = part.getRootNode() !== document || part.closest('[data-latch], [data-latch-card]');
        if (
          part.shadowRoot ||
          !isOwn ||
          !part.checkVisibility() ||
          part.matches('slot, svg, svg *, [slot=code], [slot]:not([data-latch])')
        )
          continue;
        const style = getComputedStyle(part);
        const values = names.map((name) => `${name} ${style.getPropertyValue(name)}`);
        boxes.push(`${boxes.length} ${part.localName} ${part.part.value} ${part.className}: ${values.join(', ')}`);
      }
    };
    collect(document.querySelectorAll('main > *'));
    return boxes;
  });
}

/** How far the page reaches over the side of its window, in px. */
const overflowOf = ({ tab }: OpenStage): Promise<number> =>
  tab.page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

async function lowContrasts({ tab }: OpenStage): Promise<string[]> {
  const { violations } = await tab.page.evaluate(() =>
    (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
      runOnly: ['color-contrast'],
    }),
  );
  return violations.flatMap(({ nodes }) => nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`));
}

async function takePicture({ tab }: OpenStage, name: string): Promise<void> {
  const path = join(pictures, `${name.replaceAll(/[^\w]+/g, '-')}.png`) as `${string}.png`;
  await tab.page.screenshot({ path, fullPage: true });
}
