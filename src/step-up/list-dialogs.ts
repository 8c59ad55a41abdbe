import type { LitElement, TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import type { BackendHost } from '../base/element/backend.js';
import { ElementDialogs } from './element-dialogs.js';
import { Menu } from '../base/element/menu.js';

/** The dialogs of a list, and the menu of its rows. Lists load it when the first one is opened. @internal */
export class ListDialogs extends ElementDialogs {
  readonly menu: Menu;

  constructor(host: LitElement & BackendHost) {
    super(host);
    this.menu = new Menu(host);
  }

  /** The menu and the dialog that are open, if any. */
  override renderDialog(): TemplateResult {
    return html`${this.menu.render()}${super.renderDialog()}`;
  }

  /** Takes back the menu and the dialog: there is no list any more that they could be about. */
  dismiss(): void {
    this.menu.close();
    this.confirmation.dismiss();
  }
}
