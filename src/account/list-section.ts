import type { LatchListFailedEvent } from '../events.js';
import { AccountSection } from './account-section.js';

/** The parts of the lists, which a page can style through the element around them. @internal */
export const listParts =
  'item, item-title, item-detail, item-actions, badge, button, action, action-danger, icon, form, label, field, status, dialog, dialog-title, dialog-text, dialog-confirm, dialog-cancel';

/** A section that consists of a list with a tag of its own. @internal */
export abstract class ListSection extends AccountSection {
  /** Hides the section where the backend lacks the list. */
  protected readonly listFailed = ({ detail }: LatchListFailedEvent): void => {
    this.isMissing = detail.code === 'unsupported';
    this.requestUpdate();
  };
}
