import { setTimeout as wait } from 'node:timers/promises';
import { launch, type Browser, type CDPSession, type Page } from 'puppeteer-core';
import { findChromium } from '../scripts/chromium.mjs';
import { bundle } from './bundle.js';

/** How long a sample may take, in ms: a page that never does what is waited for loses the sample, not the bench. */
const longestSample = 30_000;

async function launchBrowser(patience: number): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('Chromium was not found. Put it on the PATH, or set CHROME_PATH.');
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
  ];
  return launch({ executablePath, args, protocolTimeout: patience });
}

/** A page that is watched: `observed` in it holds what pages/observer.ts notes. */
export interface WatchedPage {
  readonly page: Page;
  readonly devtools: CDPSession;
  /** Its virtual authenticator, empty at first. */
  readonly authenticatorId: string;
  /** Evaluates an expression in the page, waiting for a promise. */
  evaluate<Value>(expression: string): Promise<Value>;
  close(): Promise<void>;
}

/**
 * Opens a page. Its authenticator waits for presence, so requests stay pending, as while a user has not chosen yet.
 */
async function openPage(browser: Browser, { onDisk }: { onDisk: boolean }): Promise<WatchedPage> {
  // The default profile is on the disk; others, each in a separate process, have their databases in memory.
  const context = onDisk ? browser.defaultBrowserContext() : await browser.createBrowserContext();
  // WebAuthn refuses a page without focus.
  const page = await context.newPage({ type: 'window' });
  const devtools = await page.createCDPSession();
  await devtools.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await devtools.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  await page.evaluateOnNewDocument((await bundle('bench/pages/observer.ts', 'observer')).get('observer.js')!);
  return {
    page,
    devtools,
    authenticatorId,
    async evaluate<Value>(expression: string) {
      const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails)
        throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
      return result.value as Value;
    },
    close: () => (onDisk ? page.close() : context.close()),
  };
}

/** How the pages of a stage are. */
export interface StageOptions {
  /** Whether samples share one page; otherwise each has a separate profile and process. Defaults to false. */
  sharesPage?: boolean;
  /** Whether databases are on the disk, as those of people are. Defaults to false. */
  onDisk?: boolean;
  /** How long a sample may take, in ms. Defaults to 30 s. */
  patience?: number;
  /** Done to each page before its first sample. */
  prepare?(page: WatchedPage): Promise<void>;
}

/** Where samples are taken: a headless Chromium that is started when it is needed. */
export interface Stage {
  /** Takes one sample. When it is lost, or takes too long, the next one gets another browser. */
  sample<Value>(take: (page: WatchedPage) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

export function createStage(options: StageOptions = {}): Stage {
  const { sharesPage = false, onDisk = false, patience = longestSample, prepare } = options;
  let browser: Browser | undefined;
  let shared: WatchedPage | undefined;

  async function open(): Promise<WatchedPage> {
    browser ??= await launchBrowser(patience);
    const opened = await openPage(browser, { onDisk });
    await prepare?.(opened);
    return opened;
  }

  async function takeWith<Value>(take: (page: WatchedPage) => Promise<Value>): Promise<Value> {
    const page = shared ?? (await open());
    if (sharesPage) shared = page;
    const value = await take(page);
    if (!sharesPage) await page.close();
    return value;
  }

  function discard(): Browser | undefined {
    const discarded = browser;
    browser = shared = undefined;
    return discarded;
  }

  return {
    async sample(take) {
      const ended = new AbortController();
      const late = wait(patience, undefined, { signal: ended.signal }).then(() => {
        throw new Error(`The sample was not taken within ${patience / 1000} s.`);
      });
      try {
        return await Promise.race([takeWith(take), late]);
      } catch (error) {
        // It may no longer answer, so it is not asked to close.
        discard()?.process()?.kill('SIGKILL');
        throw error;
      } finally {
        ended.abort();
      }
    },
    async close() {
      await discard()?.close();
    },
  };
}
