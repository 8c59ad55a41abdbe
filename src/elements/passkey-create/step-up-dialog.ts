import type { LitElement } from 'lit';
import type { BackendHost } from '../../controllers/backend.js';
import { StepUp } from '../../controllers/step-up.js';
import { ElementDialogs } from '../element-dialogs.js';

/** Has the person authenticate again: with a passkey where the account has one, else with the password. @internal */
export class StepUpDialog extends ElementDialogs<LitElement & BackendHost> {
  readonly ask = new StepUp(this).ask;
}
