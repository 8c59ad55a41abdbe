import type { TemplateResult } from 'lit';
import type { DeletionPlan } from './account-changes.js';
import { LatchAccountChangedEvent, LatchAccountDeletedEvent } from '../events.js';
import { datesFor } from '../base/element/dates.js';
import { languageOf } from '../base/element/language.js';
import { accountSettings } from '../messages/en.js';
import { FetchedSection } from './fetched-section.js';

const day = 86_400_000;

/** Has the account deleted, and keeps it while there is time. @internal */
export class Section extends FetchedSection<DeletionPlan> {
  protected readonly section = 'delete';

  protected override read(): Promise<DeletionPlan> {
    return this.changes.readDeletion(languageOf(this.host), this.host.signal);
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
    const { deleteLater, deleteNow, deleteTitle, deleteAccount } = this.texts;
    const date = datesFor(this.host, accountSettings).write(Date.now() + plan.grace);
    const time = plan.grace < day ? deleteNow : deleteLater.replace('{date}', date);
    if (!(await this.confirm(deleteTitle, [...plan.consequences, time].join(' '), deleteAccount))) return;
    let deletesAt = 0;
    if (!(await this.attempt(async () => (deletesAt = await this.changes.delete(this.host.signal)), ''))) return;
    this.host.tellPage(new LatchAccountDeletedEvent({ deletesAt }));
    if (deletesAt <= Date.now()) return this.host.refresh();
    this.data = { ...plan, deletesAt };
    this.requestUpdate();
    await this.focusOn('[data-opens=keep]');
  }

  async #keep(): Promise<void> {
    if (!(await this.attempt(() => this.changes.keep(this.host.signal), 'kept'))) return;
    await this.load();
    await this.focusOn('[data-opens=delete]');
    this.host.tellPage(new LatchAccountChangedEvent({ section: 'delete' }));
  }
}
