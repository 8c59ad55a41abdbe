import type { RequestOptions } from '../../core/contract-types.js';
import { unlessAborted } from '../../core/errors.js';

/**
 * Request options that are there before they are needed, so that a click reaches the browser without waiting for the
 * network. One set serves one ceremony after the other until it is spent or too old:
 * a challenge that no authenticator has answered is as good as new.
 */
export interface ReadyOptions {
  /**
   * The present set if it is young enough, else a fresh one from the backend.
   *
   * @throws {LatchError} what the backend's call throws; `aborted` when `signal` aborts first.
   */
  take(signal?: AbortSignal): Promise<RequestOptions>;
  /**
   * Fetches a set if there is none that is young enough. Never rejects: the error, if it lasts, is met again by `take`.
   */
  prepare(): Promise<void>;
  /** Tells that the challenge has been answered, so that the next ceremony gets a fresh one. */
  spend(): void;
  /** How long the present set may still be used, in ms; 0 when there is none. */
  remaining(): number;
}

/** Challenges live 5 minutes on the server; after 4 a set is not begun with any more. */
const longestUse = 4 * 60_000;

/** Counts the sessions of this page: each sign-in starts one, and the challenges of the one before are lost with it. */
let session = 0;

/** Tells that a sign-in has begun a new session, so that all options of this page have to be fetched again. */
export function outdateOptions(): void {
  session++;
}

/** Where sets of options come from. */
export interface ReadyOptionsSource {
  /** Gets a set from the backend. */
  fetch(): Promise<RequestOptions>;
  /** A set that came with the page, as old as the page. */
  inlined?: RequestOptions | undefined;
}

/** Keeps options at hand. Nothing is fetched before somebody asks. */
export function readyOptions({ fetch, inlined }: ReadyOptionsSource): ReadyOptions {
  let current: { options: RequestOptions; until: number; of: number } | undefined;
  let pending: Promise<RequestOptions> | undefined;

  const keep = (options: RequestOptions, since: number, of: number) => {
    current = { options, until: since + Math.min(longestUse, 0.8 * (options.timeout || Infinity)), of };
    return options;
  };
  const remaining = () => (current?.of === session ? Math.max(0, current.until - Date.now()) : 0);
  const load = () => {
    const since = Date.now();
    const of = session;
    pending ??= fetch()
      .then((options) => keep(options, since, of))
      .finally(() => (pending = undefined));
    return pending;
  };

  if (inlined) keep(inlined, performance.timeOrigin, session);
  return {
    take: async (signal) => (remaining() > 0 ? current!.options : unlessAborted(signal, load)),
    prepare: async () => {
      if (remaining() === 0) await load().catch(() => {});
    },
    spend: () => (current = undefined),
    remaining,
  };
}
