import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { extractSnippets, listDocuments } from '../project/snippets.js';
import { launchBrowser, openProfile, releaseBrowser, type Profile } from '../support/node/browser.js';
import { root } from '../support/node/program.js';
import { isSoak, runsEverything, testInFullRuns } from '../support/node/quick.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import { startDemo } from './demo-site.js';
import type { Site } from './framework-app.js';
import { fileOf, pageOf, serveFiles } from './html-first-site.js';

/** What becomes of every script of a page. */
const fates = {
  'is blocked': 'abort',
  'is missing': { status: 404, contentType: 'text/plain', body: '' },
  throws: { status: 200, contentType: 'text/javascript', body: 'throw new Error("broken")' },
} as const;

const expects = /ERR_FAILED|ERR_BLOCKED|status of 40[0-9]|broken|MIME type|Failed to fetch|no-such|Unchecked/;

/** Pages whose backend takes no form posts, or that a script makes in the browser. */
const withoutForm = [
  'docs/adapters.md',
  'docs/embedding.md',
  'docs/recipes/single-page-app.md',
  'docs/recipes/api-on-another-subdomain.md same-site',
];

describe('a page whose script', () => {
  let browser: Browser;
  let server: TestServer;
  let site: Site;
  let examples: { place: string; text: string }[];
  before(async () => {
    browser = await launchBrowser();
    server = await startDemo();
    const documents = listDocuments().filter((file) => /^(README|docs\/)/.test(file));
    const snippets = await Promise.all(
      documents.map(async (file) => extractSnippets(await readFile(join(root, file), 'utf8'), file)),
    );
    examples = snippets
      .flat()
      .filter(
        ({ language, text }) =>
          language === 'html' && /<latch-(sign-in|sign-up|password-form|passkey-field)\b/.test(text),
      )
      .filter(({ place, text }) => {
        const [file] = place.split(':');
        return !withoutForm.some(
          (name) => name === file || (name.startsWith(file!) && text.includes(name.split(' ')[1]!)),
        );
      });
    const pages = examples.map(({ text }, index) => [`/${index}`, pageOf(text)] as const);
    const icon = pageOf('');
    site = await serveFiles({
      ...Object.fromEntries(pages),
      '/': pageOf('', '<body>'),
      '/favicon.ico': icon,
      '/latchkey/styles.css': await fileOf('src/styles.css'),
    });
  });
  after(async () => {
    await releaseBrowser(browser);
    await server.stop();
    await site.stop();
  });

  async function open(origin: string, fate: keyof typeof fates): Promise<{ tab: Tab; profile: Profile }> {
    const profile = await openProfile(browser, origin);
    const tab = await profile.open({ expects });
    await tab.page.setRequestInterception(true);
    tab.page.on('request', (request) => {
      if (request.resourceType() !== 'script') return void request.continue();
      const answer = fates[fate];
      void (answer === 'abort' ? request.abort() : request.respond(answer));
    });
    return { tab, profile };
  }

  /**
   * Waits until a heading and a whole form can be seen, posts the form, which leads to a page that
   * says that the user is signed in, and resolves with how the session began.
   */
  async function signInByForm({ page }: Tab, username: string): Promise<string | undefined> {
    await page.waitForFunction(() => {
      const see = (element: Element | null) =>
        element?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      const form = [...document.querySelectorAll('form')].find((one) => see(one.querySelector('[name=password]')));
      form?.setAttribute('data-found', '');
      return (
        form &&
        see(form.querySelector('[name=username]')) &&
        see(form.querySelector('button')) &&
        form.method === 'post'
      );
    });
    await page.type('[data-found] [name=username]', username);
    await page.type('[data-found] [name=password]', 'correct horse');
    await Promise.all([page.waitForNavigation(), page.click('[data-found] button')]);
    if (page.url() === `${server.origin}/`)
      assert.ok(await page.$('[data-signed-in]:not([hidden])'), 'says who is here');
    const session = await page.evaluate(
      async () => (await (await fetch('/session')).json()) as { authMethod?: string },
    );
    await page.evaluate(() => fetch('/logout', { method: 'POST' }));
    return session.authMethod;
  }

  const seesHeading = ({ page }: Tab): Promise<boolean> =>
    page.$$eval('h1', (headings) => headings.some((heading) => heading.checkVisibility({ visibilityProperty: true })));

  /** The pages, with how a session begins that their form without script opens. Each takes the three seconds of hiding. */
  const pages = [
    ['/sign-up', 'signup'],
    ['/sign-in', 'password'],
    ['/login', 'password'],
    ['/password-form', 'password'],
    ['/passkey-field', 'password'],
    ['/inline', 'password'],
    ['/look-newspaper', 'password'],
    ['/home', 'password'],
  ] as const;

  for (const [index, fate] of (Object.keys(fates) as (keyof typeof fates)[]).entries())
    (index === 0 ? test : testInFullRuns)(
      `${fate} shows its heading and a form that works: the sign-up, the sign-in and the account of the demo`,
      async () => {
        const { tab, profile } = await open(server.origin, fate);
        const name = `user-${fate.replaceAll(' ', '-')}`;
        for (const [path, method] of runsEverything && (index === 0 || isSoak) ? pages : pages.slice(0, 3)) {
          await tab.go(path);
          assert.equal(await signInByForm(tab, name), method, path);
          await tab.go(path);
          await tab.page.waitForFunction(() =>
            document.querySelector('h1')?.checkVisibility({ visibilityProperty: true }),
          );
          assert.ok(await seesHeading(tab), path);
        }
        await profile.context.close();
      },
    );

  test('is blocked shows at once what it has where the user wants no motion, if the page ends animations then', async () => {
    const { tab, profile } = await open(server.origin, 'is blocked');
    await tab.page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await tab.go('/sign-in');
    await tab.page.addStyleTag({ content: '* { animation: none !important; }' }).catch(() => {});
    await tab.page.waitForFunction(() => document.querySelector('form')?.checkVisibility({ visibilityProperty: true }));
    await profile.context.close();
  });

  testInFullRuns('is blocked shows the form of every example in the documents, and that works', async () => {
    assert.ok(examples.length > 12, `only ${examples.length} examples were found`);
    const { tab, profile } = await open(site.origin, 'is blocked');
    await tab.go('/');
    await tab.page.evaluate(
      (body) => fetch('/signup', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
      JSON.stringify({ username: 'ada', password: 'correct horse' }),
    );
    await tab.page.evaluate(() => fetch('/logout', { method: 'POST' }));
    for (const [index, { place, text }] of examples.entries()) {
      await tab.go(`/${index}`);
      const isSignUp = /<latch-sign-up/.test(text);
      if (/action="\/(login|signup)"/.test(text))
        assert.equal(
          await signInByForm(tab, isSignUp ? `new-${index}` : 'ada'),
          isSignUp ? 'signup' : 'password',
          place,
        );
      else assert.ok(await tab.page.waitForSelector('form[method=post][action]', { visible: true }), place);
    }
    await profile.context.close();
  });

  test('comes late moves what was typed into the card, the cursor too, and leaves one form', async () => {
    const profile = await openProfile(browser, server.origin);
    // This server has no FedCM provider.
    const tab = await profile.open({ expects: /status of 404/ });
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await tab.page.setRequestInterception(true);
    tab.page.on('request', (request) => {
      if (request.resourceType() !== 'script') return void request.continue();
      void released.then(() => request.continue());
    });
    // Its module scripts hold up the event that the navigation waits for.
    const isLoaded = tab.go('/sign-up');
    // before its style sheets are there, the form is visible, and then hidden for as long as the script may still come
    await tab.page.waitForFunction(
      () =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet) &&
        document.querySelector('form')?.checkVisibility({ visibilityProperty: true }),
    );
    await tab.page.type('#username', 'ali');
    release();
    await isLoaded;
    await tab.find('latch-sign-up form[data-latch-card] [name=username]:focus');
    await tab.page.keyboard.type('ce');
    assert.deepEqual(
      await tab.page.$$eval('latch-sign-up form', (forms) =>
        forms.map((form) => form.querySelector<HTMLInputElement>('[name=username]')!.value),
      ),
      ['alice'],
    );
    await profile.close();
  });
});
