import type { LitElement } from 'lit';
import type { LatchError } from '../base/client/errors.js';
import type { Attempt } from '../base/element/action.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';
import { Confirmation } from '../base/element/confirmation.js';
import { confirmationStyles } from '../base/element/confirmation.styles.js';
import { withStepUp, type AskStepUp } from '../session/step-up.js';
import { askStepUp } from './ask-step-up.js';
import { passwordQuestion } from './password-question.js';

/**
 * The dialogs of an element: its own questions, and the step-up. Elements load it when they open the first one. @internal
 */
export class ElementDialogs {
  protected readonly host: LitElement & BackendHost;
  protected readonly confirmation: Confirmation;

  constructor(host: LitElement & BackendHost) {
    this.host = host;
    this.confirmation = new Confirmation(host);
    (host.renderRoot as ShadowRoot).adoptedStyleSheets.push(confirmationStyles.styleSheet!);
  }

  /** The dialog that is open, if any. */
  renderDialog(): unknown {
    return this.confirmation.render();
  }

  /** Asks for a passkey, or for the password. */
  readonly ask: AskStepUp = async (methods, signal) =>
    askStepUp({
      client: clientOf(this.host),
      methods,
      signal,
      askPassword: async (attempt) => this.confirmation.ask(await passwordQuestion(this.host, attempt)),
    });

  /**
   * Does `work` in a `phase` of an attempt. If the backend requires a step-up, asks for a passkey or the password, which
   * shows as `confirming`, and continues.
   */
  withStepUp<Result>(
    work: (refusal?: LatchError) => Promise<Result>,
    { signal, onPhase }: Attempt,
    phase: string,
  ): Promise<Result> {
    onPhase(phase);
    return withStepUp(work, async (methods) => {
      onPhase('confirming');
      await this.ask(methods, signal);
      onPhase(phase);
    });
  }
}
