import type { Browser } from 'puppeteer-core';
import { openProfile, type Profile } from '../support/node/browser.js';
import { watchFedCmDialogs, type FedCmDialogs } from '../support/node/fedcm-dialogs.js';
import { startProvider, type DevelopmentProvider } from '../support/node/provider.js';
import type { ServerOptions, TestServer } from '../support/node/server.js';
import { openTab, type Tab } from '../support/node/tab.js';
import type { FedCmSettings } from '../../server/src/fedcm/settings.js';
import type {} from '../../src/provider/fedcm/latch-fedcm-button.js';
import { startDemo } from './demo-site.js';
import { createRunningClock } from '../support/node/clock.js';

/** The demo, and the provider that its people sign in at. */
export interface FedCmSite {
  server: TestServer;
  provider: DevelopmentProvider;
  stop(): Promise<void>;
}

/**
 * Starts both, and has the demo accept tokens of `others` too. `more` is set for all of them. The clock begins now, as times in tokens are compared with
 * the clock of the provider.
 */
export async function startFedCmSite(
  options: ServerOptions = {},
  others: readonly DevelopmentProvider[] = [],
  more: Partial<FedCmSettings> = {},
): Promise<FedCmSite> {
  const provider = await startProvider();
  const server = await startDemo({
    clock: createRunningClock(),
    ...options,
    config: {
      providers: [provider.settings],
      fedcm: [provider, ...others].map(({ fedcm }) => ({ ...fedcm, ...more })),
    },
  });
  return {
    server,
    provider,
    async stop() {
      await server.stop();
      await provider.close();
    },
  };
}

export const button = 'latch-fedcm-button >>> [part=button]';
export const status = 'latch-fedcm-button >>> [part=status]';

/** What is said of a dialog that was dismissed, was not shown, or had no account to show. */
export const friendly = 'You’re not signed in yet. Try again, or sign in at the provider first.';

/** What Chromium itself writes into the console when FedCM, or a request for it, ends without a token. */
export const reasons =
  /status of 4\d\d|FedCM|identity provider|Identity|[Pp]rompt|accounts|endpoint|[Pp]rovider|re-authn|outstanding|[Aa]borted|mediation/;

/** A tab, and the dialogs that the browser shows in it. */
export interface FedCmTab {
  profile: Profile;
  tab: Tab;
  dialogs: FedCmDialogs;
}

/** Opens a profile with one tab, in which these people are signed in at the provider. */
export async function openFedCmTab(
  browser: Browser,
  { server, provider }: FedCmSite,
  ...people: string[]
): Promise<FedCmTab> {
  const profile = await openProfile(browser, server.origin);
  if (people.length > 0) {
    const own = await profile.open();
    await signInAtProvider(own, provider, ...people);
    await own.page.close();
  }
  const tab = await profile.open({ expects: reasons });
  return { profile, tab, dialogs: await watchFedCmDialogs(tab.devtools) };
}

/** Opens the demo's page of the button, and waits until it has its nonce. */
export async function openWithNonce(tab: Tab): Promise<void> {
  const fetched = tab.page.waitForResponse((response) => response.url().endsWith('/auth/fedcm/nonce'));
  await tab.go('/fedcm-button');
  await fetched;
}

/** Signs people in at the provider's own page, one after the other. */
export async function signInAtProvider(
  { page }: Tab,
  { settings }: DevelopmentProvider,
  ...people: string[]
): Promise<void> {
  for (const userId of people) {
    await page.goto(`${settings.issuer}/sign-in`);
    await Promise.all([page.waitForNavigation(), page.click(`button[value="${userId}"]`)]);
  }
}

/** Signs everybody out there. */
export async function signOutAtProvider({ page }: Tab, { settings }: DevelopmentProvider): Promise<void> {
  await page.goto(`${settings.issuer}/sign-out`);
  await Promise.all([page.waitForNavigation(), page.click('form button')]);
}

/** Opens a tab in the browser's own profile: in others Chromium signs no user in without a question. */
export async function openOwnTab(browser: Browser, { server }: FedCmSite): Promise<Omit<FedCmTab, 'profile'>> {
  const tab = await openTab(browser.defaultBrowserContext(), server.origin, { expects: reasons });
  return { tab, dialogs: await watchFedCmDialogs(tab.devtools) };
}

/** Puts a button with these attributes in the place of the one on the demo's page. */
export async function replaceButton({ page }: Pick<Tab, 'page'>, attributes: Record<string, string>): Promise<void> {
  await page.evaluate((given) => {
    const made = document.createElement('latch-fedcm-button');
    for (const [name, value] of Object.entries(given)) made.setAttribute(name, value);
    document.querySelector('latch-fedcm-button')!.replaceWith(made);
  }, attributes);
}

/** Who is signed in, and how, by the word of the server. */
export function readSession({
  page,
}: Pick<Tab, 'page'>): Promise<{ name: string | undefined; authMethod: string | undefined }> {
  return page.evaluate(async () => {
    const { user, authMethod } = (await (await fetch('/session')).json()) as {
      user?: { name: string };
      authMethod?: string;
    };
    return { name: user?.name, authMethod };
  });
}
