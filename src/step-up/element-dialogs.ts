import type { LitElement } from 'lit';
import type { BackendHost } from '../base/element/backend.js';
import type { StepUpHost } from './ask-step-up.js';
import type { LatchError } from '../base/client/errors.js';
import { Confirmation } from '../base/element/confirmation.js';
import { confirmationStyles } from '../base/element/confirmation.styles.js';
import { passwordQuestion } from './password-question.js';

/**
 * The dialogs of an element: its own questions, and the one for the password before a step-up. Elements load it when
 * they open the first one. @internal
 */
export class ElementDialogs<Host extends LitElement & BackendHost> implements StepUpHost {
  protected readonly host: Host;
  protected readonly confirmation: Confirmation;

  constructor(host: Host) {
    this.host = host;
    this.confirmation = new Confirmation(host);
    (host.renderRoot as ShadowRoot).adoptedStyleSheets.push(confirmationStyles.styleSheet!);
  }

  get baseUrl(): string {
    return this.host.baseUrl;
  }

  get allowEmbedded(): boolean {
    return this.host.allowEmbedded;
  }

  /** The dialog that is open, if any. */
  renderDialog(): unknown {
    return this.confirmation.render();
  }

  requestUpdate(): void {
    this.host.requestUpdate();
  }

  async askPassword(attempt: (password: string) => Promise<LatchError | undefined>): Promise<boolean> {
    return this.confirmation.ask(await passwordQuestion(this.host, attempt));
  }
}
