import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, HTTPRequest } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { startProvider, type DevelopmentProvider } from '../support/node/provider.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import { createPasskey, signOut, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';

const card = 'latch-sign-in';
/** Where screenshots are written, if anywhere. */
const pictures = process.env['PICTURES'];

/** What a failure looks like to the user. */
interface Failure {
  what: string;
  /** What the backend answers to a path, in place of the real answer; `offline` for none. */
  answers?: Readonly<
    Record<string, { status: number; type?: string; body: string; headers?: Record<string, string> } | 'offline'>
  >;
  act: (tab: Tab) => Promise<void>;
  /** What the card says, and what has the focus afterwards: a field by its name, or the words of a button. */
  says: string;
  focus: string;
}

const json = (status: number, error: string, headers = {}) => ({ status, body: JSON.stringify({ error }), headers });

async function signInByPassword(tab: Tab): Promise<void> {
  await tab.fill(`${card} input[autocomplete~=username]`, 'ada');
  await tab.page.keyboard.press('Enter');
  await tab.find(`${card} input[type=password]:focus`);
  await tab.page.keyboard.type('correct horse');
  await tab.page.keyboard.press('Enter');
}
const clickPasskey = (tab: Tab): Promise<void> => tab.click(`${card} >>> [part=button]`);
/** The same, once. The authenticator would answer the next request of autofill too, in which no user chooses anything. */
async function choosePasskey(tab: Tab): Promise<void> {
  await tab.page.evaluate(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) =>
      options?.mediation === 'conditional'
        ? new Promise((_resolve, reject) =>
            options.signal?.addEventListener('abort', () => reject(options.signal!.reason as Error)),
          )
        : get(options);
  });
  await clickPasskey(tab);
}
/** Has the browser answer the request behind the button with an error, and leave the one of autofill pending. */
const refuseDialog = (name: string) => async (tab: Tab) => {
  await tab.page.evaluate((reason) => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) =>
      options?.mediation === 'conditional' ? get(options) : Promise.reject(new DOMException('Refused.', reason));
  }, name);
  await clickPasskey(tab);
};

const failures: readonly Failure[] = [
  {
    what: 'a wrong password, or an unknown name',
    act: signInByPassword,
    answers: { '/login': json(401, 'rejected') },
    says: 'Wrong username or password. Try again, or sign in another way.',
    focus: 'password',
  },
  {
    what: 'a dialog that the user cancels, or that times out',
    act: refuseDialog('NotAllowedError'),
    says: 'No passkey was used. Try again.',
    focus: 'Sign in with a passkey',
  },
  {
    what: 'no connection',
    act: signInByPassword,
    answers: { '/login': 'offline' },
    says: 'Can’t reach the server. Check your connection and try again.',
    focus: 'password',
  },
  {
    what: 'too many attempts',
    act: signInByPassword,
    answers: { '/login': json(429, 'rate_limited', { 'Retry-After': '120' }) },
    says: 'Too many attempts. Try again in 2 minutes.',
    focus: 'password',
  },
  {
    what: 'a backend that fails',
    act: signInByPassword,
    answers: { '/login': json(500, 'internal') },
    says: 'The server has a problem. Try again later.',
    focus: 'password',
  },
  {
    what: 'a page in place of an answer',
    act: signInByPassword,
    answers: { '/login': { status: 200, type: 'text/html', body: '<!doctype html><title>Proxy</title>' } },
    says: 'The server has a problem. Try again later.',
    focus: 'password',
  },
  {
    what: 'a browser that blocks the window of a provider',
    async act(tab) {
      await tab.page.evaluate(() => {
        window.open = () => null;
        const button = document.querySelector('latch-sign-in latch-oidc-button')!;
        Object.assign(button, { mode: 'popup' });
        button.addEventListener('latch-before-redirect', (event) => event.preventDefault());
      });
      await tab.click(`${card} latch-oidc-button >>> [part=button]`);
    },
    says: 'Your browser blocked the window. Allow pop-ups and try again.',
    focus: 'Continue with Example ID',
  },
  {
    what: 'a browser without passkeys for this page',
    act: refuseDialog('SecurityError'),
    says: 'Passkeys don’t work at this address. Sign in another way.',
    focus: 'Sign in with a passkey',
  },
  {
    what: 'a passkey that was removed from the account',
    act: choosePasskey,
    answers: { '/webauthn/login/verify': json(404, 'unknown_credential') },
    says: 'That passkey was removed from this account. Sign in another way.',
    focus: 'Sign in with a passkey',
  },
  {
    what: 'a dialog that was open for too long',
    act: choosePasskey,
    answers: { '/webauthn/login/verify': json(400, 'challenge_expired') },
    says: 'That took too long. Try again.',
    focus: 'Sign in with a passkey',
  },
];

describe('a sign-in card that cannot sign in', () => {
  let browser: Browser;
  let provider: DevelopmentProvider;
  let site: TestServer;
  before(async () => {
    browser = await launchBrowser([]);
    provider = await startProvider();
    site = await startDemo({ config: { providers: [provider.settings] } });
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
    await provider.close();
  });

  /** Answers requests in place of the backend. */
  async function answerWith(tab: Tab, answers: NonNullable<Failure['answers']>): Promise<void> {
    await tab.page.setRequestInterception(true);
    tab.page.on('request', (request: HTTPRequest) => {
      const answer = answers[new URL(request.url()).pathname];
      if (!answer || request.method() === 'GET') return void request.continue();
      if (answer === 'offline') return void request.abort('internetdisconnected');
      const { status, type = 'application/json', body, headers = {} } = answer;
      void request.respond({ status, contentType: type, body, headers });
    });
  }

  for (const [index, { what, answers = {}, act, says, focus }] of failures.entries())
    test(`says after ${what} what to do next, once, and leaves the focus where that is done`, async () => {
      const profile = await openProfile(browser, site.origin);
      const tab = await profile.open({ expects: /./ });
      const authenticator = await tab.addAuthenticator();
      await signUp(tab, `ada-${index}`);
      await createPasskey(tab, authenticator);
      await signOut(tab);
      await tab.page.setViewport({ width: 360, height: 900, deviceScaleFactor: 2 });
      await answerWith(tab, answers);
      await tab.go('/sign-in');
      await tab.waitForAutofill();
      await tab.page.evaluate(() => {
        const said: string[] = [];
        Object.assign(window, { said });
        const look = (root: ParentNode) => {
          for (const line of root.querySelectorAll('[role=status], [role=alert]'))
            new MutationObserver(() => {
              const text = line.textContent.trim();
              if (text && said.at(-1) !== text) said.push(text);
            }).observe(line, { childList: true, characterData: true, subtree: true });
        };
        for (const element of document.querySelectorAll('latch-sign-in, latch-sign-in *'))
          if (element.shadowRoot) look(element.shadowRoot);
        look(document);
      });
      const fail = async (): Promise<void> => {
        await act(tab);
        await tab.until((text) => {
          const words: string[] = [];
          const collect = (root: ParentNode) => {
            for (const element of root.querySelectorAll<HTMLElement>('*')) {
              if (element.shadowRoot) collect(element.shadowRoot);
              if (element.matches('[role=status], [role=alert], .problem, p')) words.push(element.textContent.trim());
            }
          };
          collect(document.querySelector('latch-sign-in')!);
          collect(document.querySelector('latch-sign-in')!.shadowRoot!);
          Object.assign(window, { words });
          return words.includes(text);
        }, says);
      };
      await (answers['/webauthn/login/verify'] ? authenticator.whilePresent(fail) : fail());
      const [times, focused] = await tab.page.evaluate((text) => {
        const { said } = window as never as { said: string[] };
        let active = document.activeElement;
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
        const name = (active as HTMLInputElement | null)?.name || active?.textContent.trim();
        return [said.filter((each) => each === text).length, name];
      }, says);
      assert.ok(Number(times) <= 1, `said ${times} times`);
      assert.equal(focused, focus);
      if (pictures) {
        const take = (name: string) =>
          tab.page.screenshot({
            path: join(pictures, `${what.replaceAll(/\W+/g, '-')}-${name}.png`) as `${string}.png`,
          });
        await take('light');
        await tab.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
        await take('dark');
        await tab.page.evaluate(() => Object.assign(document.documentElement, { lang: 'ar', dir: 'rtl' }));
        await tab.page.waitForNetworkIdle({ concurrency: 1 });
        await take('rtl');
      }
      await profile.context.close();
    });
});
