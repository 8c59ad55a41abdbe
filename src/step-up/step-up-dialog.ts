import type { LitElement } from 'lit';
import type { BackendHost } from '../base/element/backend.js';
import { StepUp } from './ask-step-up.js';
import { ElementDialogs } from './element-dialogs.js';

/** Authenticates the user again: with a passkey if the account has one, otherwise with the password. @internal */
export class StepUpDialog extends ElementDialogs<LitElement & BackendHost> {
  readonly ask = new StepUp(this).ask;
}
