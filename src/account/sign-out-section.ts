import type { TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import type { Client } from '../base/client/client.js';
import { LatchError } from '../base/client/errors.js';
import { clientOf } from '../base/element/backend.js';
import { listSessions, signOutDevice } from '../session/session-list.js';
import { signOut, type Loss, type SignedOut } from '../sign-out/sign-out.js';
import { signOutOtherDevices } from './account.js';
import { LatchSignedOutEvent } from '../events.js';
import { describeLoss } from '../sign-out/describe-loss.js';
import { AccountSection } from './account-section.js';

async function signOutOthers(client: Client, signal: AbortSignal): Promise<void> {
  try {
    await signOutOtherDevices({ client, signal });
  } catch (error) {
    if (!(error instanceof LatchError) || error.code !== 'unsupported') throw error;
    const others = (await listSessions({ client, signal })).filter(({ current }) => !current);
    for (const { id } of others) await signOutDevice({ client, id, signal });
  }
}

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
    if (this.page.account()?.chapters || (await this.#knowsDevices())) return;
    this.isMissing = true;
    this.requestUpdate();
  }

  async #signOut(): Promise<void> {
    const { signOutTitle, signOutText, signOut: confirm } = this.texts;
    if (!(await this.confirm(signOutTitle, signOutText, confirm))) return;
    let result: SignedOut | undefined;
    const isOver = await this.attempt(async (client, signal) => {
      await signOutOthers(client, signal);
      result = await signOut({ client, confirm: (loss) => this.#confirmLoss(loss) });
    }, '');
    if (!isOver) return;
    this.page.dispatch(new LatchSignedOutEvent(result!));
    await this.page.refresh();
  }

  /** Whether the backend may list the devices of the account: false only if it has answered that it cannot. */
  async #knowsDevices(): Promise<boolean> {
    try {
      await listSessions({ client: clientOf(this.host), signal: this.page.signal() });
      return true;
    } catch (error) {
      return (error as LatchError).code !== 'unsupported';
    }
  }

  async #confirmLoss(loss: Loss): Promise<boolean> {
    const { title, text, confirm } = await describeLoss(this.host, loss);
    return this.confirm(title, text, confirm);
  }
}
