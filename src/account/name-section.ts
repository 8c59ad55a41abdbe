import { accountChangeLengths } from '../base/contract/lengths.js';
import type { TemplateResult } from 'lit';
import { html, nothing } from '../base/element/html.js';
import { nameToSend } from '../base/text/username.js';
import { mayHave } from '../base/element/offers.js';
import { LatchAccountChangedEvent } from '../events.js';
import { changeAccount } from '../passkey/manage.js';
import { AccountSection } from './account-section.js';

/** The name that is shown, and the one to sign in with. @internal */
export class Section extends AccountSection {
  protected readonly section = 'name';

  override render(heading: TemplateResult): TemplateResult {
    const { texts } = this;
    const { name = '', displayName = '' } = this.page.account() ?? {};
    const change = this.renderButton(texts.change, () => this.open('name'), {
      opens: 'name',
      name: texts.changeOf.replace('{name}', texts.displayName),
    });
    const shown = this.renderField('displayName', texts.displayName, {
      value: displayName,
      autocomplete: 'name',
      maxlength: accountChangeLengths.displayName,
      mistakes: [],
    });
    const typed = this.renderField('name', texts.username, {
      value: name,
      autocomplete: 'username',
      maxlength: accountChangeLengths.name,
      mistakes: ['taken', 'rejected'],
    });
    return html`${heading}${
      this.form === undefined
        ? this.renderRow(
            html`<bdi>${displayName}</bdi>`,
            displayName !== name && html`<bdi>${name}</bdi>`,
            mayHave(this.host, 'changeAccount') ? change : nothing,
          )
        : this.renderForm(html`${shown}${typed}`, (data) => void this.#save(data))
    }${this.renderStatus()}`;
  }

  async #save(data: FormData): Promise<void> {
    const names = { name: nameToSend(data.get('name') as string), displayName: data.get('displayName') as string };
    const account = this.page.account();
    if (names.name === account?.name && names.displayName === account.displayName) return this.close();
    if (!(await this.attempt((client, signal) => changeAccount({ client, ...names, signal }), 'saved'))) return;
    await this.page.refresh();
    this.close();
    this.page.dispatch(new LatchAccountChangedEvent({ section: 'name' }));
  }
}
