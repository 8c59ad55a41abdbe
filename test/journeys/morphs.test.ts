import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser, type Profile } from '../support/node/browser.js';
import { testInFullRuns } from '../support/node/quick.js';
import type { Tab } from '../support/node/tab.js';
import type { Site } from './framework-app.js';
import { bundle, pageOf, serveFiles } from './html-first-site.js';

declare global {
  interface Window {
    /** The tools of test/support/browser/morphs.ts. */
    morphs: Record<string, (place: Element, markup: string) => unknown>;
    /** The markup of `main`, as the server has sent it. */
    sent: string;
    /** Nodes that a test has marked, in order. */
    nodes: Element[];
  }
}

const tools = [
  'Turbo 8',
  'idiomorph, which htmx 2 uses,',
  'htmx 4, by outerMorph,',
  'the morph of Alpine, which Livewire uses,',
];

const ownForm = (action: string) =>
  `<form method="post" action="${action}"><label>Name <input name="own-name" autocomplete="username"></label>
  <label>Password <input name="own-password" type="password" autocomplete="current-password"></label><button>Go</button></form>`;

const markup = `<main>
  <p id="news">Old news</p>
  <latch-sign-in methods="passkey password oidc" id="card"></latch-sign-in>
  <latch-sign-in methods="passkey password" id="own-card">${ownForm('/login')}</latch-sign-in>
  <latch-sign-up></latch-sign-up>
  <latch-passkey-field></latch-passkey-field>
  <latch-passkey-field id="own-field"><label>Name <input name="own-name"></label></latch-passkey-field>
  <latch-password-form></latch-password-form>
  <latch-password-form id="own-form">${ownForm('/login')}</latch-password-form>
  <latch-otp-input></latch-otp-input>
  <latch-otp-input id="own-code"><label>Code <input name="own-code" maxlength="6"></label></latch-otp-input>
</main>`;

/** What a user sees in the fields of the tags, and what browsers fill them in by. */
const readFields = () =>
  [...document.querySelectorAll<HTMLInputElement>('main input')].map((input) => {
    const { name, type, value } = input;
    const names = ['autocomplete', 'inputmode', 'maxlength', 'aria-invalid', 'aria-description'];
    const attributes = names.map((attribute) => `${attribute}=${input.getAttribute(attribute) ?? ''}`).join(' ');
    const tag = input.closest(
      '[id^=own], latch-sign-in, latch-sign-up, latch-passkey-field, latch-password-form, latch-otp-input',
    )!;
    const label = [...(input.labels ?? [])].map(({ textContent }) => textContent.trim()).join();
    // Some tools empty the page's own fields.
    const typed = name.startsWith('own') ? '' : value;
    return `${tag.localName} ${tag.id}: ${label} ${name} ${type} ${attributes} "${typed}"`;
  });

describe('a tool that morphs the page', () => {
  let browser: Browser;
  let site: Site;
  let profile: Profile;
  before(async () => {
    browser = await launchBrowser();
    const script = await bundle(
      `import './src/define/all.ts'; import { morphs } from './test/support/browser/morphs.ts'; Object.assign(globalThis, { morphs });`,
    );
    site = await serveFiles({
      '/': pageOf('<script type="module" src="/tags.js"></script>', `<body>${markup}`),
      '/tags.js': script,
      '/auth/providers': {
        body: new TextEncoder().encode(
          '{"providers":[{"id":"acme","name":"Acme Staff","kinds":["oidc"]}],"byDomain":false}',
        ),
        contentType: 'application/json',
        immutable: false,
      },
    });
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
  });

  async function open(expects = /status of 404/): Promise<Tab> {
    profile = await openProfile(browser, site.origin);
    const tab = await profile.open({ expects });
    await tab.go('/');
    await tab.find('latch-sign-in > latch-oidc-button');
    await tab.find('latch-password-form:not([id]) > form button');
    await tab.until(() => document.querySelectorAll('main input').length === 14);
    return tab;
  }

  async function morphPage({ page: tab }: Tab, tool: string, sent = markup): Promise<void> {
    await tab.evaluate(
      async (name, text) => {
        await window.morphs[name]!(document.querySelector('main')!, text);
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      },
      tool,
      sent.replace('Old news', 'New news'),
    );
    await tab.waitForFunction(() => document.querySelector('#news')!.textContent === 'New news');
  }

  for (const tool of tools) {
    test(`${tool} leaves every field as it was, with what was typed and the focus`, async () => {
      const tab = await open();
      await tab.page.evaluate(() => {
        for (const input of document.querySelectorAll<HTMLInputElement>('main input'))
          input.value = input.matches('latch-otp-input input') ? '123' : 'typed';
        document.querySelector<HTMLInputElement>('#card [name=username]')!.focus();
        document.querySelector<HTMLInputElement>('#card [name=username]')!.setSelectionRange(1, 3);
        window.nodes = [...document.querySelectorAll('main input, main label, main form, latch-oidc-button')];
      });
      const before = await tab.page.evaluate(readFields);
      await morphPage(tab, tool);
      assert.deepEqual(await tab.page.evaluate(readFields), before);
      const state = await tab.page.evaluate(() => {
        const { name, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement;
        const others = [...document.querySelectorAll('main input, main label, main form, latch-oidc-button')]
          .filter((node) => !window.nodes.includes(node))
          .map(({ outerHTML }) => outerHTML);
        return [name, selectionStart, selectionEnd, others];
      });
      assert.deepEqual(state, ['username', 1, 3, []]);
      await tab.page.keyboard.type('!');
      assert.equal(await tab.page.$eval('#card [name=username]', (input) => (input as HTMLInputElement).value), 't!ed');
      await profile.close();
    });
  }

  for (const [index, tool] of tools.entries()) {
    (index === 0 ? test : testInFullRuns)(
      `${tool} may put in a form of the page, which then is the only one, and remove it again`,
      async () => {
        const tab = await open();
        const withForm = (text: string, tag: string) => text.replace(`></${tag}>`, `>${ownForm('/login')}</${tag}>`);
        await morphPage(tab, tool, withForm(withForm(markup, 'latch-sign-in'), 'latch-password-form'));
        const readForms = () =>
          ['#card', 'latch-password-form:not([id])'].map((tag) =>
            [...document.querySelectorAll(`${tag} input`)].map((input) => (input as HTMLInputElement).name).join(),
          );
        const own = 'own-name,own-password';
        assert.deepEqual(await tab.page.evaluate(readForms), [own, own]);
        const username = '#card [name=own-name]';
        assert.equal(
          await tab.page.$eval(username, ({ attributes }) => attributes.getNamedItem('autocomplete')!.value),
          'username webauthn',
        );
        await morphPage(tab, tool);
        assert.deepEqual(await tab.page.evaluate(readForms), ['username,password', 'username,password']);
        await profile.close();
      },
    );
  }

  test('gets no copy of what was made, whether the copy comes from a snapshot or from markup', async () => {
    const tab = await open();
    for (const copy of ['clone', 'markup'] as const) {
      await tab.page.evaluate((how) => {
        const main = document.querySelector('main')!;
        if (how === 'clone') main.replaceWith(main.cloneNode(true));
        else {
          const { innerHTML } = main;
          main.innerHTML = innerHTML;
        }
      }, copy);
      await tab.find('#card > latch-oidc-button');
      await tab.until(() => document.querySelectorAll('main input').length === 14);
      assert.deepEqual(
        await tab.page.$$eval('#card, latch-sign-up', (cards) =>
          cards.map((card) =>
            [...card.children]
              .map(({ localName }) => localName)
              .sort()
              .join(),
          ),
        ),
        ['form,latch-oidc-button', 'form'],
        copy,
      );
      // The form is alive: its first step shows the field for the password.
      await tab.page.type('#card [name=username]', 'stranger');
      await tab.page.keyboard.press('Enter');
      await tab.find('#card [name=password]:focus');
    }
    await profile.close();
  });

  test('takes away no mark of what is wrong', async () => {
    const tab = await open(/status of 40[14]/);
    await tab.page.type('#own-form [name=own-name]', 'stranger');
    await tab.page.type('#own-form [name=own-password]', 'wrong horse');
    await tab.page.keyboard.press('Enter');
    const wrong = '#own-form [name=own-password][aria-invalid=true][aria-description]';
    await tab.find(wrong);
    for (const tool of tools) {
      await morphPage(tab, tool);
      assert.ok(await tab.page.$(wrong), tool);
    }
    await profile.close();
  });

  test('does not hang the page when it undoes what the tag does again and again', async () => {
    profile = await openProfile(browser, site.origin);
    const tab = await profile.open({ expects: /404|again and again/ });
    await tab.go('/');
    await tab.find('latch-passkey-field:not([id]) input');
    const left = await tab.page.evaluate(async () => {
      const field = document.querySelector('latch-passkey-field')!;
      new MutationObserver(() => field.replaceChildren()).observe(field, { childList: true });
      field.replaceChildren();
      await new Promise((resolve) => setTimeout(resolve));
      return field.childElementCount;
    });
    assert.equal(left, 0);
    await profile.context.close();
  });
});
