import { nothing, type CSSResultGroup, type TemplateResult } from 'lit';
import { html, css } from '../base/element/html.js';
import { clientOf } from '../base/element/backend.js';
import { loadModule } from '../base/element/load-module.js';
import type { SignInOutcome } from '../base/client/sign-in-outcome.js';
import { signInByOtherDevice, type ShownCode, type SignedInByOtherDevice } from './other-device.js';
import { LatchSignedInEvent, LatchSignInFailedEvent } from '../events.js';
import { LatchElement } from '../base/element/latch-element.js';
import { otherDevice } from '../messages/en.js';
import type { drawQrCode } from '../base/element/qr-code.js';

const styles = css`
  [role=group] {
    display: grid;
    gap: 12px;
    justify-items: center;
    text-align: center;
  }
  [role=group]:focus {
    outline: none;
  }
  p {
    margin: 0;
  }
  #about {
    justify-self: start;
    color: var(--latch-text-muted, color-mix(in oklab, currentcolor 68%, transparent));
    text-align: start;
  }
  svg {
    inline-size: min(192px, 60vi);
    border-radius: var(--_radius);
    stroke: none;
  }
  [part=status] {
    text-align: start;
  }
  a {
    color: inherit;
    overflow-wrap: anywhere;
  }
  [part=box] {
    font-size: 1.75em;
    font-weight: 600;
  }
  .spoken {
    position: absolute;
    clip-path: inset(50%);
  }
`;

/**
 * What `latch-sign-in` puts in to sign in by another device: the address of a page, its QR code, and the code to type
 * there. It gets a code when it is connected, and waits as long as it stays in the page. @internal
 */
export class LatchOtherDevice extends LatchElement {
  static override styles: CSSResultGroup = [LatchElement.styles, styles];

  protected readonly section = otherDevice;
  #draw: typeof drawQrCode | undefined;
  /** What to show in the phase `waiting`. */
  #shown: ShownCode | undefined;
  readonly #signIn = this.action<SignInOutcome<SignedInByOtherDevice>>({
    run: async ({ signal, onPhase }) => {
      onPhase('starting');
      const onCode = (shown: ShownCode): void => {
        this.#shown = shown;
        onPhase('waiting');
      };
      try {
        return await signInByOtherDevice({ client: clientOf(this), onCode, signal });
      } finally {
        this.#shown = undefined;
      }
    },
    done: (result) => new LatchSignedInEvent(result),
    Failure: LatchSignInFailedEvent,
  });

  override focus(): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('[role=group]')?.focus());
  }

  protected override begin(): void {
    this.#start();
  }

  protected override render(): TemplateResult {
    const { texts, phase } = this;
    const shown = this.#shown;
    const code = shown
      ? html`${this.#draw?.(shown.page, texts['picture'])}<a href=${shown.page} target="_blank" rel="noopener" dir="ltr">${shown.page.replace(/^https?:\/\/|\/$/g, '')}</a>
          <p part="box" dir="ltr"><span aria-hidden="true">${shown.code}</span><span class="spoken">${shown.code.replace(/./g, '$& ')}</span></p>`
      : nothing;
    const isOver = !phase && this.outcome !== 'done';
    return html`<div role="group" tabindex="-1" aria-labelledby="about"><p id="about">${texts['about']}</p>
      ${code}${this.renderStatus()}${isOver ? html`<button part="action" class="quiet" type="button" @click=${this.#start}>${texts['again']}</button>` : nothing}</div>`;
  }

  /** Gets a code, and waits. */
  readonly #start = (): void => {
    // Without the picture, the link is left.
    loadModule(() => import('../base/element/qr-code.js')).then(
      ({ drawQrCode }) => {
        this.#draw = drawQrCode;
        this.requestUpdate();
      },
      () => {},
    );
    void this.#signIn.start();
  };
}
