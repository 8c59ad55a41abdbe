import type { ReactiveControllerHost } from 'lit';
import { listen } from '../core/channel.js';
import type { Client } from '../core/client.js';
import type { ListedCredential } from '../core/contract-types.js';
import { LatchError } from '../core/errors.js';
import { watchPage } from '../core/page.js';
import { withStepUp, type AskStepUp } from '../core/step-up.js';
import { createPasskey, type PasskeyCreated } from '../features/passkey/create.js';
import { isLastWayIn, listPasskeys, removePasskey, renamePasskey } from '../features/passkey/manage.js';
import { Activity } from './activity.js';
import { clientOf } from './backend.js';
import { StepUp, type StepUpHost } from './step-up.js';

export type { PasskeyCreated } from '../features/passkey/create.js';

/** A passkey as the list shows it. */
export interface ListedPasskey extends ListedCredential {
  /** What its maker is called; undefined if that is not known. */
  readonly provider: string | undefined;
}

/** What goes on: the list is fetched, a change is made, or the person is asked first who they are (`confirming`) or where the new passkey is to be (`asking`, `verifying`). */
export type PasskeyListPhase = 'loading' | 'renaming' | 'removing' | 'confirming' | 'asking' | 'verifying';

/** What the controller asks of its view, and tells it. */
export interface PasskeyListHost extends ReactiveControllerHost, StepUpHost {
  passkeyRenamed(passkey: ListedPasskey): void;
  passkeyRemoved(passkey: ListedPasskey): void;
  passkeyCreated(result: PasskeyCreated): void;
  /** What was to be changed is not there any more: it was removed elsewhere. */
  passkeyGone(): void;
  /** The passkey is the last way into the account, and stays. */
  lastWayInKept(): void;
  /** Told of everything else but the end of its own signal. A TypeError says that the host is used wrongly. */
  passkeyListFailed(error: LatchError | TypeError): void;
}

/** Follows the passkeys of the person who is signed in, for one view, and changes them, one thing at a time. Wherever the backend wants to know again who they are, it asks in place and goes on. */
export class PasskeyList {
  readonly #host: PasskeyListHost;
  readonly #activity: Activity<PasskeyListPhase>;
  readonly #stepUp: StepUp;
  #passkeys: readonly ListedPasskey[] | undefined;
  #problem: LatchError | undefined;
  #isLoading = false;
  #asked = 0;
  #names: ReturnType<typeof loadProviderNames> | undefined;

  constructor(host: PasskeyListHost) {
    this.#host = host;
    this.#activity = new Activity(host);
    this.#stepUp = new StepUp(host);
  }

  /** All passkeys, oldest first; undefined as long as nothing is known, and when nobody is signed in. */
  get passkeys(): readonly ListedPasskey[] | undefined {
    return this.#passkeys;
  }

  /** Why the list could not be fetched the last time. What was known before is still in `passkeys`. */
  get problem(): LatchError | undefined {
    return this.#problem;
  }

  /** What goes on. Fetching the list again while there is one to look at does not count. */
  get phase(): PasskeyListPhase | undefined {
    return this.#activity.phase ?? (this.#isLoading && (!this.#passkeys || this.#problem) ? 'loading' : undefined);
  }

  /** Fetches the list, and again whenever a tab tells that somebody has signed in or out, the page is back from the back-forward cache, or there is a connection again; until `signal` aborts. */
  watch(signal: AbortSignal): void {
    void this.refresh(signal);
    listen(({ type }) => {
      if (type === 'sign-in-failed') return;
      this.#forget();
      void this.refresh(signal);
    }, signal);
    watchPage((event) => {
      // A page in the back-forward cache must not show one person's passkeys to the next.
      if (event === 'left') this.#forget();
      else if (event === 'back' || (event === 'online' && this.#problem)) void this.refresh(signal);
    }, signal);
  }

  /** Fetches the list. An answer that a later one has overtaken is dropped. Never rejects: the host is told. */
  async refresh(signal: AbortSignal): Promise<void> {
    const mine = ++this.#asked;
    const matters = () => mine === this.#asked && !signal.aborted;
    this.#isLoading = true;
    this.#host.requestUpdate();
    try {
      this.#names ??= loadProviderNames();
      const [{ credentials }, name] = await Promise.all([listPasskeys({ client: clientOf(this.#host), signal }), this.#names]);
      if (!matters()) return;
      this.#passkeys = credentials.map((credential) => ({ ...credential, provider: name(credential.aaguid) }));
      this.#problem = undefined;
    } catch (error) {
      if (matters()) this.#fail(error as LatchError, true);
    } finally {
      if (mine === this.#asked) {
        this.#isLoading = false;
        this.#host.requestUpdate();
      }
    }
  }

  /** Gives a passkey a nickname; none if that is empty. Never rejects, as the other changes: the host is told. */
  rename(passkey: ListedPasskey, nickname: string, signal: AbortSignal): Promise<void> {
    return this.#change('renaming', signal, passkey, async (client) => {
      const renamed = { ...passkey, ...(await renamePasskey({ client, id: passkey.id, nickname, signal })) };
      return () => {
        this.#passkeys = this.#passkeys?.map((other) => (other.id === passkey.id ? renamed : other));
        this.#host.passkeyRenamed(renamed);
      };
    });
  }

  /** Removes a passkey from the account. */
  remove(passkey: ListedPasskey, signal: AbortSignal): Promise<void> {
    return this.#change('removing', signal, passkey, async (client) => {
      await removePasskey({ client, id: passkey.id, signal });
      return () => {
        this.#passkeys = this.#passkeys?.filter(({ id }) => id !== passkey.id);
        this.#host.passkeyRemoved(passkey);
      };
    });
  }

  /** Creates a passkey. WebKit wants a user gesture. */
  add(signal: AbortSignal): Promise<void> {
    return this.#change('asking', signal, undefined, async (client, enter) => {
      const result = await createPasskey({ client, signal, onPhase: (phase) => enter(phase === 'verifying' ? phase : 'asking') });
      await this.refresh(signal);
      return () => this.#host.passkeyCreated(result);
    });
  }

  /** Makes a change; while one is under way, joins that one, whatever it is. Views that show `phase` offer none then. */
  #change(phase: PasskeyListPhase, signal: AbortSignal, passkey: ListedPasskey | undefined, work: (client: Client, enter: (phase: PasskeyListPhase) => void) => Promise<() => void>): Promise<void> {
    return this.#activity.run(async (enter) => {
      enter(phase);
      const ask: AskStepUp = async (methods) => {
        enter('confirming');
        await this.#stepUp.ask(methods, signal);
        enter(phase);
      };
      try {
        const client = clientOf(this.#host);
        const show = await withStepUp(() => work(client, enter), ask, signal);
        if (signal.aborted) return;
        // What was asked for before the change knows nothing of it.
        if (this.#isLoading) void this.refresh(signal);
        show();
      } catch (error) {
        if (!signal.aborted) await this.#explain(error as LatchError, passkey, signal);
      }
    });
  }

  async #explain(error: LatchError, passkey: ListedPasskey | undefined, signal: AbortSignal): Promise<void> {
    if (passkey && isLastWayIn(error)) return this.#host.lastWayInKept();
    // The backend lacks the passkey or the whole chapter: the list knows which.
    if (passkey && error.code === 'unsupported') {
      await this.refresh(signal);
      if (signal.aborted || this.#problem) return;
      if (!this.#passkeys?.some(({ id }) => id === passkey.id)) return this.#host.passkeyGone();
    }
    this.#fail(error, false);
  }

  #fail(error: LatchError, isAboutList: boolean): void {
    const isSignedOut = error.code === 'unauthenticated';
    // Whom the backend does not show the list any more, the page does not show it either.
    if (isSignedOut || (isAboutList && !error.retryable)) this.#forget();
    if (error instanceof LatchError && (isSignedOut || isAboutList)) this.#problem = error;
    this.#host.passkeyListFailed(error);
  }

  /** Shows nothing any more of what belongs to the person. */
  #forget(): void {
    this.#asked++;
    this.#isLoading = false;
    this.#passkeys = this.#problem = undefined;
    this.#host.requestUpdate();
  }
}

async function loadProviderNames(): Promise<(aaguid: string) => string | undefined> {
  try {
    return (await import('../features/passkey/providers.js')).nameProvider;
  } catch {
    // The list is worth more than the names in it.
    return () => undefined;
  }
}
