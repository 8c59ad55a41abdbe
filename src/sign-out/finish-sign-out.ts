import type { Client } from '../base/client/client.js';
import { endUnfinished } from './end-session.js';
import { watchPage } from '../base/browser/page.js';
import { signingOut } from './unfinished-sign-out.js';

/** The first pause between two tries, in ms. It doubles each time, up to the longest. */
const firstPause = 2000;
const longestPause = 5 * 60_000;

const underWay = new Map<string, Promise<void>>();

/**
 * Makes the backend confirm an unfinished sign-out: tries now, or when a sign-out that this page performs is over, then
 * after 2, 4, 8 … seconds, and when the page is visible, focused or online again, in one tab at a time. Stops
 * permanently if a user has signed in since. Runs once per page, however often it is called.
 *
 * @returns a promise for the moment when nothing is left to be confirmed. Never rejects.
 */
export function finishSignOut(client: Client): Promise<void> {
  const { href } = client.baseUrl;
  let finished = underWay.get(href);
  if (!finished) underWay.set(href, (finished = tryUntilConfirmed(client).finally(() => underWay.delete(href))));
  return finished;
}

async function tryUntilConfirmed(client: Client): Promise<void> {
  // The page's own sign-out deletes first, and then asks the backend itself.
  await signingOut;
  const over = new AbortController();
  let wake = () => {};
  watchPage((event) => event !== 'left' && wake(), over.signal);
  // Another tab has had it confirmed.
  addEventListener('storage', () => wake(), { signal: over.signal });
  for (let pause = firstPause; !(await endUnfinished(client)); pause = Math.min(2 * pause, longestPause))
    await occasion(pause);
  over.abort();

  function occasion(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
