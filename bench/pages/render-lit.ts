import { css, html, LitElement, unsafeCSS } from 'lit';
import { offerPasskeys, styles } from './field-content.js';

customElements.define(
  'lit-field',
  class extends LitElement {
    static override styles = css`${unsafeCSS(styles)}`;

    override connectedCallback(): void {
      super.connectedCallback();
      void offerPasskeys();
    }

    protected override render() {
      return html`<slot></slot>
        <button type="button" @click=${offerPasskeys}><svg viewBox="0 0 20 20"><circle cx="8" cy="6" r="4" /></svg><span><slot name="label">Sign in with a passkey</slot></span></button>
        <p role="status"></p>`;
    }
  },
);
