import {
  css,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { html } from '../base/element/html.js';
import type { Attempt } from '../base/element/action.js';
import { isRefused } from '../base/element/backend.js';
import { isRunningInstalled } from '../base/browser/installed-app.js';
import { loadModule } from '../base/element/load-module.js';
import { LatchError } from '../base/client/errors.js';
import { isInstalled } from './installed.js';
import { install as installByPrompt, readInstallation, watchInstallation } from './prompt.js';
import type { InstallOutcome, InstallTarget } from './web-install.js';
import { LatchInstallDismissedEvent, LatchInstalledEvent, LatchInstallFailedEvent } from '../events.js';
import { label } from '../base/element/label.js';
import { LatchElement } from '../base/element/latch-element.js';
import { install as installTexts } from '../messages/en.js';
import { installPictogram } from '../base/element/pictograms.js';
import type * as BrowserButton from './browser-button.js';
import type { InstallGuide } from './install-guide.js';

const loadOther = () => loadModule(() => import('./install-other.js'));

/**
 * A button that installs the page as an app: it opens the browser's own dialog if there is one, otherwise it shows the
 * steps for this browser. It is hidden in the installed app, and if the browser knows that the app is on this device.
 * With `manifest-url` it installs the app of another origin, in browsers with Web Install; other browsers open
 * `install-url`.
 *
 * @element latch-install-button
 * @slot - The label. Defaults to "Install app".
 * @fires {LatchInstalledEvent} latch-installed - The browser has installed the app. Only Chromium reports it, also for
 *   its own menu.
 * @fires {LatchInstallDismissedEvent} latch-install-dismissed - The user has declined in the browser's dialog.
 * @fires {LatchInstallFailedEvent} latch-install-failed - No dialog could be opened; `detail.code` is the reason.
 * @csspart button - The native button.
 * @csspart browser-button - The browser's own button, which replaces it for an app of another origin.
 * @csspart status - The status line.
 * @csspart icon - The drawing in the button, or beside a step.
 * @csspart dialog - The dialog with the steps for this browser.
 * @csspart dialog-title - Its title.
 * @csspart dialog-text - Its text.
 * @csspart dialog-cancel - The button that closes it.
 * @cssstate pending - A dialog is open.
 * @cssstate asking - It is the browser's own.
 * @cssstate guiding - It is the one with the steps.
 * @cssstate done - The user has accepted the installation.
 * @cssstate failed - The last attempt failed.
 */
export class LatchInstallButton extends LatchElement {
  static override styles: CSSResultGroup = [
    LatchElement.styles,
    css`
      :host([installed]) {
        display: none;
      }
    `,
  ];
  static override properties: PropertyDeclarations = {
    installed: { type: Boolean, reflect: true },
    manifestUrl: { attribute: 'manifest-url' },
    manifestId: { attribute: 'manifest-id' },
    installUrl: { attribute: 'install-url' },
  };

  /**
   * Whether the app is installed, so that the element hides. The element sets it; values that the page sets are
   * overwritten.
   */
  installed = false;

  /** The URL of the manifest of another app that the button installs. Set it before the element is inserted. */
  manifestUrl = '';
  /** The id that this manifest must have, as a URL or relative to it. The browser refuses another one. */
  manifestId = '';
  /** A page of that app, which opens in a new tab in browsers that cannot install apps of other origins. */
  installUrl = '';

  protected readonly section = installTexts;
  /** Whether the page runs as the app, or the browser knows that the app is on this device. */
  #isInstalled = false;
  #browser: typeof BrowserButton | undefined;
  #guide: InstallGuide | undefined;
  readonly #install = this.action<InstallOutcome | undefined>({
    run: async (attempt) => {
      if (isRefused(this)) throw new LatchError('unsupported', 'The page is in a frame of another origin.');
      if (this.#isOther) {
        const { installOther } = await loadOther();
        return installOther({ target: this.#target, installUrl: this.installUrl }, attempt);
      }
      const answer = readInstallation().canPrompt && (await this.#ask(attempt));
      if (answer) return answer;
      attempt.onPhase('guiding');
      await this.#showSteps();
      return undefined;
    },
    done: (answer) => {
      if (answer !== 'accepted') this.outcome = answer && 'cancelled';
      if (answer === 'dismissed') return new LatchInstallDismissedEvent();
      if (!answer || !this.#isOther) return undefined;
      this.#show(true);
      return new LatchInstalledEvent();
    },
    Failure: LatchInstallFailedEvent,
  });

  /**
   * Opens the browser's dialog or the one with the steps, as a click on the button does; joins what is open. Resolves
   * when that is closed. The browser's dialog needs a user gesture.
   */
  async install(): Promise<void> {
    await this.#install.start();
  }

  protected override begin(signal: AbortSignal): void {
    if (this.#isOther) {
      // Of another app nothing is known before. What a click needs must be there by then: a gesture does not last.
      loadOther().catch(() => 'the click tries again');
      if (this.#target && 'HTMLInstallElement' in globalThis) void this.#loadBrowserButton();
    } else void this.#followInstallation(signal);
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.installed = this.#isInstalled;
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.installed) return nothing;
    const own = this.renderAction(this.install, label(this, this.texts['button']), installPictogram());
    const target = this.#target;
    return html`${
      target && this.#browser ? this.#browser.browserButton(target, own, this.#settle) : own
    }${this.#guide?.render()}`;
  }

  /** Another app than that of the page, if that is to be installed. */
  get #target(): InstallTarget | undefined {
    const { manifestUrl, manifestId } = this;
    return manifestUrl ? { manifestUrl, manifestId } : undefined;
  }

  /** Whether the button is for another app than that of the page. */
  get #isOther(): boolean {
    return !!(this.#target ?? this.installUrl);
  }

  async #followInstallation(signal: AbortSignal): Promise<void> {
    this.#show(isRunningInstalled() || readInstallation().installed);
    watchInstallation(({ installed }) => {
      const isNew = installed && !this.#isInstalled;
      // A prompt is there only for what is not installed, or not any more.
      this.#show(installed || isRunningInstalled());
      if (isNew) this.dispatch(new LatchInstalledEvent());
    }, signal);
    const isKnown = await isInstalled();
    if (!signal.aborted && isKnown) this.#show(true);
  }

  /** Opens the browser's dialog. Resolves with undefined if there is none. */
  async #ask({ signal, onPhase }: Attempt): Promise<InstallOutcome | undefined> {
    onPhase('asking');
    try {
      return await installByPrompt({ signal });
    } catch (error) {
      if ((error as LatchError).code === 'unsupported') return undefined;
      throw error;
    }
  }

  /** Shows how this browser installs the app, and why it does not offer that if the manifest is the reason. */
  async #showSteps(): Promise<void> {
    const { instructionsFor } = await loadModule(() => import('./instructions.js'));
    const { InstallGuide } = await loadModule(() => import('./install-guide.js'));
    const instructions = instructionsFor();
    this.#guide ??= new InstallGuide(this);
    await this.#guide.show(instructions, async () => {
      const { findInstallProblems } = await loadModule(() => import('./install-problems.js'));
      return findInstallProblems(instructions);
    });
  }

  /** Shows what came of a click on the browser's own button. */
  readonly #settle = async (result: BrowserButton.InstallResult): Promise<void> => {
    if (result === 'success') this.#install.succeed('accepted');
    else if (result === 'aborted') this.#install.succeed('dismissed');
    else this.#install.fail(await (await loadOther()).explainRefusal(this.#target!));
  };

  #show(isInstalled: boolean): void {
    this.#isInstalled = isInstalled;
    this.requestUpdate();
  }

  async #loadBrowserButton(): Promise<void> {
    this.#browser = await loadModule(() => import('./browser-button.js')).catch(() => undefined);
    this.requestUpdate();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-install-button': LatchInstallButton;
  }
}
