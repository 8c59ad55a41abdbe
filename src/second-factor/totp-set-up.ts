import { adoptStyles } from '../base/element/adopted-styles.js';
import type { TemplateResult } from 'lit';
import { html, css } from '../base/element/html.js';
import type { TotpEnrollment } from '../base/contract/types.js';
import type { nextSteps } from '../messages/en.js';
import { drawQrCode } from '../base/element/qr-code.js';

type Sentences = typeof nextSteps.english;

const styles = css`
  .qr svg {
    inline-size: min(100%, 240px);
    margin-inline: auto;
    stroke: none;
  }
  .key,
  code {
    overflow-wrap: anywhere;
  }
  .codes {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(9em, 1fr));
    gap: 4px 16px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .pair {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 12px;
    margin-block: 8px;
  }
  .pair > button {
    --_fill: transparent;
    --_line: var(--_border-strong);
    --_hover: var(--latch-hover);
    --_pressed: var(--latch-pressed);
    color: inherit;
  }
  .pair > a {
    display: grid;
    place-content: center;
    padding: 4px 12px;
    text-align: center;
    min-block-size: var(--_size);
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius);
    color: inherit;
    font-weight: var(--latch-label-weight, 600);
    text-decoration: none;
  }
  /* An app that takes the link is on the phone in the hand, seldom on a desktop. */
  @media (pointer: fine) {
    .open {
      display: none !important;
    }
    .pair:has(> .open) {
      grid-template-columns: auto;
      justify-content: start;
    }
  }
  .pair > a:focus-visible {
    outline: var(--latch-focus-ring, 3px solid var(--latch-accent, #4a7bf0));
    outline-offset: 2px;
  }
`;

/** Gives an element the styles of {@link renderKey} and {@link renderRecoveryCodes}. @internal */
export function adoptTotpStyles({ renderRoot }: { renderRoot: HTMLElement | DocumentFragment }): void {
  adoptStyles(renderRoot as ShadowRoot, styles);
}

/**
 * The secret of an authenticator app: as a QR code, as a text in groups of four, to copy, and on phones and tablets as a link
 * that opens the app there. `copied` is called once it is on the clipboard. @internal
 */
export function renderKey(
  { otpauthUri, secret }: TotpEnrollment,
  texts: Sentences,
  copied: () => void,
): TemplateResult {
  return html`<p>${texts.setUpAbout}</p><div class="qr">${drawQrCode(otpauthUri, texts.qr)}</div><p class="key">${texts.key}: <code dir="ltr">${secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code></p><div class="pair"><button part="action" type="button" @click=${() => copy(secret, copied)}>${texts.copyKey}</button><a part="action" class="open" href=${otpauthUri}>${texts.openKey}</a></div>`;
}

function copy(text: string, copied: () => void): void {
  navigator.clipboard.writeText(text).then(copied, (error: unknown) => reportError(error));
}

/** Recovery codes, to copy or download. `copied` is called once they are on the clipboard. @internal */
export function renderRecoveryCodes(codes: readonly string[], texts: Sentences, copied: () => void): TemplateResult {
  const list = codes.join('\n');
  return html`<p>${texts.recoveryAbout}</p><ul class="codes" dir="ltr">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul><div class="pair"><button part="action" type="button" @click=${() => copy(list, copied)}>${texts.copy}</button><a part="action" download="recovery-codes.txt" href=${`data:text/plain;charset=utf-8,${encodeURIComponent(`${list}\n`)}`}>${texts.download}</a></div>`;
}
