import type { TemplateResult } from 'lit';
import { html, nothing } from '../base/element/html.js';
import type { LinkedIdentity, Providers } from './account-changes.js';
import { mayHave } from '../base/element/offers.js';
import { LatchAccountChangedEvent } from '../events.js';
import { datesFor } from '../base/element/dates.js';
import { accountSettings } from '../messages/en.js';
import { FetchedSection } from './fetched-section.js';

/** What users call a provider: the name from the backend, else its host. */
const nameOf = ({ issuer, name }: Pick<LinkedIdentity, 'issuer' | 'name'>): string =>
  name ?? (URL.canParse(issuer) ? new URL(issuer).host : issuer);

/** The accounts at providers: linked and unlinked. @internal */
export class Section extends FetchedSection<Providers> {
  protected readonly section = 'providers';

  protected override read(): Promise<Providers> {
    return this.changes.readProviders(this.host.signal);
  }

  protected override renderData({ identities, linkable }: Providers): TemplateResult {
    const { texts } = this;
    const dates = datesFor(this.host, accountSettings);
    const link =
      linkable === undefined || !mayHave(this, 'linkProvider')
        ? nothing
        : this.renderButton(
            texts.link.replace('{name}', () => nameOf({ issuer: linkable })),
            () => void this.attempt(() => this.changes.link(this.host.signal), ''),
            { opens: 'link' },
          );
    if (identities.length === 0) return this.renderRow(texts.noProviders, '', link);
    const items = identities.map((identity) => {
      const name = nameOf(identity);
      const unlink = this.renderButton(texts.unlink, () => void this.#unlink(identity.id, name), {
        name: texts.unlinkOf.replace('{name}', () => name),
        isDangerous: true,
      });
      return html`<li>${this.renderRow(html`<bdi>${name}</bdi>`, dates.fill(texts.linked, identity.linkedAt), mayHave(this, 'unlinkProvider') ? unlink : nothing)}</li>`;
    });
    return html`<ul role="list" tabindex="-1">${items}</ul>${link}`;
  }

  async #unlink(id: string, name: string): Promise<void> {
    const { unlinkTitle, unlinkText, unlink } = this.texts;
    // Isolated, so that a right-to-left name does not move the words around it.
    const title = unlinkTitle.replace('{name}', () => `\u2068${name}\u2069`);
    if (!(await this.confirm(title, unlinkText, unlink))) return;
    if (!(await this.attempt(() => this.changes.unlink(id, this.host.signal), 'unlinked'))) return;
    await Promise.all([this.load(), this.host.refresh()]);
    await this.focusOn('button, ul');
    this.host.tellPage(new LatchAccountChangedEvent({ section: 'providers' }));
  }
}
