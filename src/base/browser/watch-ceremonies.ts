import type { CeremonyMode } from './ceremony.js';
import type { LatchError, LatchErrorCode } from '../client/errors.js';
import { pageWide, type CeremonyWatcher } from './page-wide.js';

/** What a ceremony is for. */
export type CeremonyMethod =
  | 'passkey'
  | 'password'
  | 'fedcm'
  | 'oidc'
  | 'one-time-code'
  | 'other-device'
  | 'sign-up'
  | 'create-passkey'
  | 'step-up'
  | 'digital-credential'
  | 'payment'
  | 'vault';

/** How long a ceremony took, in seconds. */
export type CeremonyDuration = '0-1' | '1-3' | '3-10' | '10-30' | '30-120' | '120-';

/** How one ceremony ended. It names neither a user nor a credential. */
export interface CeremonyEnd {
  readonly method: CeremonyMethod;
  /** `modal` if it answered the user; `ambient` for an offer in autofill, and for what is done without a prompt. */
  readonly mode: CeremonyMode;
  /** `done`, the code of the error, or `misused` for a TypeError of the page. */
  readonly outcome: 'done' | LatchErrorCode | 'misused';
  readonly duration: CeremonyDuration;
}

/** The upper bounds of all durations but the last, in ms. */
const durations: readonly [number, CeremonyDuration][] = [
  [1000, '0-1'],
  [3000, '1-3'],
  [10_000, '3-10'],
  [30_000, '10-30'],
  [120_000, '30-120'],
];

/**
 * Calls `callback` once for each ceremony that begins after this, when it ends: those of the elements and of scripts,
 * of every copy of the package on the page. A ceremony that is pending when the page is left ends with `aborted`. The
 * page does not see how a redirect to an OpenID provider ends, so it is not included.
 *
 * @param options.signal Ends the calls when it aborts.
 * @throws {TypeError} if `callback` is not a function. What `callback` throws is reported as an uncaught error.
 */
export function watchCeremonies(callback: (end: CeremonyEnd) => void, { signal }: { signal?: AbortSignal } = {}): void {
  if (typeof callback !== 'function') throw new TypeError('"callback" must be a function');
  if (signal?.aborted) return;
  const pending = new Set<() => void>();
  const begun: CeremonyWatcher = (ended, method, mode = 'modal') => {
    const start = performance.now();
    const report = (outcome: CeremonyEnd['outcome']) => {
      if (!pending.delete(leave) || signal?.aborted) return;
      const took = performance.now() - start;
      const duration = durations.find(([limit]) => took < limit)?.[1] ?? '120-';
      try {
        callback({ method: method as CeremonyMethod, mode: mode as CeremonyMode, outcome, duration });
      } catch (error) {
        reportError(error);
      }
    };
    const leave = () => report('aborted');
    pending.add(leave);
    ended.then(
      () => report('done'),
      (error: Partial<LatchError> | null) => report(typeof error?.code === 'string' ? error.code : 'misused'),
    );
  };
  const page = pageWide();
  const watchers = (page.watchers ??= new Set());
  page.watch = (...ceremony) => watchers.forEach((watcher) => watcher(...ceremony));
  watchers.add(begun);
  const options = signal && { signal };
  addEventListener('pagehide', () => pending.forEach((leave) => leave()), options);
  signal?.addEventListener('abort', () => watchers.delete(begun));
}

/** Tells those who watch the page's ceremonies how this one ends. `mode` defaults to `modal`. Returns `ended`. */
export function watched<Result>(ended: Promise<Result>, method: CeremonyMethod, mode?: CeremonyMode): Promise<Result> {
  pageWide().watch?.(ended, method, mode);
  return ended;
}
