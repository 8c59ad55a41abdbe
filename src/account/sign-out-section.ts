import type { TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import type { Loss, SignedOut } from './account-changes.js';
import { LatchSignedOutEvent } from '../events.js';
import { describeLoss } from '../sign-out/describe-loss.js';
import { AccountSection } from './account-section.js';

/** Signs the user out on all devices, this one included. @internal */
export class Section extends AccountSection {
  protected readonly section = 'sign-out';

  override begin(): void {
    void this.#look();
  }

  override render(heading: TemplateResult): TemplateResult {
    const { texts } = this;
    const button = this.renderButton(texts.signOut, () => void this.#signOut());
    return html`${heading}${this.renderRow('', texts.signOutAbout, button)}${this.renderStatus()}`;
  }

  /** Hides the section where the backend names no chapters, and turns out to know nothing of other devices. */
  async #look(): Promise<void> {
    if (this.host.account?.chapters || (await this.changes.knowsDevices(this.host.signal))) return;
    this.isMissing = true;
    this.requestUpdate();
  }

  async #signOut(): Promise<void> {
    const { signOutTitle, signOutText, signOut: confirm } = this.texts;
    if (!(await this.confirm(signOutTitle, signOutText, confirm))) return;
    let result: SignedOut | undefined;
    const confirmLoss = (loss: Loss) => this.#confirmLoss(loss);
    const work = async () => (result = await this.changes.signOutEverywhere(confirmLoss, this.host.signal));
    if (!(await this.attempt(work, ''))) return;
    this.host.tellPage(new LatchSignedOutEvent(result!));
    await this.host.refresh();
  }

  async #confirmLoss(loss: Loss): Promise<boolean> {
    const { title, text, confirm } = await describeLoss(this.host, loss);
    return this.confirm(title, text, confirm);
  }
}
