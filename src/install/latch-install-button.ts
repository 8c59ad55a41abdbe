import {
  css,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { html } from '../base/element/html.js';
import {
  Install,
  type InstallHost,
  type InstallInstructions,
  type InstallResult,
  type InstallTarget,
} from './install-controller.js';
import { Lifetime } from '../base/element/lifetime.js';
import { loadModule } from '../base/element/load-module.js';
import type { LatchError } from '../base/client/errors.js';
import { LatchInstallDismissedEvent, LatchInstalledEvent, LatchInstallFailedEvent } from '../events.js';
import { label } from '../base/element/label.js';
import { LatchElement } from '../base/element/latch-element.js';
import { install } from '../messages/en.js';
import { installPictogram } from '../base/element/pictograms.js';
import type * as BrowserButton from './browser-button.js';
import type { InstallGuide } from './install-guide.js';

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
 * @cssstate failed - The last try came to nothing.
 */
export class LatchInstallButton extends LatchElement implements InstallHost {
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

  protected readonly section = install;
  #browser: typeof BrowserButton | undefined;
  #guide: InstallGuide | undefined;
  readonly #install = new Install(this);
  readonly #lifetime = new Lifetime(this, (signal) => {
    void this.#install.follow(signal);
    if (this.target && 'HTMLInstallElement' in globalThis) void this.#loadBrowserButton();
  });

  /** Read by the controller. @internal */
  get target(): InstallTarget | undefined {
    const { manifestUrl, manifestId } = this;
    return manifestUrl ? { manifestUrl, manifestId } : undefined;
  }

  /**
   * Opens the browser's dialog or the one with the steps, as a click on the button does; joins what is open. Resolves
   * when that is closed. The browser's dialog needs a user gesture.
   */
  async install(): Promise<void> {
    this.outcome = undefined;
    await this.#install.install(this.#lifetime.signal);
  }

  /** Called by the controller. @internal */
  appInstalled(): void {
    this.tell(new LatchInstalledEvent());
  }

  /** Called by the controller. @internal */
  installAccepted(): void {
    this.outcome = 'done';
  }

  /** Called by the controller. @internal */
  installDismissed(): void {
    this.outcome = 'cancelled';
    this.tell(new LatchInstallDismissedEvent());
  }

  /** Called by the controller. @internal */
  async guideThrough(instructions: InstallInstructions): Promise<void> {
    const { InstallGuide } = await loadModule(() => import('./install-guide.js'));
    this.#guide ??= new InstallGuide(this);
    await this.#guide.show(instructions, () => this.#install.explain(instructions));
  }

  /** Called by the controller. @internal */
  installFailed(error: LatchError): void {
    this.fail(error, LatchInstallFailedEvent);
  }

  protected override get phase(): string | undefined {
    return this.#install.phase;
  }

  protected override act(): void {
    void this.install();
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.installed = this.#install.isInstalled;
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.installed) return nothing;
    const own = this.renderAction(label(this, this.texts['button']), installPictogram());
    const { target } = this;
    const settle = (result: InstallResult) => void this.#install.settle(result);
    return html`${
      target && this.#browser ? this.#browser.browserButton(target, own, settle) : own
    }${this.#guide?.render()}`;
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
