import { listen } from './channel.js';
import type { Client } from './client.js';
import { logoutEndpoint, sessionEndpoint } from './contract/session.js';
import { within } from './deadline.js';
import { watchPage } from './page.js';
import { takeLock } from './tab-lock.js';
import { forgetSignOut, reconcile, unfinishedSignOut, type UnfinishedSignOut } from './unfinished-sign-out.js';

/** The lock under which one tab at a time tells the backend. */
export const signOutLock = 'latchkey.sign-out';

/** How long the backend may take for one answer, whatever has become of `fetch` on this page, in ms. */
const longestAnswer = 20_000;

/** The first pause between two tries, in ms. It doubles each time, up to the longest. */
const firstPause = 2000;
const longestPause = 5 * 60_000;

const underWay = new Map<string, Promise<void>>();

/**
 * Has the backend confirm an unfinished sign-out: tries now, then after 2, 4, 8 … seconds, and as soon as the page is visible, focused or online again, one tab at a time. Asks before each try whether
 * the session that was to end is still the one there is, and gives up for good if somebody has signed in since. Once per page, however often it is called.
 *
 * @returns a promise for the moment when nothing is left to be confirmed. Never rejects.
 */
export function finishSignOut(client: Client): Promise<void> {
  const { href } = client.baseUrl;
  let finished = underWay.get(href);
  if (!finished) underWay.set(href, (finished = tryUntilConfirmed(client).finally(() => underWay.delete(href))));
  return finished;
}

/** Asks the backend to end the session of this device. */
export async function postLogout(client: Client, { everything }: UnfinishedSignOut, signal?: AbortSignal): Promise<void> {
  await within(longestAnswer, () => client.call(logoutEndpoint, { query: everything ? '?everything' : '', signal }));
  forgetSignOut(client);
}

async function tryUntilConfirmed(client: Client): Promise<void> {
  const over = new AbortController();
  let wake = () => {};
  watchPage((event) => event !== 'left' && wake(), over.signal);
  // Another tab has had it confirmed.
  addEventListener('storage', () => wake(), { signal: over.signal });
  for (let pause = firstPause; unfinishedSignOut(client); pause = Math.min(2 * pause, longestPause)) {
    await tryOnce(client);
    if (unfinishedSignOut(client)) await occasion(pause);
  }
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

async function tryOnce(client: Client): Promise<void> {
  const giveBack = await takeLock(signOutLock);
  if (!giveBack) return;
  const over = new AbortController();
  // An answer that takes the cookie away must not arrive after a sign-in has set another.
  listen(({ type }) => type === 'signed-in' && over.abort(), over.signal);
  try {
    const answer = await within(longestAnswer, () => client.call(sessionEndpoint, { signal: over.signal }));
    const unfinished = reconcile(client, answer);
    if (unfinished) await postLogout(client, unfinished, over.signal);
  } catch {
    // The backend is out of reach or in trouble, or somebody has just signed in: the next try will tell.
  } finally {
    over.abort();
    giveBack();
  }
}
