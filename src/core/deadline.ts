import { LatchError } from './errors.js';

/**
 * Does `work` and waits for it, `ms` at most. What it throws is a rejection too.
 *
 * @throws {LatchError} `timed_out`; what was begun is left to itself.
 */
export async function within<Value>(ms: number, work: () => Value | Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LatchError('timed_out', `Not done within ${ms} ms.`, { retryable: true })), ms);
  });
  try {
    return await Promise.race([(async () => work())(), late]);
  } finally {
    clearTimeout(timer);
  }
}
