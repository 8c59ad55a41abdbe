import type { BrowserContext, CDPSession, ConsoleMessage, Frame, Page } from 'puppeteer-core';
import { actionsIn, type Actions } from './actions.js';
import { watchPage } from './page-watch.js';
import { patience } from './patience.js';
import { addAuthenticator, type Authenticator, type Passkey } from './virtual-authenticator.js';

export interface TabOptions {
  /** Console errors that belong to the journey, such as a refused request; with the address that each is about. */
  expects?: RegExp;
  /** False for a page that has to do without script; nothing inside it is watched then. */
  script?: boolean;
}

/** A tab with one page after the other in it, and what a user does there, in whichever browser. */
export interface Visit extends Actions {
  page: Page;
  /** What the pages did that they must not, in words. */
  problems: string[];
  /** Opens a page: a path at the profile's server, or a whole address. */
  go(address: string): Promise<void>;
  /** The frame that the selector finds in the page, and what a user does in it. */
  lookInto(selector: string): Promise<Actions & { frame: Frame }>;
}

/** A tab in Chromium. */
export interface Tab extends Visit {
  devtools: CDPSession;
  /** Adds the only authenticator of the tab. No user is present yet, so autofill keeps waiting. */
  addAuthenticator(passkeys?: readonly Passkey[]): Promise<Authenticator>;
}

/**
 * The requests of a list of the account. It is notified of a sign-out, and may send a request before its page has
 * removed it.
 */
const lists = /\/(?:webauthn\/credentials|sessions)$/;

/** What a message of the console says, with the address that it is about; undefined if the journey expects it. */
function problemIn(message: ConsoleMessage, expects: RegExp | undefined): string | undefined {
  const url = message.location().url ?? '';
  const said = `${message.text()} (${url})`;
  if (message.type() !== 'error' || expects?.test(said)) return undefined;
  return lists.test(url) && said.includes('status of 401') ? undefined : `console: ${said}`;
}

/** Opens a tab in the given browser. WebAuthn refuses a page without focus, so each tab has a separate window. */
export async function openVisit(
  context: BrowserContext,
  origin: string,
  { expects, script = true }: TabOptions = {},
): Promise<Visit> {
  const page = await context.newPage({ type: 'window' });
  page.setDefaultTimeout(patience);
  const problems: string[] = [];
  page.on('console', (message) => {
    const problem = problemIn(message, expects);
    if (problem) problems.push(problem);
  });
  page.on('pageerror', (error) => problems.push(`page: ${(error as Error).message}`));

  // the compiler that runs these tests wraps named functions, those that are sent to the page too
  await page.evaluateOnNewDocument('globalThis.__name ??= (value) => value');
  await page.evaluateOnNewDocument(watchPage);
  if (!script) await page.setJavaScriptEnabled(false);

  return {
    ...actionsIn(page, problems),
    page,
    problems,
    async go(address) {
      await page.goto(new URL(address, origin).href);
    },
    async lookInto(selector) {
      const element = (await page.waitForSelector(selector)) as { contentFrame(): Promise<Frame> } | null;
      const frame = await element!.contentFrame();
      return { ...actionsIn(frame, problems), frame };
    },
  };
}

/** Opens a tab in Chromium. */
export async function openTab(context: BrowserContext, origin: string, options?: TabOptions): Promise<Tab> {
  const visit = await openVisit(context, origin, options);
  const devtools = await visit.page.createCDPSession();
  await devtools.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await devtools.send('WebAuthn.enable', { enableUI: false });
  return { ...visit, devtools, addAuthenticator: (passkeys) => addAuthenticator(devtools, passkeys) };
}
