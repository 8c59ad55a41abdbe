import { nothing, type CSSResultGroup, type TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import { Lifetime } from '../base/element/lifetime.js';
import { loadModule } from '../base/element/load-module.js';
import { OtherDeviceSignIn, type OtherDeviceHost } from './other-device-controller.js';
import type { LatchError } from '../base/client/errors.js';
import { LatchSignedInEvent, LatchSignInFailedEvent } from '../events.js';
import { css } from '../base/element/css.js';
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
export class LatchOtherDevice extends LatchElement implements OtherDeviceHost {
  static override styles: CSSResultGroup = [LatchElement.styles, styles];

  protected readonly section = otherDevice;
  #draw: typeof drawQrCode | undefined;
  readonly #signIn = new OtherDeviceSignIn(this);
  readonly #lifetime = new Lifetime(this, (signal) => void this.#start(signal));

  override focus(): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('[role=group]')?.focus());
  }

  /** Called by the controller. @internal */
  signedIn(result: LatchSignedInEvent['detail']): void {
    this.outcome = 'done';
    this.tell(new LatchSignedInEvent(result));
  }

  /** Called by the controller. @internal */
  signInFailed(error: LatchError | TypeError): void {
    this.fail(error, LatchSignInFailedEvent);
  }

  protected override get phase(): string | undefined {
    return this.#signIn.phase;
  }

  /** Gets another code. */
  protected override act(): void {
    void this.#start(this.#lifetime.signal);
  }

  protected override render(): TemplateResult {
    const { texts, phase } = this;
    const { shown } = this.#signIn;
    const code = shown
      ? html`${this.#draw?.(shown.page, texts['picture'])}<a href=${shown.page} target="_blank" rel="noopener" dir="ltr">${shown.page.replace(/^https?:\/\/|\/$/g, '')}</a>
          <p part="box" dir="ltr"><span aria-hidden="true">${shown.code}</span><span class="spoken">${shown.code.replace(/./g, '$& ')}</span></p>`
      : nothing;
    const isOver = !phase && !!this.outcome && this.outcome !== 'done';
    return html`<div role="group" tabindex="-1" aria-labelledby="about"><p id="about">${texts['about']}</p>
      ${code}${this.renderStatus()}${isOver ? html`<button part="action" class="quiet" type="button" @click=${this.act}>${texts['again']}</button>` : nothing}</div>`;
  }

  async #start(signal: AbortSignal): Promise<void> {
    this.outcome = undefined;
    // Without the picture, the link is left.
    loadModule(() => import('../base/element/qr-code.js')).then(
      ({ drawQrCode }) => {
        this.#draw = drawQrCode;
        this.requestUpdate();
      },
      () => {},
    );
    await this.#signIn.start(signal);
  }
}
