import { launch, type Browser, type CDPSession, type Page } from 'puppeteer-core';
import { findChromium } from '../scripts/chromium.mjs';
import { bundle } from './bundle.js';

/** Starts a headless Chromium. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no Chromium: put one on the PATH, or name it in CHROME_PATH.');
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
  ];
  // A page that never does what is waited for ends the measurement, not the patience of who runs it.
  return launch({ executablePath, args, protocolTimeout: 30_000 });
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
 * Opens a page in a profile and a process of its own. Nobody is present at its authenticator, so requests stay pending,
 * as with a person who has not chosen yet.
 */
export async function openPage(browser: Browser): Promise<WatchedPage> {
  const context = await browser.createBrowserContext();
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
  await page.evaluateOnNewDocument(await bundle('bench/pages/observer.ts'));
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
    close: () => context.close(),
  };
}
