import type { TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import { LatchSessionList } from '../session/latch-session-list.js';
import type { AccountHost } from './account-section.js';
import { listParts, ListSection } from './list-section.js';

/** The list of devices. @internal */
export class Section extends ListSection {
  protected readonly section = 'devices';

  constructor(host: AccountHost) {
    super(host);
    if (!customElements.get('latch-session-list')) customElements.define('latch-session-list', LatchSessionList);
  }

  override render(heading: TemplateResult): TemplateResult {
    const { baseUrl, allowEmbedded } = this;
    return html`${heading}<latch-session-list exportparts=${listParts} .baseUrl=${baseUrl} .allowEmbedded=${allowEmbedded} @latch-list-failed=${this.listFailed}></latch-session-list>`;
  }
}
