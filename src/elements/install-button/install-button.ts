import {
  css,
  html,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { Install, type InstallHost, type InstallInstructions } from '../../controllers/install.js';
import { Lifetime } from '../../controllers/lifetime.js';
import { loadModule } from '../../controllers/load-module.js';
import type { LatchError } from '../../core/errors.js';
import { LatchInstallDismissedEvent, LatchInstalledEvent, LatchInstallFailedEvent } from '../../events.js';
import { label } from '../label.js';
import { LatchElement } from '../latch-element.js';
import { install } from '../messages/install.js';
import { installPictogram } from '../pictograms.js';
import type { InstallGuide } from './install-guide.js';

/**
 * A button that has the person install the page as an app: by the browser's own dialog where there is one, else by
 * showing the steps for this browser. It is not there where the page runs as the installed app,
 * or where the browser knows that the app is on this device.
 *
 * @element latch-install-button
 * @slot - The label. Defaults to "Install app".
 * @fires {LatchInstalledEvent} latch-installed - The browser has installed the app. Only Chromium tells; it also tells
 *   when its own menu was used.
 * @fires {LatchInstallDismissedEvent} latch-install-dismissed - The person has declined in the browser's dialog.
 * @fires {LatchInstallFailedEvent} latch-install-failed - No dialog could be opened; `detail.code` says why.
 * @csspart button - The native button.
 * @csspart status - The line that says what is going on.
 * @csspart icon - The drawing in the button, or beside a step.
 * @csspart dialog - The dialog with the steps for this browser.
 * @csspart dialog-title - Its title.
 * @csspart dialog-text - Its text.
 * @csspart dialog-cancel - The button that closes it.
 * @cssstate pending - A dialog is open.
 * @cssstate asking - It is the browser's own.
 * @cssstate guiding - It is the one with the steps.
 * @cssstate done - The person has agreed to install the app.
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
  static override properties: PropertyDeclarations = { installed: { type: Boolean, reflect: true } };

  /**
   * Whether there is nothing to install any more, so that the element hides. It says so itself; what the page writes is
   * overwritten.
   */
  installed = false;

  protected readonly section = install;
  #guide: InstallGuide | undefined;
  readonly #install = new Install(this);
  readonly #lifetime = new Lifetime(this, (signal) => void this.#install.follow(signal));

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
    return this.installed
      ? nothing
      : html`${this.renderAction(label(this, this.texts['button']), installPictogram())}${this.#guide?.render()}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-install-button': LatchInstallButton;
  }
}
