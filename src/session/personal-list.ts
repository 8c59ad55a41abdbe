import type { LitElement, ReactiveController } from 'lit';
import { watchPage } from '../base/browser/page.js';
import type { Client } from '../base/client/client.js';
import { LatchError } from '../base/client/errors.js';
import { type BackendHost, clientOf } from '../base/element/backend.js';
import { listen } from '../base/storage/channel.js';

/** What a {@link PersonalList} shows. */
interface PersonalListOptions<Item> {
  fetch(client: Client, signal: AbortSignal): Promise<readonly Item[]>;
  /** The list could not be fetched. A TypeError means that the page is set up wrongly. */
  failed(error: LatchError | TypeError): void;
}

/**
 * A list of the signed-in user's data at the backend, for one view. It is cleared as soon as another user may be signed
 * in.
 */
export class PersonalList<Item> implements ReactiveController {
  readonly #host: LitElement & BackendHost;
  readonly #options: PersonalListOptions<Item>;
  #items: readonly Item[] | undefined;
  #problem: LatchError | undefined;
  #isLoading = false;
  #asked = 0;
  /** Whether something of the list had the focus when the list went. */
  #hadFocus = false;

  constructor(host: LitElement & BackendHost, options: PersonalListOptions<Item>) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#hadFocus = !this.#items && (this.#hadFocus || !!this.#host.shadowRoot?.activeElement);
  }

  /**
   * Moves the focus to the page's own link or element to sign in with when the list has gone with its user, unless the
   * user has moved it elsewhere.
   */
  hostUpdated(): void {
    if (!this.#hadFocus || this.#problem?.code !== 'unauthenticated') return;
    this.#hadFocus = false;
    if (document.activeElement === document.body)
      this.#host.querySelector<HTMLElement>(':scope > [slot=sign-in]')?.focus();
  }

  /** All items; undefined until they are loaded, and while no user is signed in. */
  get items(): readonly Item[] | undefined {
    return this.#items;
  }

  /** Why the list could not be fetched the last time. What was known before is still in `items`. */
  get problem(): LatchError | undefined {
    return this.#problem;
  }

  /** Whether it is being fetched while there is nothing good to look at. */
  get isLoading(): boolean {
    return this.#isLoading && (!this.#items || !!this.#problem);
  }

  /**
   * Fetches the list, now and whenever a tab reports a sign-in or sign-out, or the page becomes visible, returns from
   * the back-forward cache, or goes online; until `signal` aborts.
   */
  watch(signal: AbortSignal): void {
    void this.refresh(signal);
    listen(({ type }) => {
      if (type === 'sign-in-failed') return;
      this.forget();
      void this.refresh(signal);
    }, signal);
    watchPage((event) => {
      // A page in the back-forward cache must not show to one user what is another's.
      if (event === 'left') this.forget();
      else if (!this.#isLoading && (event !== 'online' || this.#problem)) void this.refresh(signal);
    }, signal);
  }

  /**
   * Fetches the list. A response that a later one has overtaken is dropped. Never rejects.
   */
  async refresh(signal: AbortSignal): Promise<void> {
    const mine = ++this.#asked;
    const matters = () => mine === this.#asked && !signal.aborted;
    this.#isLoading = true;
    this.#host.requestUpdate();
    try {
      const items = await this.#options.fetch(clientOf(this.#host), signal);
      if (!matters()) return;
      this.#items = items;
      this.#problem = undefined;
    } catch (error) {
      if (matters()) this.fail(error as LatchError, true);
    } finally {
      if (mine === this.#asked) {
        this.#isLoading = false;
        this.#host.requestUpdate();
      }
    }
  }

  /**
   * Changes the shown items with `make`, after the same change at the backend. A response that was requested before is
   * outdated, so the list is then fetched again.
   */
  change(make: (items: readonly Item[]) => readonly Item[], signal: AbortSignal): void {
    this.#items &&= make(this.#items);
    if (this.#isLoading) void this.refresh(signal);
    this.#host.requestUpdate();
  }

  /**
   * Reports an error, and stores it as the problem of the list if it is one. If the backend no longer
   * returns the list to the user, the page does not show it either.
   */
  fail(error: LatchError | TypeError, isAboutList = false): void {
    if (error instanceof LatchError) {
      const isSignedOut = error.code === 'unauthenticated';
      if (isSignedOut || (isAboutList && !error.retryable)) this.forget();
      if (isSignedOut || isAboutList) this.#problem = error;
    }
    this.#options.failed(error);
  }

  /** What the element says of the problem of the list, if that is another sentence than for any error of the kind. */
  outcomeOf(error: unknown): 'signedOut' | 'stale' | undefined {
    if (error !== this.#problem) return undefined;
    const code = this.#problem?.code;
    return code === 'unauthenticated' ? 'signedOut' : code === 'network' && this.#items ? 'stale' : undefined;
  }

  /** Shows nothing any more of what belongs to the user. */
  forget(): void {
    this.#asked++;
    this.#isLoading = false;
    this.#items = this.#problem = undefined;
    this.#host.requestUpdate();
  }
}
