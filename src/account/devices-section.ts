import type { LitElement, TemplateResult } from 'lit';
import type { BackendHost } from '../base/element/backend.js';
import { html } from '../base/element/html.js';
import { LatchSessionList } from '../session/latch-session-list.js';
import { listParts, ListSection, type AccountPage } from './account-section.js';

/** The list of devices. @internal */
export class Section extends ListSection {
  protected readonly section = 'devices';

  constructor(host: LitElement & BackendHost, page: AccountPage) {
    super(host, page);
    if (!customElements.get('latch-session-list')) customElements.define('latch-session-list', LatchSessionList);
  }

  override render(heading: TemplateResult): TemplateResult {
    const { baseUrl, allowEmbedded } = this.host;
    return html`${heading}<latch-session-list exportparts=${listParts} .baseUrl=${baseUrl} .allowEmbedded=${allowEmbedded} @latch-list-failed=${this.listFailed}></latch-session-list>`;
  }
}
