import { type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { SignedInState } from './session.js';
import { css, html } from '../base/element/html.js';
import { LatchElement } from '../base/element/latch-element.js';
import { sessionNotice } from '../messages/en.js';
import type { Texts } from '../messages/section.js';
import { LatchSignOutButton } from '../sign-out/latch-sign-out-button.js';

const styles = css`
  :host(:not([hidden])) {
    display: grid;
    gap: 12px;
  }
  [part=status]:not(:empty) {
    margin: 0;
  }
`;

/**
 * What tags for signing in show while a session exists that has begun elsewhere: who is signed in, a button to go on, and
 * one that signs that user out, so that another account can be used. @internal
 */
export class LatchSessionNotice extends LatchElement {
  static override styles: CSSResultGroup = [LatchElement.styles, styles];
  static override properties: PropertyDeclarations = { state: { state: true }, goOn: { state: true } };

  /** The session that has begun elsewhere. */
  declare state: SignedInState;

  /** Called when the user wants to go on with it. */
  declare goOn: () => void;

  protected readonly section = sessionNotice;
  protected override outcome = 'done';

  protected override get texts(): Texts {
    const texts = super.texts as Record<string, string>;
    const { user } = this.state;
    const name = user?.displayName || user?.name;
    return { ...texts, done: name ? texts['signedInAs']!.replace('{name}', () => name) : texts['signedIn']! };
  }

  protected override render(): TemplateResult {
    const { texts, baseUrl, allowEmbedded } = this;
    return html`${this.renderStatus()}<button part="button" type="button" @click=${() => this.goOn()}>${texts['goOn']}</button><latch-sign-out-button .baseUrl=${baseUrl} .allowEmbedded=${allowEmbedded} exportparts="button: action, icon, status, dialog, dialog-title, dialog-text, dialog-confirm, dialog-cancel">${texts['otherAccount']}</latch-sign-out-button>`;
  }
}

if (!customElements.get('latch-sign-out-button')) customElements.define('latch-sign-out-button', LatchSignOutButton);
if (!customElements.get('latch-session-notice')) customElements.define('latch-session-notice', LatchSessionNotice);
