import { accountChangeLengths } from '../base/contract/lengths.js';
import type { LitElement, TemplateResult } from 'lit';
import type { BackendHost } from '../base/element/backend.js';
import { html, nothing } from '../base/element/html.js';
import { mayHave } from '../base/element/offers.js';
import { LatchAccountChangedEvent } from '../events.js';
import { LatchOtpInput } from '../one-time-code/latch-otp-input.js';
import { changeAddresses } from './account.js';
import { AccountSection, type AccountPage } from './account-section.js';

type Kind = 'email' | 'phone';

/** The addresses of the account: added, replaced, removed, and verified by a code. @internal */
export class Section extends AccountSection {
  protected readonly section = 'addresses';
  /** Which address a code was sent to. */
  #verified: Kind | undefined;

  constructor(host: LitElement & BackendHost, page: AccountPage) {
    super(host, page);
    if (!customElements.get('latch-otp-input')) customElements.define('latch-otp-input', LatchOtpInput);
  }

  override render(heading: TemplateResult): TemplateResult {
    // Few backends send text messages: only accounts that have a phone number show one.
    const kinds: readonly Kind[] = this.page.account()?.phone ? ['email', 'phone'] : ['email'];
    return html`${heading}${kinds.map((kind) => this.#renderAddress(kind))}${this.renderStatus()}`;
  }

  /** Whether an address is one, the backend decides. */
  protected override refuse(outcome: string): void {
    const { form } = this;
    super.refuse(outcome === 'rejected' && form ? (form === 'email' ? 'wrongEmail' : 'wrongPhone') : outcome);
  }

  #renderAddress(kind: Kind): TemplateResult {
    const { texts } = this;
    const account = this.page.account();
    const own = account?.[kind];
    const open = () => this.open(kind);
    if (this.form === kind) {
      const type = kind === 'email' ? 'email' : 'tel';
      const mistakes = ['wrongEmail', 'wrongPhone'];
      const field = this.renderField(kind, texts[kind], {
        value: own?.address ?? '',
        type,
        autocomplete: type,
        // A telephone number is typed with more than what is sent of it.
        maxlength: accountChangeLengths.email,
        mistakes,
      });
      return this.renderForm(field, (data) => void this.#save(kind, data));
    }
    if (!own)
      return this.renderRow(
        texts[kind],
        texts.noAddress,
        mayHave(this.host, 'changeAccount')
          ? this.renderButton(texts.add, open, { opens: kind, name: `${texts.add}: ${texts[kind]}` })
          : nothing,
      );
    const { address, verified } = own;
    const canVerify =
      !verified && (account?.chapters?.includes('one-time-codes') ?? true) && mayHave(this.host, 'code');
    const isAsking = canVerify && this.#verified === kind;
    const nameOf = (action: string) => `${action}: ${address}`;
    const isChangeable = mayHave(this.host, 'changeAccount');
    const verify = canVerify
      ? this.renderButton(texts.verify, () => void this.#verify(kind), {
          name: nameOf(texts.verify),
          ...(!isChangeable && { opens: kind }),
        })
      : nothing;
    const change = this.renderButton(texts.change, open, { opens: kind, name: nameOf(texts.change) });
    const remove = { text: texts.remove, isDangerous: true, act: () => void this.#remove(kind, address) };
    const choices = canVerify ? [{ text: texts.change, act: open }, remove] : [remove];
    const badge = html`<span part="badge">${verified ? texts.verified : texts.unverified}</span>`;
    return html`${this.renderRow(html`<bdi>${address}</bdi> ${badge}`, '', isAsking ? nothing : html`${canVerify ? verify : isChangeable ? change : nothing}${isChangeable ? this.renderMenu(address, choices, canVerify ? kind : undefined) : nothing}`)}${isAsking ? this.#renderCode(kind, address) : nothing}`;
  }

  #renderCode(kind: Kind, address: string): TemplateResult {
    const { baseUrl, allowEmbedded } = this.host;
    const verified = async () => {
      await this.page.refresh();
      this.#verified = undefined;
      this.succeed('verified');
      await this.focusOn(`[data-opens=${kind}]`);
    };
    const leave = () => {
      this.#verified = undefined;
      this.requestUpdate();
      void this.focusOn(`[data-opens=${kind}]`);
    };
    return html`<latch-otp-input exportparts="button, action, box, status" .baseUrl=${baseUrl} .allowEmbedded=${allowEmbedded} .to=${address} .isOwn=${true} @latch-address-verified=${verified}></latch-otp-input><div class="choices"><button part="action" class="quiet" type="button" @click=${leave}>${this.texts.cancel}</button></div>`;
  }

  /** Sends a code, and shows the field for it. */
  async #verify(kind: Kind): Promise<void> {
    this.#verified = kind;
    this.succeed('');
    await this.host.updateComplete;
    const code = this.host.renderRoot.querySelector<LatchOtpInput>('latch-otp-input');
    await code?.updateComplete;
    await code?.request();
    code?.focus();
  }

  async #save(kind: Kind, data: FormData): Promise<void> {
    const address = (data.get(kind) as string).trim();
    if (!address) return this.refuse('rejected');
    if (address === this.page.account()?.[kind]?.address) return this.close();
    await this.#change(kind, address);
  }

  async #remove(kind: Kind, address: string): Promise<void> {
    const { removeAddress, removeAddressText, remove } = this.texts;
    // Isolated, so that the address does not move the words around it.
    const title = removeAddress.replace('{name}', () => `\u2068${address}\u2069`);
    if (await this.confirm(title, removeAddressText, remove)) await this.#change(kind, null);
  }

  async #change(kind: Kind, address: string | null): Promise<void> {
    if (!(await this.attempt((client, signal) => changeAddresses({ client, [kind]: address, signal }), 'saved')))
      return;
    this.#verified = undefined;
    await this.page.refresh();
    if (this.form) this.close();
    else await this.focusOn(`[data-opens=${kind}]`);
    this.page.dispatch(new LatchAccountChangedEvent({ section: 'addresses' }));
  }
}
