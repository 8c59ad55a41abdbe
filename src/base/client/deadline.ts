import { LatchError } from './errors.js';

/**
 * Does `work` and waits for it, `ms` at most, and as long again from each call of `goOn`. What it throws is a rejection
 * too.
 *
 * @throws {LatchError} `timed_out`; what was begun is left to itself.
 */
export async function within<Value>(ms: number, work: (goOn: () => void) => Value | Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let goOn!: () => void;
  const late = new Promise<never>((_resolve, reject) => {
    goOn = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => reject(new LatchError('timed_out', `Not done within ${ms} ms.`, { retryable: true })),
        ms,
      );
    };
    goOn();
  });
  try {
    return await Promise.race([(async () => work(goOn))(), late]);
  } finally {
    clearTimeout(timer);
  }
}
