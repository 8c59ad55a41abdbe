import type { Browser } from 'puppeteer-core';

/** Kills a browser, which has no time to put anything in order. Resolves once it is gone, with whether it was there. */
export async function killBrowser(browser: Browser | undefined): Promise<boolean> {
  const child = browser?.process();
  if (!child || child.exitCode !== null || child.signalCode !== null) return false;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  return true;
}
