import type { Client } from '../../core/client.js';
import { startPath } from '../../core/contract/federated-sign-in.js';
import { sessionEndpoint } from '../../core/contract/session.js';
import { within } from '../../core/deadline.js';
import { abortError, LatchError, unlessAborted } from '../../core/errors.js';
import { failureFor } from './failures.js';
import { watchFlow } from './flow-watch.js';
import { openProviderWindow, type ProviderWindow } from './provider-window.js';

/** A person is signed in: they have been at the provider, and the backend has set a session cookie. */
export interface SignedInAtProvider {
  readonly method: 'oidc';
}

/** Where the person signs in, and who is told. */
export interface PopupSignInOptions {
  client: Client;
  signal?: AbortSignal | undefined;
  /**
   * `open` while the window is there. `lost` when nobody can tell any more whether it is, as Cross-Origin-Opener-Policy
   * wants it: the sign-in goes on, and the person may {@link PopupSignIn.show} the window
   * again, or give up.
   */
  onPhase?: ((phase: 'open' | 'lost') => void) | undefined;
}

/** A sign-in that goes on in a window of its own. */
export interface PopupSignIn {
  /**
   * Resolves when the backend says that the person is signed in. Rejects with a LatchError: `popup_blocked`;
   * `popup_closed`; `cancelled` if the person went back at the provider; `provider_failed`;
   * `wrong_account`; `rejected`; `timed_out` after 10 minutes; `aborted`; and the errors of {@link Client.call}.
   */
  readonly signedIn: Promise<SignedInAtProvider>;
  /** Brings the window to the front, or opens it again when it is not there any more. Needs a user gesture. */
  show(): void;
}

/** How long the person may take, in ms. The backend keeps the flow as long. */
const patience = 10 * 60_000;

/** How long what a window said before it was closed may take to get here, in ms. */
const grace = 1000;

/**
 * Has a person sign in at the provider in a window of its own, while the page stays as it is. Needs a user gesture: the
 * window opens before this returns. A message on the channel, the window's end, and the
 * person's return to the page are occasions to ask the backend, never proof; a session that was there before is no
 * sign-in. Once it has ended nothing is left of it: no timer, no listener, no window.
 *
 * @see
 *   {@link https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies HTML, Cross-origin opener policies}
 */
export function signInByPopup(options: PopupSignInOptions): PopupSignIn {
  const { client, signal } = options;
  const refuse = (error: LatchError): PopupSignIn => ({ signedIn: Promise.reject(error), show() {} });
  if (signal?.aborted) return refuse(abortError(signal));
  const before = describeSession(client, signal).catch(() => undefined);
  const provider = openProviderWindow(new URL(`${startPath}?mode=popup`, client.baseUrl).href);
  if (!provider) return refuse(new LatchError('popup_blocked', 'The window was blocked.', { retryable: true }));
  return { signedIn: follow(provider, before, options), show: provider.show };
}

async function follow(
  provider: ProviderWindow,
  before: Promise<string | undefined>,
  { client, signal, onPhase }: PopupSignInOptions,
): Promise<SignedInAtProvider> {
  const over = new AbortController();
  const abort = () => over.abort(abortError(signal!));
  signal?.addEventListener('abort', abort);
  const timer = setTimeout(() => over.abort(new LatchError('timed_out', 'Timed out.', { retryable: true })), patience);
  const flow = watchFlow(provider, over.signal);
  // An answer that comes after the announcement may be about the time after it.
  const known = before.then((session) => (flow.isAnnounced ? undefined : session));
  try {
    for (let phase = ''; ;) {
      await unlessAborted(over.signal, flow.next);
      if (flow.state === 'closed' && !flow.isAnnounced)
        await unlessAborted(over.signal, () => within(grace, flow.next).catch(() => 'nothing was said'));
      if (await isSignedIn(known)) return { method: 'oidc' };
      if (isOver())
        throw flow.reason === undefined
          ? new LatchError('popup_closed', 'The window was closed.', { retryable: true })
          : failureFor(flow.reason);
      if (flow.state !== phase) onPhase?.((phase = flow.state) as 'open' | 'lost');
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    clearTimeout(timer);
    over.abort();
    provider.close();
  }

  /**
   * An announcement and a window that is gone say together that a session as before is the new one: some backends tell
   * nothing about a session that would tell it from the last, and where the provider asks nothing
   * the flow may be over before the question what was there before is answered.
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
   * A window that is out of sight may still be open, and somebody else's flow may have failed; but nobody is in it who
   * looks at this page.
   */
  function isOver(): boolean {
    return flow.state === 'closed' || (flow.state === 'lost' && flow.reason !== undefined && document.hasFocus());
  }
}

/** Which session the person has who signed in at the provider; undefined if nobody has. */
async function describeSession(client: Client, signal: AbortSignal | undefined): Promise<string | undefined> {
  const { user, authMethod = 'oidc', authTime, expires } = await client.call(sessionEndpoint, { signal });
  return user && authMethod === 'oidc' ? JSON.stringify([user.name, authTime, expires]) : undefined;
}
