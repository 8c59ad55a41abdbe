import { offerPasskeys, styles } from './field-content.js';

const template = document.createElement('template');
template.innerHTML = `<style>${styles}</style><slot></slot>
  <button type="button"><svg viewBox="0 0 20 20"><circle cx="8" cy="6" r="4"/></svg><span><slot name="label">Sign in with a passkey</slot></span></button>
  <p role="status"></p>`;

customElements.define(
  'vanilla-field',
  class extends HTMLElement {
    connectedCallback(): void {
      this.attachShadow({ mode: 'open' }).append(template.content.cloneNode(true));
      this.shadowRoot!.querySelector('button')!.addEventListener('click', () => void offerPasskeys());
      void offerPasskeys();
    }
  },
);
