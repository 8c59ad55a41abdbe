import type { Client } from '../../base/client/client.js';
import { readSession } from '../../base/contract/session.js';
import { within } from '../../base/client/deadline.js';
import type { SignInOutcome } from '../../base/client/sign-in-outcome.js';
import { atMost, Backoff } from '../../base/browser/retry.js';
import { whileSigningIn } from '../../base/client/sign-ins.js';
import { abortError, LatchError, unlessAborted, type LatchErrorCode } from '../../base/client/errors.js';
import { watched } from '../../base/browser/watch-ceremonies.js';
import { watchFlow } from './flow-watch.js';
import { openProviderWindow, type ProviderWindow } from './provider-window.js';
import { startAddress, type StartOptions } from './start-address.js';

/** The error codes for the backend’s own reasons for a failed flow. */
const codes: Record<string, LatchErrorCode | undefined> = {
  cancelled: 'cancelled',
  access_denied: 'cancelled',
  expired: 'timed_out',
  wrong_account: 'wrong_account',
  identity_taken: 'rejected',
  provider_required: 'rejected',
  session_failed: 'bad_response',
  unavailable: 'bad_response',
};

/**
 * The error for the reason that the callback page gives. Words that are not the backend's are the provider's, which
 * broke the flow off.
 */
function failureFor(reason: string): LatchError {
  return new LatchError((Object.hasOwn(codes, reason) && codes[reason]) || 'provider_failed', 'The sign-in failed.', {
    reason: reason || undefined,
  });
}

/** A user is signed in: they have been at the provider, and the backend has set a session cookie. */
export interface SignedInAtProvider {
  readonly method: 'oidc';
  /** The id of the provider, if it was named. */
  readonly provider?: string | undefined;
}

/** The backend, and the callbacks. */
export interface PopupSignInOptions extends StartOptions {
  client: Client;
  signal?: AbortSignal | undefined;
  /**
   * `open` while the window is open. `lost` when the page can no longer observe it, because of
   * Cross-Origin-Opener-Policy: the sign-in continues, and the user may {@link PopupSignIn.show} the window again, or
   * cancel.
   */
  onPhase?: ((phase: 'open' | 'lost') => void) | undefined;
}

/** A pending sign-in in a separate window. */
export interface PopupSignIn {
  /**
   * Resolves when the backend reports that the user is signed in, or with the step `next` that it requires before. Rejects with a LatchError: `popup_blocked`;
   * `popup_closed`; `cancelled` if the user went back at the provider; `provider_failed`; `wrong_account`;
   * `rejected`; `timed_out` after 10 minutes; `aborted`; and the errors of {@link Client.call}.
   */
  readonly signedIn: Promise<SignInOutcome<SignedInAtProvider>>;
  /** Brings the window to the front, or opens it again when it is not there any more. Needs a user gesture. */
  show(): void;
}

/** How long the user may take, in ms. The backend keeps the flow as long. */
const popupTimeout = 10 * 60_000;

/** How long what a window said before it was closed may take to get here, in ms. */
const grace = 1000;

/** How often a backend that has trouble is asked again once the window is closed. */
const mostRetries = 5;

/** Ends the pending sign-in in a window when another one begins: there is one window. */
let pending = new AbortController();

/**
 * Opens a separate window in which the user signs in at the provider, while the page stays open. Needs a user gesture:
 * the window opens before this returns. A message on the channel, a closed window, and the user's return to the page
 * only trigger a request to the backend; only a new provider session counts as signed in. When it ends, it removes its
 * timers and listeners and closes the window. A later call takes over the window, and so does a sign-in in another way:
 * this one rejects with `superseded`.
 *
 * @see {@link https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies HTML, Cross-origin
 *   opener policies}
 */
export function signInByPopup(options: PopupSignInOptions): PopupSignIn {
  const { client } = options;
  const refuse = (error: LatchError): PopupSignIn => ({ signedIn: watched(Promise.reject(error), 'oidc'), show() {} });
  if (options.signal?.aborted) return refuse(abortError(options.signal));
  const takeOver = new AbortController();
  const signal = AbortSignal.any([whileSigningIn(options.signal), takeOver.signal]);
  const before = readProviderSession(client, signal).catch(() => undefined);
  const provider = openProviderWindow(startAddress(client, options, { mode: 'popup' }).href);
  if (!provider) return refuse(new LatchError('popup_blocked', 'The window was blocked.', { retryable: true }));
  pending.abort(new LatchError('superseded', 'Another sign-in has taken over the window.'));
  pending = takeOver;
  return { signedIn: watched(follow(provider, before, { ...options, signal }), 'oidc'), show: provider.show };
}

async function follow(
  provider: ProviderWindow,
  before: Promise<ProviderSession | undefined>,
  { client, provider: id, signal, onPhase }: PopupSignInOptions & { signal: AbortSignal },
): Promise<SignInOutcome<SignedInAtProvider>> {
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const timer = setTimeout(
    () => over.abort(new LatchError('timed_out', 'Timed out.', { retryable: true })),
    popupTimeout,
  );
  const flow = watchFlow(provider, until);
  // An answer that comes after the announcement may be about the time after it.
  const known = before.then((session) => (flow.isAnnounced ? undefined : session));
  const pause = new Backoff(1000, 10_000);
  let failures = 0;
  try {
    for (let phase = ''; ;) {
      await unlessAborted(until, () => (failures > 0 ? atMost(pause.next(), flow.next()) : flow.next()));
      if (flow.state === 'closed' && !flow.isAnnounced)
        await unlessAborted(until, () => within(grace, flow.next).catch(() => 'nothing was said'));
      const session = await readNewSession();
      // Another one may have been chosen in a window that the page cannot see.
      const used = id && (session?.provider ?? id);
      const result = { method: 'oidc' as const, ...(used !== undefined && { provider: used }) };
      if (session) return result;
      if (isOver() && (failures === 0 || flow.reason !== undefined)) {
        const { next } = flow.reason === 'next_step' ? await client.call(readSession, { signal: until }) : {};
        if (next) return { ...result, next };
        throw flow.reason === undefined
          ? new LatchError('popup_closed', 'The window was closed.', { retryable: true })
          : failureFor(flow.reason);
      }
      if (flow.state !== phase) onPhase?.((phase = flow.state) as 'open' | 'lost');
    }
  } finally {
    clearTimeout(timer);
    over.abort();
    provider.close();
  }

  /**
   * After a message and a closed window, an unchanged session counts as the new one. Some backends return nothing that
   * distinguishes a session from the previous one. And if the provider shows no prompt, the flow may end before the
   * request for the previous session has returned.
   */
  async function readNewSession(): Promise<ProviderSession | undefined> {
    try {
      const session = await readProviderSession(client, until);
      failures = 0;
      pause.reset();
      const isNew = session?.text !== (await known)?.text || (flow.isAnnounced && flow.state !== 'open');
      return isNew ? session : undefined;
    } catch (error) {
      if (until.aborted || !(error as LatchError).retryable) throw error;
      failures += 1;
      if (flow.state === 'closed' && failures > mostRetries) throw error;
      return undefined;
    }
  }

  /**
   * A lost window may still be open, and the failure may belong to another flow. But a user who looks at this page is
   * not in that window.
   */
  function isOver(): boolean {
    return flow.state === 'closed' || (flow.state === 'lost' && flow.reason !== undefined && document.hasFocus());
  }
}

/** A session that a sign-in at a provider has started. */
interface ProviderSession {
  /** What distinguishes it from others, as text. */
  readonly text: string;
  /** The id of the provider, if the backend names it. */
  readonly provider: string | undefined;
}

async function readProviderSession(client: Client, signal: AbortSignal): Promise<ProviderSession | undefined> {
  const { user, authMethod = 'oidc', authTime, expires, provider } = await client.call(readSession, { signal });
  if (!user || authMethod !== 'oidc') return undefined;
  return { text: JSON.stringify([user.name, authTime, expires]), provider: provider?.id };
}
