import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser, type Profile } from '../support/node/browser.js';
import { root } from '../support/node/program.js';
import { testInFullRuns } from '../support/node/quick.js';
import type { Tab } from '../support/node/tab.js';
import { exampleOf } from '../../demo/site/examples.js';
import { frameworks, writeCode } from '../../demo/site/markup.js';
import { prepareApp, type FrameworkApp, type Site } from './framework-app.js';
import { extractSnippets } from '../project/snippets.js';
import { post } from './notes-page.js';

declare global {
  interface Window {
    /** The sum of all layout shifts of the page. */
    shift: number;
    /** The element that the server has rendered. */
    rendered: Element;
  }
}

/** A file of an app that uses the tags wrongly, and what its type checker has to name. */
export interface WrongUse {
  file: string;
  text: string;
  names: readonly RegExp[];
}

/** How much of a page may move while it loads, as cumulative layout shift. */
const mostShift = 0.01;

const news = '[role=status]';
const [home, cards, account] = [1, 2, 3].map((place) => `nav button:nth-of-type(${place})`) as [string, string, string];

/**
 * Describes what holds for the same small app in a framework: see demo/frameworks. The titles of the tests are columns
 * of the table in docs/frameworks.md.
 */
export function describeFramework(name: string, wrongUse: WrongUse): void {
  describe(`the app in ${name}`, () => {
    let app: FrameworkApp;
    let checked: { code: number; output: string };
    let browser: Browser;
    before(async () => {
      app = await prepareApp(folderOf(name));
      checked = await app.checkWith({
        [wrongUse.file]: wrongUse.text,
        ...readDocumented(name),
        ...writeExamples(name),
      });
      await app.build();
      browser = await launchBrowser();
    });
    after(() => releaseBrowser(browser));

    /** Opens the app in a profile of its own, which notes layout shifts and what the page says in the console. */
    async function visit(site: Site): Promise<{ profile: Profile; tab: Tab; said: string[] }> {
      const profile = await openProfile(browser, site.origin);
      const tab = await profile.open();
      const said: string[] = [];
      tab.page.on('console', (message) => said.push(message.text()));
      await tab.page.evaluateOnNewDocument(() => {
        window.shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) window.shift += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      return { profile, tab, said };
    }

    /** Waits until the elements of the page for signing in have made their forms, and two frames more. */
    async function waitForSignIn(tab: Tab): Promise<void> {
      await tab.find('latch-password-form form');
      await tab.find('latch-otp-input input');
      await tab.until(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))),
      );
    }

    async function assertStill(tab: Tab, context: TestContext): Promise<void> {
      const shift = await tab.page.evaluate(() => window.shift);
      context.diagnostic(`CLS ${shift.toFixed(3)}`);
      assert.ok(shift <= mostShift, `the layout shift is ${shift}`);
    }

    test('passes the strict type checker of the framework, as its documentation does', () => {
      const others = checked.output.split('\n').filter((line) => /\b(src|app)\/(?!Wrong\.)[\w.]+/.test(line));
      assert.deepEqual(others, [], 'only the file with the wrong uses has errors');
    });

    test('has types for attributes, properties and events: its type checker names wrong uses', () => {
      assert.notEqual(checked.code, 0);
      for (const part of wrongUse.names) assert.match(checked.output, part);
    });

    testInFullRuns('renders the tags with their properties, and nothing moves', async (context) => {
      const site = await app.serve();
      const { profile, tab } = await visit(site);
      await tab.go('/');
      await waitForSignIn(tab);
      const properties = await tab.page.evaluate(() => {
        const read = (tag: string) => document.querySelector(tag) as unknown as Record<string, unknown>;
        return {
          // a framework that has rendered on a server has written it as text
          hints: [read('latch-passkey-button')['hints'] as string | string[]].flat().flatMap((list) => list.split(',')),
          autofillOnly: read('latch-passkey-field')['autofillOnly'],
          automatic: read('latch-password-form')['automatic'],
          length: read('latch-otp-input')['length'],
          autoSubmit: read('latch-otp-input')['autoSubmit'],
        };
      });
      assert.deepEqual(properties, {
        hints: ['client-device', 'hybrid'],
        autofillOnly: false,
        automatic: false,
        length: 8,
        autoSubmit: false,
      });
      await assertStill(tab, context);
      await profile.close();
      await site.stop();
    });

    test('signs in, keeps working when the user goes elsewhere in the middle, and signs out', async () => {
      const site = await app.serve();
      const { profile, tab } = await visit(site);
      const authenticator = await tab.addAuthenticator();
      await tab.go('/');
      await waitForSignIn(tab);
      await tab.fill('latch-otp-input input', '12345678');
      await tab.read(news, '8 digits entered.');

      await post(tab, '/signup', { username: 'ada', password: 'correct horse battery' });
      await tab.go('/');
      await tab.read('h1', 'Hello, ada');
      await authenticator.whilePresent(async () => {
        await tab.click('latch-passkey-create >>> [part=button]');
        await tab.read(news, 'Passkey created.');
      });
      await tab.find('latch-passkey-list >>> [part=item]');
      await tab.click('latch-sign-out-button >>> [part=button]');
      await tab.read(news, 'Signed out.');

      await tab.waitForAutofill();
      await tab.click('latch-passkey-field >>> [part=button]');
      await tab.until(() => window.watch.pending.modal === 1);
      await tab.click(home);
      await tab.read('h1', 'Home');
      await tab.until(() => window.watch.pending.modal === 0 && window.watch.pending.conditional === 0);
      await tab.click(account);
      await tab.waitForAutofill();
      await authenticator.whilePresent(async () => {
        await tab.chooseInAutofill();
        await tab.read('h1', 'Hello, ada');
      });
      await tab.read(news, 'Signed in with passkey.');
      await profile.close();
      await site.stop();
    });

    testInFullRuns('signs up and in with the cards', async () => {
      const site = await app.serve();
      const { profile, tab } = await visit(site);
      await tab.go('/');
      await waitForSignIn(tab);
      await tab.click(cards);
      await tab.fill('latch-sign-up [name=username]', 'grace');
      await tab.fill('latch-sign-up [name=password]', 'correct horse battery');
      await tab.page.keyboard.press('Enter');
      await tab.read(news, 'Signed up with password.');
      await tab.click(account);
      await tab.read('h1', 'Hello, grace');
      await tab.click('latch-sign-out-button >>> [part=button]');
      await tab.read(news, 'Signed out.');

      await tab.click(cards);
      await tab.fill('latch-sign-in [name=username]', 'grace');
      await tab.page.keyboard.press('Enter');
      await tab.fill('latch-sign-in [name=password]', 'correct horse battery');
      await tab.page.keyboard.press('Enter');
      await tab.read(news, 'Signed in with password in the card.');
      await profile.close();
      await site.stop();
    });

    testInFullRuns(
      'takes over what it has rendered on the server, beside tags that are defined already',
      async (context) => {
        const site = await app.serveRendered();
        const page = await (await fetch(`${site.origin}/`)).text();
        assert.match(page, /<latch-password-form[^>]*><\/latch-password-form>/);
        const elsewhere = await visit(site);
        await elsewhere.tab.go('/');
        await post(elsewhere.tab, '/signup', { username: 'ada', password: 'correct horse battery' });
        await elsewhere.profile.close();

        const { profile, tab, said } = await visit(site);
        await tab.page.evaluateOnNewDocument(() =>
          addEventListener('DOMContentLoaded', () => {
            window.rendered = document.querySelector('latch-password-form')!;
          }),
        );
        await tab.go('/');
        await waitForSignIn(tab);
        assert.ok(
          await tab.page.evaluate(() => window.rendered === document.querySelector('latch-password-form')),
          'the element that the server has rendered is still in the page',
        );
        await assertStill(tab, context);
        await tab.fill('latch-otp-input input', '12345678');
        await tab.read(news, '8 digits entered.');
        await tab.fill('latch-password-form [name=username]', 'ada');
        await tab.fill('latch-password-form [name=password]', 'correct horse battery');
        await tab.page.keyboard.press('Enter');
        await tab.read('h1', 'Hello, ada');
        assert.deepEqual(
          said.filter((text) => !/React DevTools|Latchkey:|Lit is in dev mode/.test(text)),
          [],
        );
        await profile.close();
        await site.stop();
      },
    );
  });
}

/** The programs that the page of a framework shows, a file for each. */
function readDocumented(name: string): Record<string, string> {
  const page = `docs/frameworks/${folderOf(name)}.md`;
  const endings: Readonly<Record<string, string>> = { tsx: 'tsx', vue: 'vue', svelte: 'svelte', 'angular-ts': 'ts' };
  const programs = extractSnippets(readFileSync(join(root, page), 'utf8'), page).flatMap(({ language, text }) => {
    const ending = endings[language];
    return ending ? [{ ending, text }] : [];
  });
  assert.ok(programs.length > 0, `${page} shows a program`);
  const folder = name === 'Next' ? 'app' : 'src';
  return Object.fromEntries(
    programs.map(({ ending, text }, index) => [`${folder}/Documented${index}.${ending}`, text]),
  );
}

/** The folder of an app in demo/frameworks, and the name of its page. */
const folderOf = (name: string): string => name.toLowerCase().replace(' ', '-');

/** What the pages of the tags show for a framework, a file for each. */
function writeExamples(name: string): Record<string, string> {
  const framework = frameworks.find((known) => known.name === name);
  if (!framework) return {};
  const { modules } = JSON.parse(readFileSync(join(root, 'custom-elements.json'), 'utf8')) as {
    modules: { declarations?: { tagName?: string }[] }[];
  };
  const tags = modules.flatMap(({ declarations = [] }) => declarations.flatMap(({ tagName }) => tagName ?? []));
  return Object.fromEntries(
    tags.map((tag, index) => {
      const { attributes, content } = exampleOf(tag);
      return [`src/Example${index}.${framework.language}`, writeCode(framework.name, { tag, attributes, content })];
    }),
  );
}
