import type { LitElement } from 'lit';
import type { BackendHost } from '../base/element/backend.js';
import { StepUp } from '../session/step-up-controller.js';
import { ElementDialogs } from '../base/element/element-dialogs.js';

/** Authenticates the user again: with a passkey if the account has one, otherwise with the password. @internal */
export class StepUpDialog extends ElementDialogs<LitElement & BackendHost> {
  readonly ask = new StepUp(this).ask;
}
