import type { ReactiveControllerHost } from 'lit';
import { LatchError } from '../base/client/errors.js';
import { isRunningInstalled } from '../base/browser/installed-app.js';
import { isInstalled } from './installed.js';
import type { InstallInstructions } from './instructions.js';
import { install, readInstallation, watchInstallation } from './prompt.js';
import { Activity } from '../base/element/activity.js';
import { isRefused, type BackendHost } from '../base/element/backend.js';
import type { InstallResult, OtherInstallHost } from './install-other.js';
import { loadModule } from '../base/element/load-module.js';

export type { InstallInstructions, InstallStep } from './instructions.js';
export type { InstallTarget } from './web-install.js';
export type { InstallResult } from './install-other.js';

/** What the controller needs from its view, and reports to it. */
export interface InstallHost extends ReactiveControllerHost, BackendHost, OtherInstallHost {
  /** The browser has installed the app, by this view or by its own menu. */
  appInstalled(): void;
  /** There is no dialog to open, but there are steps to follow. Resolves when the user has seen them. */
  guideThrough(instructions: InstallInstructions): Promise<void>;
}

const loadOther = () => loadModule(() => import('./install-other.js'));

/**
 * Has a person install the app, for one view: by the browser's dialog where there is one, else by telling them how. An
 * app of another origin is installed by the browser, or on its own page.
 */
export class Install {
  readonly #host: InstallHost;
  readonly #activity: Activity<'asking' | 'guiding'>;
  #isInstalled = false;

  constructor(host: InstallHost) {
    this.#host = host;
    this.#activity = new Activity(host);
  }

  /** `asking` while the browser's dialog is open or opening, `guiding` while the view shows the steps. */
  get phase(): 'asking' | 'guiding' | undefined {
    return this.#activity.phase;
  }

  /**
   * Whether there is nothing to install any more: the page runs as the app, or the browser knows that the app is on
   * this device.
   */
  get isInstalled(): boolean {
    return this.#isInstalled;
  }

  /** Follows until `signal` aborts whether the app is installed. Never rejects. */
  async follow(signal: AbortSignal): Promise<void> {
    // Of another app nothing is known before. What a click needs must be there by then: a gesture does not last.
    if (this.#isOther) return void loadOther().catch(() => 'the click tries again');
    this.#show(isRunningInstalled() || readInstallation().installed);
    watchInstallation(({ installed }) => {
      const isNew = installed && !this.#isInstalled;
      // A prompt is there only for what is not installed, or not any more.
      this.#show(installed || isRunningInstalled());
      if (isNew) this.#host.appInstalled();
    }, signal);
    const isKnown = await isInstalled();
    if (!signal.aborted && isKnown) this.#show(true);
  }

  /**
   * Opens the browser's dialog or joins the one that is open; without one, the view shows the steps. Needs a user
   * gesture. Never rejects: the host gets the result.
   */
  install(signal: AbortSignal): Promise<void> {
    return this.#activity.run(async (enter) => {
      try {
        if (isRefused(this.#host)) throw new LatchError('unsupported', 'The page is in a frame of another origin.');
        if (this.#isOther) {
          if (await (await loadOther()).installOther(this.#host, enter, signal)) this.#installed();
          return;
        }
        if (!readInstallation().canPrompt || !(await this.#ask(enter, signal))) await this.#guide(enter);
      } catch (error) {
        if (!signal.aborted) this.#host.installFailed(error as LatchError);
      }
    });
  }

  /**
   * Returns why the browser does not offer to install the app, if the manifest is the reason: one sentence for
   * developers per reason, none if the manifest is fine.
   *
   * @throws {LatchError} `network` or `bad_response` if the manifest, or what judges it, cannot be fetched.
   */
  async explain(instructions: InstallInstructions): Promise<readonly string[]> {
    const { findInstallProblems } = await loadModule(() => import('./install-problems.js'));
    return findInstallProblems(instructions);
  }

  /** Reports what came of a click on the browser's own button. */
  async settle(result: InstallResult): Promise<void> {
    if ((await loadOther()).settle(this.#host, result)) this.#installed();
  }

  /** Whether the button is for another app than that of the page. */
  get #isOther(): boolean {
    return !!(this.#host.target ?? this.#host.installUrl);
  }

  #installed(): void {
    this.#show(true);
    this.#host.appInstalled();
  }

  /** Resolves with whether there was a dialog. */
  async #ask(enter: (phase: 'asking') => void, signal: AbortSignal): Promise<boolean> {
    enter('asking');
    try {
      if ((await install({ signal })) === 'accepted') this.#host.installAccepted();
      else this.#host.installDismissed();
      return true;
    } catch (error) {
      if ((error as LatchError).code === 'unsupported') return false;
      throw error;
    }
  }

  async #guide(enter: (phase: 'guiding') => void): Promise<void> {
    enter('guiding');
    const { instructionsFor } = await loadModule(() => import('./instructions.js'));
    await this.#host.guideThrough(instructionsFor());
  }

  #show(isInstalled: boolean): void {
    this.#isInstalled = isInstalled;
    this.#host.requestUpdate();
  }
}
