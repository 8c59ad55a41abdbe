import type { BrowserContext, CDPSession, ConsoleMessage, EvaluateFunc, Page } from 'puppeteer-core';
import { addAuthenticator, type Authenticator, type Passkey } from './virtual-authenticator.js';
import { watchPage } from './page-watch.js';

export interface TabOptions {
  /** Console errors that belong to the journey, such as a refused request. */
  expects?: RegExp;
  /** False for a page that has to do without script; nothing inside it is watched then. */
  script?: boolean;
}

/** A tab with one page after the other in it, and what a person does there. */
export interface Tab {
  page: Page;
  devtools: CDPSession;
  /** What the pages did that they must not, in words. */
  problems: string[];
  /** Gives the tab its only authenticator. Nobody is there to touch it yet, so autofill keeps waiting. */
  addAuthenticator(passkeys?: readonly Passkey[]): Promise<Authenticator>;
  go(path: string): Promise<void>;
  /** Puts text into the field with this id, in place of what is there. */
  fill(id: string, text: string): Promise<void>;
  /** Clicks what the selector finds, with a real mouse; `>>>` goes through shadow roots. */
  click(selector: string): Promise<void>;
  /** Waits until the page has an element that the selector finds. */
  find(selector: string): Promise<void>;
  /** Waits until what the selector finds says `text`, or that text is part of it. */
  read(selector: string, text: string): Promise<void>;
  /** Waits until autofill offers passkeys. Comes before somebody is there, or the request that is made then is answered at once. */
  waitForAutofill(): Promise<void>;
  /** Chooses the passkey in autofill, as soon as it is offered. Somebody must be there. */
  chooseInAutofill(): Promise<void>;
  /** Waits until `condition` holds in the page. It is sent as text, so it refers to nothing outside but its arguments. */
  until<Parameters extends unknown[]>(condition: EvaluateFunc<Parameters>, ...parameters: Parameters): Promise<void>;
}

/** A page that never does what is waited for fails its journey, not the patience of who runs it. */
const patience = 20_000;

function isProblem(message: ConsoleMessage, expects: RegExp | undefined): boolean {
  return message.type() === 'error' && !expects?.test(message.text());
}

/** Opens a tab. WebAuthn refuses a page without focus, so each has a window of its own. */
export async function openTab(context: BrowserContext, origin: string, { expects, script = true }: TabOptions = {}): Promise<Tab> {
  const page = await context.newPage({ type: 'window' });
  page.setDefaultTimeout(patience);
  const problems: string[] = [];
  page.on('console', (message) => isProblem(message, expects) && problems.push(`console: ${message.text()} (${message.location().url ?? ''})`));
  page.on('pageerror', (error) => problems.push(`page: ${(error as Error).message}`));

  const devtools = await page.createCDPSession();
  await devtools.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await devtools.send('WebAuthn.enable', { enableUI: false });
  // the compiler that runs these tests wraps named functions, those that are sent to the page too
  await page.evaluateOnNewDocument('globalThis.__name ??= (value) => value');
  await page.evaluateOnNewDocument(watchPage);
  if (!script) await page.setJavaScriptEnabled(false);

  /** What somebody who looks at the tab would see, for the message of a failed journey. */
  const describe = async (): Promise<string> => {
    const [text, watch] = await page.evaluate(() => [document.body.innerText, JSON.stringify(window.watch)]).catch(() => []);
    return [`At ${page.url()}:`, text, watch, ...problems].join('\n');
  };
  /** Does one step of a journey; if it cannot be done, says where the journey stands. */
  const step = async (what: string, work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } catch (cause) {
      throw new Error(`Could not ${what}: ${(cause as Error).message}\n${await describe()}`, { cause });
    }
  };

  const tab: Tab = {
    page, devtools, problems,
    addAuthenticator: (passkeys) => addAuthenticator(devtools, passkeys),
    async go(path) {
      await page.goto(origin + path);
    },
    fill: (id, text) => step(`fill ${id}`, page.locator(`#${id}`).fill(text)),
    click: (selector) => step(`click ${selector}`, page.locator(selector).click()),
    find: (selector) => step(`find ${selector}`, page.waitForSelector(selector)),
    read: (selector, text) =>
      step(
        `read ${JSON.stringify(text)} in ${selector}`,
        page.waitForSelector(selector).then((element) => page.waitForFunction((found, wanted) => found?.textContent?.includes(wanted), { polling: 50 }, element, text)),
      ),
    waitForAutofill: () => tab.until(() => window.watch.pending.conditional === 1),
    async chooseInAutofill() {
      await tab.waitForAutofill();
      // a request that began while nobody was there is not answered any more: have the page make a new one, as after a moment in the back-forward cache
      await page.evaluate(() => {
        for (const type of ['pagehide', 'pageshow']) dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
      });
    },
    until: (condition, ...parameters) => step(`see that ${condition.toString()}`, page.waitForFunction(condition, { polling: 50 }, ...parameters)),
  };
  return tab;
}
