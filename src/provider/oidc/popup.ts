import type { Client } from '../../base/client/client.js';
import { readSession } from '../../base/contract/session.js';
import { within } from '../../base/client/deadline.js';
import type { SignInOutcome } from '../../base/client/sign-in-outcome.js';
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

/**
 * Opens a separate window in which the user signs in at the provider, while the page stays open. Needs a user gesture:
 * the window opens before this returns. A message on the channel, a closed window, and the user's return to the page
 * only trigger a request to the backend; only a new provider session counts as signed in. When it ends, it removes its
 * timers and listeners and closes the window.
 *
 * @see {@link https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies HTML, Cross-origin
 *   opener policies}
 */
export function signInByPopup(options: PopupSignInOptions): PopupSignIn {
  const { client, signal } = options;
  const refuse = (error: LatchError): PopupSignIn => ({ signedIn: watched(Promise.reject(error), 'oidc'), show() {} });
  if (signal?.aborted) return refuse(abortError(signal));
  const before = describeSession(client, signal).catch(() => undefined);
  const provider = openProviderWindow(startAddress(client, options, { mode: 'popup' }).href);
  if (!provider) return refuse(new LatchError('popup_blocked', 'The window was blocked.', { retryable: true }));
  return { signedIn: watched(follow(provider, before, options), 'oidc'), show: provider.show };
}

async function follow(
  provider: ProviderWindow,
  before: Promise<string | undefined>,
  { client, provider: id, signal, onPhase }: PopupSignInOptions,
): Promise<SignInOutcome<SignedInAtProvider>> {
  const over = new AbortController();
  const abort = () => over.abort(abortError(signal!));
  signal?.addEventListener('abort', abort);
  const timer = setTimeout(
    () => over.abort(new LatchError('timed_out', 'Timed out.', { retryable: true })),
    popupTimeout,
  );
  const flow = watchFlow(provider, over.signal);
  // An answer that comes after the announcement may be about the time after it.
  const known = before.then((session) => (flow.isAnnounced ? undefined : session));
  try {
    for (let phase = ''; ;) {
      await unlessAborted(over.signal, flow.next);
      if (flow.state === 'closed' && !flow.isAnnounced)
        await unlessAborted(over.signal, () => within(grace, flow.next).catch(() => 'nothing was said'));
      const result = { method: 'oidc' as const, ...(id !== undefined && { provider: id }) };
      if (await isSignedIn(known)) return result;
      if (isOver()) {
        const { next } = flow.reason === 'next_step' ? await client.call(readSession, { signal: over.signal }) : {};
        if (next) return { ...result, next };
        throw flow.reason === undefined
          ? new LatchError('popup_closed', 'The window was closed.', { retryable: true })
          : failureFor(flow.reason);
      }
      if (flow.state !== phase) onPhase?.((phase = flow.state) as 'open' | 'lost');
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    clearTimeout(timer);
    over.abort();
    provider.close();
  }

  /**
   * After a message and a closed window, an unchanged session counts as the new one. Some backends return nothing that
   * distinguishes a session from the previous one. And if the provider shows no prompt, the flow may end before the
   * request for the previous session has returned.
   */
  async function isSignedIn(known: Promise<string | undefined>): Promise<boolean> {
    try {
      const session = await describeSession(client, over.signal);
      return session !== undefined && (session !== (await known) || (flow.isAnnounced && flow.state !== 'open'));
    } catch (error) {
      if (over.signal.aborted || flow.state === 'closed' || !(error as LatchError).retryable) throw error;
      return false;
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

/** The session that a sign-in at the provider has started; undefined if there is none. */
async function describeSession(client: Client, signal: AbortSignal | undefined): Promise<string | undefined> {
  const { user, authMethod = 'oidc', authTime, expires } = await client.call(readSession, { signal });
  return user && authMethod === 'oidc' ? JSON.stringify([user.name, authTime, expires]) : undefined;
}
