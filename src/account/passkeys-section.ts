import type { LitElement, TemplateResult } from 'lit';
import type { BackendHost } from '../base/element/backend.js';
import { html } from '../base/element/html.js';
import { LatchPasskeyList } from '../passkey/latch-passkey-list.js';
import { listParts, ListSection, type AccountPage } from './account-section.js';

/** The list of passkeys. @internal */
export class Section extends ListSection {
  protected readonly section = 'passkeys';

  constructor(host: LitElement & BackendHost, page: AccountPage) {
    super(host, page);
    if (!customElements.get('latch-passkey-list')) customElements.define('latch-passkey-list', LatchPasskeyList);
  }

  override render(heading: TemplateResult): TemplateResult {
    const { baseUrl, allowEmbedded } = this.host;
    // The ways to sign in have changed.
    const changed = () => void this.page.refresh();
    return html`<latch-passkey-list exportparts=${listParts} .baseUrl=${baseUrl} .allowEmbedded=${allowEmbedded} @latch-list-failed=${this.listFailed} @latch-passkey-created=${changed} @latch-passkey-removed=${changed}><div slot="heading">${heading}</div></latch-passkey-list>`;
  }
}
