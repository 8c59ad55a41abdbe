import type { TemplateResult } from 'lit';
import { clientOf } from '../base/element/backend.js';
import { signOut } from '../sign-out/sign-out.js';
import { deleteAccount, readDeletion, restoreAccount, type DeletionPlan } from './account.js';
import { LatchAccountChangedEvent, LatchAccountDeletedEvent } from '../events.js';
import { datesFor } from '../base/element/dates.js';
import { languageOf } from '../base/element/language.js';
import { accountSettings } from '../messages/en.js';
import { FetchedSection } from './fetched-section.js';

const day = 86_400_000;

/** Has the account deleted, and keeps it while there is time. @internal */
export class Section extends FetchedSection<DeletionPlan> {
  protected readonly section = 'delete';

  protected override async read(): Promise<DeletionPlan> {
    const { host } = this;
    return readDeletion({ client: clientOf(host), language: languageOf(host), signal: this.page.signal() });
  }

  protected override renderData({ deletesAt }: DeletionPlan): TemplateResult {
    const { texts } = this;
    if (deletesAt === undefined) {
      const options = { isDangerous: true, opens: 'delete' };
      return this.renderRow(
        '',
        texts.deleteAbout,
        this.renderButton(texts.deleteAccount, () => void this.#delete(), options),
      );
    }
    const date = datesFor(this.host, accountSettings).write(deletesAt);
    const keep = this.renderButton(texts.keep, () => void this.#keep(), { opens: 'keep' });
    return this.renderRow(texts.deletesOn.replace('{date}', date), '', keep);
  }

  async #delete(): Promise<void> {
    // What would be lost may have changed since the page was opened.
    await this.load();
    const plan = this.data;
    if (!plan) return;
    const { deleteLater, deleteNow, deleteTitle, deleteAccount: confirm } = this.texts;
    const date = datesFor(this.host, accountSettings).write(Date.now() + plan.grace);
    const time = plan.grace < day ? deleteNow : deleteLater.replace('{date}', date);
    if (!(await this.confirm(deleteTitle, [...plan.consequences, time].join(' '), confirm))) return;
    let deletesAt = 0;
    const isRequested = await this.attempt(async (client, signal) => {
      ({ deletesAt } = await deleteAccount({ client, signal }));
      // There is no account any more that unsynced changes could be sent for.
      if (deletesAt <= Date.now()) await signOut({ client, confirm: async () => true });
    }, '');
    if (!isRequested) return;
    this.page.dispatch(new LatchAccountDeletedEvent({ deletesAt }));
    if (deletesAt <= Date.now()) return this.page.refresh();
    this.data = { ...plan, deletesAt };
    this.requestUpdate();
    await this.focusOn('[data-opens=keep]');
  }

  async #keep(): Promise<void> {
    if (!(await this.attempt((client, signal) => restoreAccount({ client, signal }), 'kept'))) return;
    await this.load();
    await this.focusOn('[data-opens=delete]');
    this.page.dispatch(new LatchAccountChangedEvent({ section: 'delete' }));
  }
}
