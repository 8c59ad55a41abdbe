import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { listen } from '../base/storage/channel.js';
import { endSignIns } from '../base/client/sign-ins.js';
import { watchPage } from '../base/browser/page.js';
import type { SessionState, SignedInState } from './session.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';

/**
 * How a view follows the session: a `card` asks for it at once, and stands for the page's sign-in; a `part` asks once
 * something has happened; a view for users who are `signed-in` starts over when they are no longer.
 */
export type FollowedSessionKind = 'card' | 'part' | 'signed-in';

/** How a view follows the session. */
export interface FollowedSessionOptions {
  /** Read whenever it matters: an attribute may decide. */
  kind(): FollowedSessionKind;
  /** Whether something goes on in the view that may be about to sign a user in. Nothing does unless given. */
  isSigningIn?(): boolean;
  /**
   * Back to how the view was at first: the session that it has begun or belonged to has ended, or another user's has
   * begun. Asks the backend and the browser anew.
   */
  startOver(): void;
  /** Called when the view is to show a session that has begun elsewhere. */
  onOther?(): void;
}

/** The tags that speak for those in them. */
const cards = 'latch-sign-in, latch-sign-up, latch-account';

/** The views of the page in which a session of elsewhere is to be shown. */
const views = new Set<FollowedSession>();

/**
 * Keeps a view from outliving the session that it is about. When that ends, here, in another tab or by expiry, or another
 * user's begins, the view starts over. When one has begun elsewhere, the view can say so.
 */
export class FollowedSession implements ReactiveController {
  readonly #host: ReactiveControllerHost & BackendHost & HTMLElement;
  readonly #options: FollowedSessionOptions;
  #signal = AbortSignal.abort();
  #isFollowing = false;
  #last: SessionState | undefined;
  /** What was reported while the view may have been about to sign a user in. */
  #undecided: SessionState | undefined;
  /** The user whom the view has signed in; `true` until the backend has said who that is. */
  #own: string | true | undefined;
  #other: SignedInState | undefined;
  /** What tabs have reported since the last answer of the backend. */
  #messages = new Set<'signed-in' | 'signed-out' | 'sign-in-failed'>();

  constructor(host: ReactiveControllerHost & BackendHost & HTMLElement, options: FollowedSessionOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  /** The session that has begun elsewhere, in another tab or view, if this view is the one to show it. */
  get other(): SignedInState | undefined {
    return this.#other && this.#isFirst ? this.#other : undefined;
  }

  /** Follows the session until `signal` aborts. What the view showed in an earlier lifetime is outdated. */
  begin(signal: AbortSignal): void {
    const isOutdated = this.#own !== undefined;
    this.#signal = signal;
    this.#isFollowing = false;
    this.#own = this.#last = this.#undecided = undefined;
    this.#messages.clear();
    if (isOutdated) this.#options.startOver();
    listen(({ type }) => {
      this.#messages.add(type);
      if (type !== 'sign-in-failed') void this.#follow();
    }, signal);
    watchPage((event) => {
      // What the view showed of its own sign-in is gone.
      if (event === 'back') this.#own = undefined;
      if (event === 'back' || event === 'visible') void this.#follow();
    }, signal);
    signal.addEventListener('abort', () => this.#show(undefined));
    if (this.#options.kind() === 'card') void this.#follow();
  }

  /** Notes that the view itself has signed a user in. What else would sign one in, in this page, ends. */
  noteSignedIn(): void {
    endSignIns('The user has signed in in another way.');
    this.#own = this.#other ? identify(this.#other) : true;
    this.#undecided = undefined;
    this.#messages.delete('signed-out');
    this.#show(undefined);
    void this.#follow();
  }

  /**
   * Asks for the session: an attempt failed whose answer may have been lost after the backend had signed the user in. A
   * card asks for its parts.
   */
  async check(): Promise<void> {
    const signal = this.#signal;
    if (this.#host.parentElement?.closest(cards)) return;
    try {
      const { readSession } = await import('./session.js');
      const state = await readSession(clientOf(this.#host), signal);
      if (state.status !== 'signed-in' || signal.aborted) return;
      this.#messages.add('signed-in');
      this.#receive(state);
    } catch {
      // The next attempt reports what is wrong.
    }
  }

  hostUpdated(): void {
    const state = this.#undecided;
    if (state && !this.#options.isSigningIn?.()) this.#decide(state);
  }

  /** Asks for the session, which needs code that most visits do not. */
  async #follow(): Promise<void> {
    const signal = this.#signal;
    if (this.#isFollowing || signal.aborted) return;
    this.#isFollowing = true;
    try {
      const { shareSession } = await import('./shared-session.js');
      // A framework that changes the route has put in all of the new page by now, the name of the backend too.
      shareSession(clientOf(this.#host), (state) => this.#receive(state), signal);
    } catch {
      // The next click reports an invalid base URL or a lost connection.
      if (signal === this.#signal) this.#isFollowing = false;
    }
  }

  #receive(state: SessionState): void {
    if (this.#options.isSigningIn?.()) this.#undecided = state;
    else this.#decide(state);
  }

  #decide(state: SessionState): void {
    const before = this.#last;
    const messages = this.#messages;
    // The backend answered before it had signed the user in: it is asked again.
    if (state.status === 'signed-out' && this.#own === true && !messages.has('signed-out')) return;
    this.#last = state;
    this.#undecided = undefined;
    this.#messages = new Set();
    const user = state.status === 'signed-in' ? identify(state) : undefined;
    const userBefore = before?.status === 'signed-in' ? identify(before) : undefined;
    if (state.status === 'signed-out') {
      const hasEnded = userBefore !== undefined || this.#own !== undefined || messages.has('signed-out');
      this.#own = undefined;
      this.#show(undefined);
      if (hasEnded) this.#options.startOver();
    } else if (this.#own === true || this.#own === user) {
      this.#own = user;
    } else if (this.#other && identify(this.#other) === user) {
      this.#show(state);
    } else {
      const isAnother = this.#own !== undefined || (userBefore !== undefined && userBefore !== user);
      const hasBegun = isAnother || before?.status === 'signed-out' || messages.has('signed-in');
      const kind = this.#options.kind();
      this.#own = undefined;
      if (kind !== 'signed-in' && (hasBegun || kind === 'card')) this.#show(state);
      if (isAnother || this.#other) this.#options.startOver();
    }
  }

  #show(other: SignedInState | undefined): void {
    this.#other = other;
    if (other) this.#options.onOther?.();
    const changes = other ? !views.has(this) && views.add(this) : views.delete(this);
    this.#host.requestUpdate();
    // Another view may be the first to show it now.
    if (changes) for (const view of views) view.#host.requestUpdate();
  }

  /** Whether no other view of the page shows the session before this one: a card, or an earlier tag. */
  get #isFirst(): boolean {
    const host = this.#host;
    if (host.parentElement?.closest(cards)) return false;
    const isBefore = (view: FollowedSession) =>
      !view.#host.parentElement?.closest(cards) &&
      (view.#options.kind() === 'card' ||
        !!(host.compareDocumentPosition(view.#host) & Node.DOCUMENT_POSITION_PRECEDING));
    return this.#options.kind() === 'card' || ![...views].some(isBefore);
  }
}

/** Who is signed in: backends that name no id name a user. */
function identify({ user }: SignedInState): string {
  return user?.id ?? user?.name ?? '';
}
