import { unlessAborted } from '../../client/errors.js';
import { whileSigningIn } from '../../client/sign-ins.js';
import { within } from '../../client/deadline.js';
import { cookieLock } from './optional-lock.js';

/** How long a sign-in waits for such fetches, in ms: a tab that holds the lock for long must not hold up a user. */
const fetchesTimeout = 2000;

/**
 * Does `work`, which signs a user in, when no tab fetches what a sign-in needs: if the cookie of an anonymous session
 * came last, the user would be signed out again at once.
 *
 * @throws what `work` rejects with; `superseded` once the user signs out, or has signed in in another way, also before it has begun.
 */
export function afterFetches<Value>(work: () => Promise<Value>): Promise<Value> {
  const over = whileSigningIn();
  let begun: Promise<Value> | undefined;
  const begin = () => (begun ??= unlessAborted(over, work));
  // There are no locks, or the wait was too long, or `work` has failed: then `begin` rejects in the same way.
  return within(fetchesTimeout, () => navigator.locks.request(cookieLock, begin)).catch(begin);
}
