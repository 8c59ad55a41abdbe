/**
 * The lock for requests that fetch what a sign-in needs, whose answer may set the cookie of an anonymous session. Of two
 * such answers that overlap the later cookie stays, and the challenge of the other is lost.
 */
export const cookieLock = 'latchkey';

/**
 * Does `work` under a lock, or without it where the browser has or grants none: for work that two tabs had better not
 * do at once, and may.
 *
 * @param work Gets whether the lock is free; false only with `ifAvailable`.
 * @throws what `work` rejects with.
 */
export async function withOptionalLock<Value>(
  name: string,
  options: LockOptions,
  work: (isFree: boolean) => Promise<Value>,
): Promise<Value> {
  let begun: Promise<Value> | undefined;
  const begin = (lock?: Lock | null) => (begun ??= work(lock !== null));
  try {
    await navigator.locks.request(name, options, begin);
  } catch {
    // Either there are no locks here, or `work` has failed: then it fails below.
  }
  return begin();
}
