import { restoreStored } from '../../../src/base/storage/stored.js';

/** The time of the page, which passes only when a test advances it. */
export interface Clock {
  /** Lets `ms` pass, running what falls due in its order and everything that follows from it at once. */
  pass(ms: number): Promise<void>;
  /** How many timers are pending, without those of `AbortSignal.timeout`, which need not be cleared. */
  readonly waiting: number;
  /** Gives the page its own time back. */
  restore(): void;
}

const { locks } = navigator;

// The first request for a lock of a page waits for a permission, which `query` does not: only later ones come before it.
await locks?.request('first', () => {});

// Nor does `settled` wait for the code that the first request of a page loads, and for the database that it reads.
await Promise.all([import('../../../src/adapters/by-name.js'), restoreStored()]);

/** Stops `Date.now`, `setTimeout` and `AbortSignal.timeout`. */
export function stopClock(): Clock {
  const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
  const [realNow, realTimeout] = [Date.now, AbortSignal.timeout];
  const timers = new Map<number, { due: number; run: () => void; isOwn: boolean }>();
  let now = realNow();
  let last = 0;

  const start = (run: () => void, ms = 0, isOwn = true) => {
    timers.set(++last, { due: now + Math.max(0, ms > 2 ** 31 - 1 ? 0 : ms), run, isOwn });
    return last;
  };
  Date.now = () => now;
  globalThis.setTimeout = ((run: () => void, ms?: number) => start(run, ms)) as unknown as typeof setTimeout;
  globalThis.clearTimeout = ((id: number) => timers.delete(id)) as unknown as typeof clearTimeout;
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    start(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')), ms, false);
    return controller.signal;
  };

  return {
    async pass(ms) {
      const end = now + ms;
      await settled();
      for (;;) {
        const [id, next] = [...timers].sort(([, a], [, b]) => a.due - b.due)[0] ?? [];
        if (id === undefined || next!.due > end) break;
        now = next!.due;
        timers.delete(id);
        next!.run();
        await settled();
      }
      now = end;
    },
    get waiting() {
      return [...timers.values()].filter(({ isOwn }) => isOwn).length;
    },
    restore() {
      Object.assign(globalThis, { setTimeout: realSetTimeout, clearTimeout: realClearTimeout });
      [Date.now, AbortSignal.timeout] = [realNow, realTimeout];
    },
  };
}

/** Has `Date.now` say that it is `milliseconds`, until the function that it returns is called. */
export function stopDate(milliseconds: number): () => void {
  const realNow = Date.now;
  Date.now = () => milliseconds;
  return () => (Date.now = realNow);
}

/** Whether a lock was requested or released since the browser was asked last. */
let locksChanged = true;

const { request } = LockManager.prototype;
LockManager.prototype.request = function (this: LockManager, ...parameters: unknown[]) {
  const callback = parameters.at(-1) as LockGrantedCallback<unknown>;
  const noted: LockGrantedCallback<unknown> = async (lock) => {
    try {
      return await callback(lock);
    } finally {
      locksChanged = true;
    }
  };
  locksChanged = true;
  return Reflect.apply(request, this, [...parameters.slice(0, -1), noted]);
} as typeof request;

/** Whether a message was posted to the tabs since the last one is known to have arrived. */
let isPosted = false;

const { BroadcastChannel } = globalThis;
const { postMessage } = BroadcastChannel.prototype;
BroadcastChannel.prototype.postMessage = function (this: BroadcastChannel, message: unknown) {
  isPosted = true;
  Reflect.apply(postMessage, this, [message]);
};

/** Resolves once what was posted to the tabs has arrived in this one: browsers deliver messages in order. */
async function messagesArrived(): Promise<void> {
  const [one, other] = [new BroadcastChannel('settled'), new BroadcastChannel('settled')];
  await new Promise((resolve) => {
    one.onmessage = resolve;
    Reflect.apply(postMessage, other, ['']);
  });
  one.close();
  other.close();
}

/**
 * Resolves once everything that can go on without waiting for a timer or the network has gone on. Requests for locks that
 * can be granted are granted: the browser answers them in order, so `query` comes after them. Messages to the tabs have
 * arrived.
 */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) {
    if (locksChanged || turn === 0) {
      locksChanged = false;
      await locks?.query();
    }
    if (isPosted) {
      isPosted = false;
      await messagesArrived();
    }
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(undefined);
    });
  }
}
