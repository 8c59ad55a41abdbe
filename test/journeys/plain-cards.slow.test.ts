import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launchBrowser, openProfile, releaseBrowser, type Profile } from '../support/node/browser.js';
import { days } from '../support/node/clock.js';
import { launchFirefox } from '../support/node/firefox.js';
import { skipWithoutFirefox } from '../support/node/firefox-path.js';
import type { TestServer } from '../support/node/server.js';
import type { Visit } from '../support/node/tab.js';
import { startDemo } from './demo-site.js';
import { plainPages } from './plain-page.js';

/** Has the passkeys of a browser ready while `action` runs. */
type WhilePresent = (action: () => Promise<void>) => Promise<void>;

/** A browser with an authenticator, and a new profile in it. */
interface Opened {
  profile: Profile<Visit>;
  tab: Visit;
  whilePresent: WhilePresent;
  close(): Promise<void>;
}

async function openChromium(origin: string): Promise<Opened> {
  const browser = await launchBrowser();
  const profile = await openProfile(browser, origin);
  const tab = await profile.open();
  const { whilePresent } = await tab.addAuthenticator();
  return { profile, tab, whilePresent, close: () => releaseBrowser(browser) };
}

async function openFirefox(origin: string): Promise<Opened> {
  const firefox = await launchFirefox();
  const profile = await firefox.openProfile(origin);
  const tab = await profile.open();
  return { profile, tab, whilePresent: firefox.authenticator.whilePresent, close: () => firefox.close() };
}

const readSession = ({ page }: Visit) =>
  page.evaluate(async () => (await (await fetch('/session')).json()) as { signedIn: boolean; authMethod?: string });

/** Presses Tab until a field with this `name` has the focus, or a button whose text begins with it. */
async function tabTo({ page }: Visit, name: string): Promise<void> {
  for (let count = 0; count < 9; count += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return element instanceof HTMLInputElement
        ? element.name
        : ((element as HTMLElement | null)?.innerText ?? '').trim();
    });
    if (focused.startsWith(name)) return;
  }
  assert.fail(`Tab does not reach ${name}`);
}

for (const [browser, open, skip] of [
  ['Chromium', openChromium, false],
  ['Firefox', openFirefox, skipWithoutFirefox],
] as const)
  describe(
    `a page of one script tag with its hash and one card, under a strict policy, in ${browser}`,
    { skip },
    () => {
      let server: TestServer;
      before(async () => {
        server = await startDemo({ pages: await plainPages() });
      });
      after(() => server.stop());

      test('signs a new user up, in, and in again on another day, by keyboard alone', async () => {
        const { profile, tab, whilePresent, close } = await open(server.origin);
        const response = await tab.page.goto(`${server.origin}/plain-sign-in`);
        const policy = response!.headers()['content-security-policy']!;
        assert.match(policy, /require-trusted-types-for 'script'/);
        assert.doesNotMatch(policy, /unsafe/);
        assert.ok(await tab.page.$('script[src][integrity^=sha384-]'));

        await tab.find('latch-sign-in [name=username]');
        await tabTo(tab, 'username');
        await tab.page.keyboard.type('alice');
        await tabTo(tab, 'Create account');
        await tab.page.keyboard.press('Enter');
        // The cursor is in the name that was typed.
        await tab.until(() => document.activeElement?.matches('latch-sign-up [name=username]'));
        await whilePresent(async () => {
          await tab.page.keyboard.press('Enter');
          await tab.read('latch-sign-up >>> [part=status]', 'Your account is ready.');
        });
        assert.equal((await readSession(tab)).signedIn, true);

        for (const day of ['the same day', 'another day']) {
          await tab.page.evaluate(async () => void (await fetch('/logout', { method: 'POST' })));
          if (day === 'another day') server.clock.advance(1 * days);
          await tab.go('/plain-sign-in');
          await tab.find('latch-sign-in [name=username]');
          assert.equal((await readSession(tab)).signedIn, false, day);
          await tabTo(tab, 'Sign in with a passkey');
          await whilePresent(async () => {
            await tab.page.keyboard.press('Enter');
            await tab.read('latch-sign-in >>> [part=status]', 'You’re signed in.');
          });
          const { signedIn, authMethod } = await readSession(tab);
          assert.deepEqual([signedIn, authMethod], [true, 'passkey-uv'], day);
        }
        assert.deepEqual(tab.problems, []);
        await profile.close();
        await close();
      });
    },
  );
