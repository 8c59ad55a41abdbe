import type { ReactiveControllerHost } from 'lit';
import type { Client } from '../../base/client/client.js';
import { isEmbedded } from '../../base/browser/embedding.js';
import { LatchError } from '../../base/client/errors.js';
import { chooseMode, type FlowMode } from './choose-mode.js';
import { rememberProvider, rememberVisit, wasChosen } from './chosen-provider.js';
import type { PreparedHandOff } from './hand-off.js';
import { signInByPopup, type PopupSignIn, type SignedInAtProvider } from './popup.js';
import { signInByRedirect } from './redirect.js';
import { Activity } from '../../base/element/activity.js';
import { clientOf, type BackendHost } from '../../base/element/backend.js';
import { loadModule } from '../../base/element/load-module.js';
import { pageToReturnTo } from '../../base/client/web-address.js';

export type { PreparedHandOff } from './hand-off.js';
export type { SignedInAtProvider } from './popup.js';

/** What the controller needs from its view, and reports to it. */
export interface OidcSignInHost extends ReactiveControllerHost, BackendHost {
  /** `auto`, or the way that the person has to go: {@link FlowMode}. Read when something begins. */
  readonly mode: string;
  /** Where to go on in the same window: a page of the site. */
  readonly returnTo: string;
  /**
   * The page is about to be left, because it is the way here or because the browser has blocked the window. False keeps
   * it.
   */
  mayLeave(isBlocked: boolean): boolean;
  signedIn(result: SignedInAtProvider): void;
  /**
   * Gets everything that ends what the user started, except its own signal. A TypeError means that the host is set up
   * wrongly.
   */
  signInFailed(error: LatchError | TypeError): void;
}

/**
 * `leaving`: this window goes to the provider; `blocked`: it does so because the browser has blocked the popup; `open`:
 * the popup is open; `lost`: the popup can no longer be observed; `starting` and `waiting`: a hand-off, before and
 * while there is a code to show.
 */
export type OidcSignInPhase = 'leaving' | 'blocked' | 'open' | 'lost' | 'starting' | 'waiting';

const modes: readonly string[] = ['auto', 'popup', 'redirect', 'handoff'];

/** What the backend takes for a page of the site. */
function pathToReturnTo(returnTo: string): string | undefined {
  if (!returnTo) return undefined;
  const { pathname, search, hash } = pageToReturnTo(returnTo);
  return pathname + search + hash;
}

/** Signs people in at a provider, for one view. */
export class OidcSignIn {
  readonly #host: OidcSignInHost;
  readonly #activity: Activity<OidcSignInPhase>;
  #attempt = new AbortController();
  #popup: PopupSignIn | undefined;
  #handOff: PreparedHandOff | undefined;
  #isChosen = false;

  constructor(host: OidcSignInHost) {
    this.#host = host;
    this.#activity = new Activity(host);
  }

  get phase(): OidcSignInPhase | undefined {
    return this.#activity.phase;
  }

  /** What to show in the phase `waiting`. */
  get handOff(): PreparedHandOff | undefined {
    return this.#handOff;
  }

  /** Whether the browser reports that the user has signed in here before. */
  get isChosen(): boolean {
    return this.#isChosen;
  }

  /**
   * Finds out whether the person has signed in here before, and has the browser know it if they come from there. Never
   * rejects.
   */
  async prepare(signal: AbortSignal): Promise<void> {
    let client: Client;
    try {
      client = clientOf(this.#host);
    } catch {
      // An invalid base URL: the click reports it.
      return;
    }
    await rememberVisit(client);
    this.#isChosen = await wasChosen(client, signal);
    this.#host.requestUpdate();
  }

  /**
   * Starts the sign-in, or shows its window again. Needs a user gesture for a separate window. Never rejects: the host
   * gets the result.
   */
  signIn(signal: AbortSignal): Promise<void> {
    this.#popup?.show();
    return this.#activity.run(async (enter) => {
      this.#attempt = new AbortController();
      try {
        await this.#run(AbortSignal.any([signal, this.#attempt.signal]), enter);
      } catch (error) {
        if (!signal.aborted) this.#host.signInFailed(error as LatchError);
      } finally {
        this.#popup = this.#handOff = undefined;
      }
    });
  }

  /** Gives up, and closes the window if there is one. */
  cancel(): void {
    this.#attempt.abort(new LatchError('cancelled', 'Cancelled.'));
  }

  async #run(signal: AbortSignal, enter: (phase: OidcSignInPhase) => void): Promise<void> {
    const { mode, returnTo } = this.#host;
    if (!modes.includes(mode)) throw new TypeError(`"mode" must be one of ${modes.join(', ')}, not "${mode}"`);
    // A popup that is blocked becomes a redirect, so the page matters whichever way it is.
    pathToReturnTo(returnTo);
    const client = clientOf(this.#host);
    const way = mode === 'auto' ? chooseMode() : (mode as FlowMode);
    if (way === 'redirect') return this.#leave(client, signal, 'leaving', enter);
    if (way === 'handoff') return this.#wait(client, signal, enter);
    try {
      this.#popup = signInByPopup({ client, signal, onPhase: enter });
      enter('open');
      this.#succeed(client, await this.#popup.signedIn);
    } catch (error) {
      this.#popup = undefined;
      // Providers do not let themselves be framed.
      if ((error as LatchError).code !== 'popup_blocked' || isEmbedded()) throw error;
      await this.#leave(client, signal, 'blocked', enter, error as LatchError);
    }
  }

  async #leave(
    client: Client,
    signal: AbortSignal,
    phase: 'leaving' | 'blocked',
    enter: (phase: OidcSignInPhase) => void,
    blocked?: LatchError,
  ): Promise<void> {
    if (!this.#host.mayLeave(!!blocked)) throw blocked ?? new LatchError('aborted', 'The redirect was prevented.');
    enter(phase);
    await signInByRedirect({ client, returnTo: pathToReturnTo(this.#host.returnTo), signal });
  }

  async #wait(client: Client, signal: AbortSignal, enter: (phase: OidcSignInPhase) => void): Promise<void> {
    enter('starting');
    const { signInByHandOff } = await loadModule(() => import('./hand-off.js'));
    const result = await signInByHandOff({
      client,
      signal,
      onCode: (handOff) => {
        this.#handOff = handOff;
        enter('waiting');
      },
    });
    this.#succeed(client, result);
  }

  #succeed(client: Client, result: SignedInAtProvider): void {
    void rememberProvider(client);
    this.#host.signedIn(result);
  }
}
