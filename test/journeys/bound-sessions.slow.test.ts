import assert from 'node:assert/strict';
import { get } from 'node:https';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import type { SessionAnswer } from '../../src/base/contract/types.js';
import { launchBrowser, openProfile, type Profile, releaseBrowser } from '../support/node/browser.js';
import { createCertificate } from '../support/node/certificate.js';
import { minutes } from '../support/node/clock.js';
import { patience } from '../support/node/patience.js';
import { startProvider, type DevelopmentProvider } from '../support/node/provider.js';
import type { Tab } from '../support/node/tab.js';
import { expectSession, signInByPassword, signOut, signUp } from './account-page.js';
import { startDemoAt } from './demo-site.js';
import { choose } from './provider-site.js';

const password = 'correct horse battery';

/** What Chromium reports about a bound session. */
interface BindingEvent {
  succeeded: boolean;
  sessionId?: string;
  creationEventDetails?: { fetchResult: string };
  challengeEventDetails?: { challengeResult: string };
  refreshEventDetails?: { refreshResult: string };
  terminationEventDetails?: { deletionReason: string };
}

function nameEvent({
  creationEventDetails: created,
  challengeEventDetails: challenged,
  refreshEventDetails: refreshed,
  terminationEventDetails: ended,
}: BindingEvent): string {
  if (created) return `bound: ${created.fetchResult}`;
  if (challenged) return `challenged: ${challenged.challengeResult}`;
  return refreshed ? `refreshed: ${refreshed.refreshResult}` : `ended: ${ended?.deletionReason}`;
}

/** What the browser does about bound sessions, in its order, and how to wait until it has done something. */
interface Binding {
  events: string[];
  until(event: string): Promise<void>;
}

async function watchBindings({ devtools }: Tab): Promise<Binding> {
  const events: string[] = [];
  let look = (): void => {};
  const connection = devtools as unknown as {
    on(name: string, listener: (event: BindingEvent) => void): void;
    send(name: string, parameters?: object): Promise<void>;
  };
  connection.on('Network.deviceBoundSessionEventOccurred', (event) => {
    events.push(nameEvent(event));
    look();
  });
  await connection.send('Network.enableDeviceBoundSessions', { enable: true });
  return {
    events,
    until: (wanted) =>
      new Promise((resolve, reject) => {
        const impatience = setTimeout(() => reject(new Error(`No "${wanted}" among: ${events.join(', ')}`)), patience);
        look = () => {
          if (!events.includes(wanted)) return;
          clearTimeout(impatience);
          resolve();
        };
        look();
      }),
  };
}

/** Browsers bind sessions over https only, with a key that this Chromium keeps in software. */
describe('a session that the browser binds to its device', () => {
  let browser: Browser;
  let provider: DevelopmentProvider;
  let site: Awaited<ReturnType<typeof startDemoAt>>;
  let origin: string;
  before(async () => {
    const certificate = await createCertificate();
    provider = await startProvider();
    site = await startDemoAt(
      (port) => ({
        origins: [`https://app.localhost:${port}`],
        rpId: 'app.localhost',
        embedders: [],
        boundSessions: true,
        providers: [provider.settings],
      }),
      { certificate },
    );
    origin = `https://app.localhost:${new URL(site.origin).port}`;
    browser = await launchBrowser([
      `--ignore-certificate-errors-spki-list=${certificate.fingerprint}`,
      '--enable-features=DeviceBoundSessions,EnableBoundSessionCredentialsSoftwareKeysForManualTesting',
    ]);
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
    await provider.close();
  });

  const readCookies = async ({ context }: Profile): Promise<Record<string, string>> =>
    Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]));
  /** What the browser does automatically when the cookie is 10 minutes old. */
  const dropBoundCookie = (tab: Tab): Promise<void> =>
    tab.devtools.send('Network.deleteCookies', { name: '__Host-bound', url: origin });
  /** Who the server says is signed in, to a program that has these cookies. */
  const whoIs = (cookies: Record<string, string>): Promise<string | undefined> =>
    new Promise((resolve, reject) => {
      const headers = {
        Cookie: Object.entries(cookies)
          .map((cookie) => cookie.join('='))
          .join('; '),
      };
      const request = get(`${site.origin}/session`, { rejectUnauthorized: false, headers }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        resolve((JSON.parse(Buffer.concat(chunks).toString()) as SessionAnswer).user?.name);
      });
      request.once('error', reject);
    });

  test('is bound, refreshed and ended without the page doing anything for it, and its cookies are of no use elsewhere', async () => {
    const profile = await openProfile(browser, origin);
    const tab = await profile.open();
    const binding = await watchBindings(tab);
    await signUp(tab, 'ada', password);
    await binding.until('bound: Success');
    const stolen = await readCookies(profile);
    assert.deepEqual(Object.keys(stolen).sort(), ['__Host-bound', '__Host-known', '__Host-sid']);
    assert.equal(await whoIs(stolen), 'ada');

    site.clock.advance(15 * minutes);
    assert.equal(await whoIs(stolen), undefined);
    await dropBoundCookie(tab);
    await tab.go('/home');
    await tab.find('[data-view=account]');
    await expectSession(tab, 'ada', 'by creating this account');
    await binding.until('refreshed: Refreshed');
    assert.ok(binding.events.indexOf('challenged: Success') < binding.events.indexOf('refreshed: Refreshed'));
    assert.equal(await whoIs(stolen), undefined);
    const renewed = await readCookies(profile);
    assert.equal(renewed['__Host-sid'], stolen['__Host-sid']);
    assert.equal(await whoIs(renewed), 'ada');

    await signOut(tab);
    await binding.until('ended: RefreshFatalError');
    for (const cookies of [stolen, renewed]) assert.equal(await whoIs(cookies), undefined);
    await profile.close();
  });

  test('is bound again by the next sign-in, and by that of another user', async () => {
    const profile = await openProfile(browser, origin);
    const tab = await profile.open();
    const binding = await watchBindings(tab);
    for (const name of ['bo', 'cy']) {
      binding.events.length = 0;
      await signUp(tab, name, password);
      await binding.until('bound: Success');
      await signOut(tab);
    }
    binding.events.length = 0;
    // A passkey is offered to the password manager, which the server allows for a few minutes.
    const isOffered = tab.page.waitForResponse((response) => response.url().includes('/webauthn/register/options'));
    await signInByPassword(tab, 'bo', password);
    await isOffered;
    await binding.until('bound: Success');
    site.clock.advance(15 * minutes);
    await dropBoundCookie(tab);
    await tab.go('/home');
    await tab.find('[data-view=account]');
    await expectSession(tab, 'bo', 'with a password');
    await profile.close();
  });

  test('is bound after coming back from a provider on another site, where the browser sends no cookie with its key', async () => {
    const profile = await openProfile(browser, origin);
    const tab = await profile.open();
    const binding = await watchBindings(tab);
    await tab.go('/auth/start?returnTo=/home');
    await tab.find('button[name=person]');
    await choose(tab.page, 'ada');
    await tab.find('[data-view=account]');
    await expectSession(tab, 'Ada Lovelace', 'at Example ID');
    await binding.until('bound: Success');
    const stolen = await readCookies(profile);
    site.clock.advance(15 * minutes);
    await dropBoundCookie(tab);
    await tab.go('/home');
    await tab.find('[data-view=account]');
    await expectSession(tab, 'Ada Lovelace', 'at Example ID');
    assert.equal(await whoIs(stolen), undefined);
    await profile.close();
  });
});
