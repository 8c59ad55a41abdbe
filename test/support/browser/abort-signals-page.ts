import { LatchError } from '../../../src/base/client/errors.js';
import { exchange } from '../../../src/base/client/exchange.js';

const nameOf = (error: Error): string => (error instanceof LatchError ? error.code : error.name);
const endOf = (request: Promise<unknown>): Promise<string> => request.then(() => 'answered', nameOf);
const never = () => new AbortController().signal;

/** What the test aborts once garbage was collected. */
const own = new AbortController();

/** What begins in the page, and how it ends; nothing ever answers at `/never`. Nothing here refers to the signals. */
const begun: Record<string, () => Promise<string>> = {
  exchange: () => endOf(exchange(new URL('/never', location.href), {}, { timeout: 1500, signal: never() })),
  timeout: () => endOf(fetch('/never', { signal: AbortSignal.any([never(), AbortSignal.timeout(1500)]) })),
  controller: () => endOf(fetch('/never', { signal: AbortSignal.any([own.signal, never()]) })),
  listener: () =>
    new Promise((resolve) =>
      AbortSignal.any([never(), AbortSignal.any([own.signal])]).addEventListener('abort', ({ target }) =>
        resolve(nameOf((target as AbortSignal).reason as Error)),
      ),
    ),
};

let ended: Promise<string>;
Object.assign(globalThis, {
  begin: (what: string) => void (ended = begun[what]!()),
  abort: () => own.abort(),
  end: () => ended,
});
