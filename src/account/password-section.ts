import { passwordChangeLengths } from '../base/contract/lengths.js';
import type { TemplateResult } from 'lit';
import { html, nothing } from '../base/element/html.js';
import { mayHave } from '../base/element/offers.js';
import { LatchAccountChangedEvent } from '../events.js';
import { removePassword, setPassword } from '../password/settings.js';
import { AccountSection } from './account-section.js';

/** What the contract asks of a password. */
const shortest = 8;

/** The password of the account: set, replaced, removed. @internal */
export class Section extends AccountSection {
  protected readonly section = 'password';

  override render(heading: TemplateResult): TemplateResult {
    const { texts } = this;
    const { name = '', methods = [] } = this.page.account() ?? {};
    const hasPassword = methods.includes('password');
    // Where it is the only way to sign in, the backend refuses to remove it.
    const isRemovable =
      mayHave(this.host, 'removePassword') &&
      hasPassword &&
      methods.some((method) => method !== 'password' && method !== 'otp');
    const change = this.renderButton(hasPassword ? texts.change : texts.setPassword, () => this.open('password'), {
      opens: 'password',
      ...(hasPassword && { name: texts.changeOf.replace('{name}', texts.password) }),
    });
    const remove = { text: texts.remove, isDangerous: true, act: () => void this.#remove() };
    const field = this.renderField('password', texts.newPassword, {
      type: 'password',
      autocomplete: 'new-password',
      maxlength: passwordChangeLengths.password,
      mistakes: ['shortPassword', 'common_password', 'rejected'],
    });
    // Password managers store the name beside the password.
    const fields = html`<input hidden name="username" autocomplete="username" .value=${name} />${field}`;
    return html`${heading}${
      this.form === undefined
        ? this.renderRow(
            hasPassword ? texts.hasPassword : texts.noPassword,
            '',
            html`${change}${isRemovable ? this.renderMenu(texts.password, [remove]) : nothing}`,
          )
        : this.renderForm(fields, (data) => void this.#save(data.get('password') as string))
    }${this.renderStatus()}`;
  }

  async #save(password: string): Promise<void> {
    if (password.length < shortest) return this.refuse('shortPassword');
    await this.#change(password, 'passwordSaved');
  }

  async #remove(): Promise<void> {
    const { removePassword: title, removePasswordText, remove } = this.texts;
    if (await this.confirm(title, removePasswordText, remove)) await this.#change(null, 'passwordRemoved');
  }

  async #change(password: string | null, done: string): Promise<void> {
    const isChanged = await this.attempt(
      (client, signal) =>
        password === null ? removePassword({ client, signal }) : setPassword({ client, password, signal }),
      done,
    );
    if (!isChanged) return;
    await this.page.refresh();
    if (this.form) this.close();
    else await this.focusOn('[data-opens=password]');
    this.page.dispatch(new LatchAccountChangedEvent({ section: 'password' }));
  }
}
