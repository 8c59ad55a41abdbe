import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, type Profile, releaseBrowser } from '../support/node/browser.js';
import { minutes } from '../support/node/clock.js';
import type { Tab } from '../support/node/tab.js';
import { runsEverything } from '../support/node/quick.js';
import { takeClock } from './page-clock.js';
import {
  button,
  choose,
  openWindow,
  readEvents,
  readState,
  setOpenerPolicies,
  startProviderSite,
  status,
  whoIsSignedIn,
  type ProviderSite,
} from './provider-site.js';
import { testInFullRuns } from '../support/node/quick.js';

/** Policies of the app and the provider: all pairs in a run of all proofs, else one of each outcome. */
const policies = ['none', 'same-origin-allow-popups', 'same-origin'];
const pairs = runsEverything
  ? policies.flatMap((app) => policies.map((provider) => [app, provider] as const))
  : ([
      ['none', 'none'],
      ['same-origin', 'none'],
    ] as const);

/** Whether the browser leaves the page its window: what these policies do to windows of another origin. */
const keepsWindow = (app: string, provider: string): boolean => provider === 'none' && app !== 'same-origin';

let site: ProviderSite;
before(async () => {
  site = await startProviderSite();
});
after(() => site.stop());

// profiles know nothing of each other, and a test mostly waits for its browser
describe('the window at the provider', { concurrency: 3 }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => releaseBrowser(browser));

  /** Opens the page that has the button, in a profile without a session at the provider. */
  const openPage = async (): Promise<{ tab: Tab; profile: Profile }> => {
    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open();
    await tab.go('/popup');
    return { tab, profile };
  };

  for (const [app, provider] of pairs) {
    describe(`with the opener policy ${app} here and ${provider} there`, { concurrency: 1 }, () => {
      let profile: Profile;
      let tab: Tab;
      before(async () => {
        profile = await openProfile(browser, site.origin);
        tab = await profile.open();
      });
      beforeEach(async () => {
        await profile.context.deleteCookie(...(await profile.context.cookies()));
        await setOpenerPolicies(profile, { app, provider });
        await tab.go('/popup');
      });
      after(() => profile.close());

      test('lets the person go back there and try again, which signs them in and closes it', async () => {
        await choose(await openWindow(tab), '');
        await tab.read(status, 'You were not signed in. Try again.');
        assert.deepEqual([await readEvents(tab), await readState(tab)], [[], []]);
        const popup = await openWindow(tab);
        const isClosed = new Promise((resolve) => popup.once('close', resolve));
        await choose(popup, 'ada');
        await tab.read(status, 'You’re signed in.');
        await isClosed;
        assert.deepEqual(
          [await readEvents(tab), await whoIsSignedIn(tab)],
          [['latch-signed-in {"method":"oidc","provider":"example"}'], 'ada'],
        );
      });

      if (keepsWindow(app, provider)) {
        testInFullRuns('says that the person has closed it', async () => {
          const stopped = await profile.open();
          await takeClock(stopped);
          await stopped.go('/popup');
          const popup = await openWindow(stopped);
          await stopped.page.evaluate(() => window.advance(2000));
          await popup.close();
          await stopped.until(() => {
            window.advance(250);
            return document.querySelector('latch-oidc-button')!.matches(':state(failed)');
          });
          await stopped.read(status, 'The window was closed before you signed in. Try again.');
          assert.match((await readEvents(stopped)).join(), /^latch-sign-in-failed \{.*"code":"popup_closed"/);
          assert.deepEqual(await readState(stopped), ['failed']);
        });
      } else {
        testInFullRuns(
          'waits on when the person may have closed it, and opens it again for them or gives up',
          async () => {
            await (await openWindow(tab)).close();
            await tab.read(status, 'If you closed it, try again.');
            assert.deepEqual(await readState(tab), ['pending', 'lost']);
            const second = await openWindow(tab);
            await tab.read(status, 'If you closed it, try again.');
            await tab.click('latch-oidc-button >>> [part=action]');
            await tab.read(status, 'You were not signed in. Try again.');
            await choose(second, 'ada');
            await tab.until(async () => ((await (await fetch('/session')).json()) as { signedIn: boolean }).signedIn);
            assert.deepEqual(
              [await readEvents(tab), await readState(tab)],
              [[], []],
              'who has given up hears no more of it',
            );
          },
        );
      }
    });
  }

  testInFullRuns('is brought back by a second click, and there is never another one', async () => {
    const { tab, profile } = await openPage();
    const popup = await openWindow(tab);
    await tab.click(button);
    await tab.click(button);
    assert.equal((await profile.context.pages()).length, 2);
    await choose(popup, 'grace');
    await tab.read(status, 'You’re signed in.');
    assert.equal((await readEvents(tab)).length, 1);
    await profile.close();
  });

  test('is all that a message can be about: forged ones of any shape change nothing', async () => {
    const { tab, profile } = await openPage();
    const other = await profile.open();
    await other.go('/popup');
    const popup = await openWindow(tab);
    await other.page.evaluate(async () => {
      const channel = new BroadcastChannel('auth');
      for (const forged of [
        { type: 'signed-in' },
        { type: 'sign-in-failed', reason: 'access_denied' },
        { type: 'sign-in-failed', reason: '__proto__' },
        { type: 'signed-out' },
        { type: 'signed-in', user: 'ada' },
        'signed-in',
        null,
        [],
        { type: 7 },
      ])
        channel.postMessage(forged);
      for (let answers = 0; answers < 5; answers++) await fetch('/session');
    });
    await tab.page.evaluate(() => postMessage({ type: 'signed-in' }, '*'));
    assert.deepEqual([await readEvents(tab), await readState(tab)], [[], ['pending', 'open']]);
    await choose(popup, 'ada');
    await tab.read(status, 'You’re signed in.');
    assert.deepEqual(await readEvents(other), [], 'the tab without a flow of its own says nothing');
    await profile.close();
  });

  testInFullRuns('takes no session that was there before for a sign-in', async () => {
    const { tab, profile } = await openPage();
    await choose(await openWindow(tab), 'ada');
    await tab.read(status, 'You’re signed in.');
    const cookies = await profile.context.cookies();
    await profile.context.deleteCookie(...cookies.filter(({ domain }) => domain === 'idp.localhost'));
    const popup = await openWindow(tab);
    await tab.page.evaluate(() => new BroadcastChannel('auth').postMessage({ type: 'signed-in' }));
    await tab.page.evaluate(async () => {
      for (let answers = 0; answers < 5; answers++) await fetch('/session');
    });
    assert.deepEqual(await readState(tab), ['pending', 'open']);
    site.clock.advance(1000);
    await choose(popup, 'ada');
    await tab.read(status, 'You’re signed in.');
    assert.equal((await readEvents(tab)).length, 2);
    await profile.close();
  });

  testInFullRuns('silently signs in a user whom the provider knows, and more than once', async () => {
    const { tab, profile } = await openPage();
    await choose(await openWindow(tab), 'ada');
    await tab.until(() => window.watch.events.length === 1);
    for (let times = 2; times <= 3; times++) {
      site.clock.advance(1000);
      await tab.click(button);
      await tab.until((count) => window.watch.events.length === count, times);
      await tab.read(status, 'You’re signed in.');
    }
    assert.deepEqual(
      new Set(await readEvents(tab)),
      new Set(['latch-signed-in {"method":"oidc","provider":"example"}']),
    );
    await profile.close();
  });

  testInFullRuns('is not ended by the flow of another tab that fails', async () => {
    const { tab, profile } = await openPage();
    const other = await profile.open();
    await other.go('/popup');
    const popup = await openWindow(tab);
    await choose(await openWindow(other), '');
    await other.read(status, 'You were not signed in. Try again.');
    assert.deepEqual([await readEvents(tab), await readState(tab)], [[], ['pending', 'open']]);
    await choose(popup, 'ada');
    await tab.read(status, 'You’re signed in.');
    await profile.close();
  });
});

describe('a window that the browser blocks', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser([], ['--disable-popup-blocking']);
  });
  after(() => releaseBrowser(browser));

  /**
   * Has the page begin automatically, where no gesture allows a window, and waits until none has opened: what Puppeteer
   * evaluates in the page counts as a gesture.
   */
  const beginUnasked = ({ devtools }: Tab): Promise<unknown> =>
    devtools.send('Runtime.evaluate', {
      expression: `new Promise((resolve) => {
        const button = document.querySelector('latch-oidc-button');
        for (const type of ['latch-before-redirect', 'latch-sign-in-failed'])
          button.addEventListener(type, () => resolve(), { once: true });
        button.signIn();
      })`,
      userGesture: false,
      awaitPromise: true,
    });

  test('is said to be blocked, and this one goes on', async () => {
    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open();
    await tab.page.evaluateOnNewDocument(() => {
      addEventListener('latch-before-redirect', (event) => {
        sessionStorage.setItem('blocked', String((event as CustomEvent<{ isBlocked: boolean }>).detail.isBlocked));
        const said = (event.target as Element).shadowRoot!.querySelector('[part=status]')!;
        // Written down at once: what a page that is being left still writes may get lost.
        new MutationObserver(() => sessionStorage.setItem('said', said.textContent)).observe(said, {
          childList: true,
          characterData: true,
          subtree: true,
        });
      });
    });
    await tab.go('/popup');
    await beginUnasked(tab);
    await tab.find('button[name=person]');
    await choose(tab.page, 'ada');
    await tab.find('[data-view=account]');
    assert.deepEqual(
      await tab.page.evaluate(() => [sessionStorage.getItem('blocked'), sessionStorage.getItem('said')]),
      ['true', 'Your browser blocked the window. Continuing in this one…'],
    );
    await profile.close();
  });

  testInFullRuns('leaves the page that wants to stay as it is', async () => {
    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open();
    await tab.page.evaluateOnNewDocument(() =>
      addEventListener('latch-before-redirect', (event) => event.preventDefault()),
    );
    await tab.go('/popup');
    await beginUnasked(tab);
    await tab.read(status, 'Your browser blocked the window. Allow pop-ups and try again.');
    assert.match((await readEvents(tab)).join(), /"code":"popup_blocked"/);
    await choose(await openWindow(tab), 'ada');
    await tab.read(status, 'You’re signed in.');
    await profile.close();
  });

  testInFullRuns('or none is what the page is left with whose provider does not answer', async () => {
    // What the provider says of itself is not believed any more.
    site.clock.advance(61 * minutes);
    site.isReachable = false;
    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open();
    await tab.go('/popup');
    await tab.click(button);
    await tab.read(status, 'The sign-in service has a problem. Try again later.');
    assert.match((await readEvents(tab)).join(), /"code":"provider_failed"/);
    assert.equal((await profile.context.pages()).length, 1);
    site.isReachable = true;
    site.clock.advance(1 * minutes);
    await choose(await openWindow(tab), 'ada');
    await tab.read(status, 'You’re signed in.');
    await profile.close();
  });
});
