import { secondFactorCodeLengths } from '../base/contract/lengths.js';
import type { TemplateResult } from 'lit';
import { html, nothing } from '../base/element/html.js';
import { clientOf } from '../base/element/backend.js';
import { loadModule } from '../base/element/load-module.js';
import {
  confirmTotpInSettings,
  enrollTotp,
  readSecondFactor,
  removeTotp,
  renewRecoveryCodes,
  requireSecondFactor,
  type SecondFactorAnswer,
  type TotpEnrollment,
} from '../second-factor/second-factor.js';
import { plainCode } from '../base/text/code.js';
import type { LatchError } from '../base/client/errors.js';
import { LatchAccountChangedEvent } from '../events.js';
import { datesFor } from '../base/element/dates.js';
import { inNumber, loadTexts, textsFor } from '../messages/localize.js';
import { nextSteps, secondFactorSettings } from '../messages/en.js';
import type { accountSettings } from '../messages/en.js';
import type * as TotpSetUp from '../second-factor/totp-set-up.js';
import { FetchedSection } from './fetched-section.js';

/** The authenticator app with its recovery codes: set up and removed; or the passkey that the password needs. @internal */
export class Section extends FetchedSection<SecondFactorAnswer> {
  protected readonly section = 'second-factor';
  /** What draws a secret and recovery codes. */
  #view: typeof TotpSetUp | undefined;
  #enrollment: TotpEnrollment | undefined;
  /** New recovery codes, until the user has saved them. */
  #codes: readonly string[] = [];

  protected override get texts(): typeof accountSettings.english & typeof secondFactorSettings.english {
    const { host } = this;
    return { ...textsFor(host, nextSteps), ...textsFor(host, secondFactorSettings), ...super.texts };
  }

  protected override async read(): Promise<SecondFactorAnswer> {
    const { host } = this;
    const options = { client: clientOf(host), signal: this.page.signal() };
    const [answer] = await Promise.all([
      readSecondFactor(options),
      loadTexts(host, nextSteps),
      loadTexts(host, secondFactorSettings),
    ]);
    return answer;
  }

  protected override renderData(data: SecondFactorAnswer): TemplateResult {
    if (this.#codes.length > 0) return this.#renderCodes();
    if (this.form !== undefined) return this.#renderSetUp();
    return data.totp ? this.#renderApp(data, data.totp.createdAt) : this.#renderNoApp(data);
  }

  /** A code that is not right, or whose secret has expired meanwhile. */
  protected override refuse(outcome: string): void {
    if (outcome !== 'rejected' || this.form === undefined) return super.refuse(outcome);
    if (Date.now() < this.#enrollment!.expires) return super.refuse('wrongCode');
    this.close();
    super.refuse('expiredSetUp');
  }

  /** What is shown was changed elsewhere when the backend refuses its change. */
  protected override fail(error: LatchError | TypeError): void {
    super.fail(error);
    const { status } = error as Partial<LatchError>;
    if (this.data && (status === 404 || status === 409)) void this.load();
  }

  #renderApp({ recoveryCodes }: SecondFactorAnswer, createdAt: number): TemplateResult {
    const { texts, host } = this;
    const remove = this.renderButton(texts.remove, () => void this.#remove(), {
      name: `${texts.remove}: ${texts.authenticatorApp}`,
      isDangerous: true,
    });
    const since = datesFor(host, secondFactorSettings).fill(texts.appSince, createdAt);
    const left = inNumber(host, secondFactorSettings, texts.codesLeft, 'count', recoveryCodes);
    const renew = this.renderButton(texts.newCodes, () => void this.#renew(), { opens: 'codes' });
    return html`${this.renderRow(texts.authenticatorApp, since, remove)}${this.renderRow(texts.recoveryCodes, left, renew)}`;
  }

  #renderNoApp({ required, policy }: SecondFactorAnswer): TemplateResult {
    const { texts } = this;
    const { methods = [] } = this.page.account() ?? {};
    const setUp = this.renderButton(texts.setUpApp, () => void this.#setUp(), {
      opens: 'totp',
      name: `${texts.setUpApp}: ${texts.authenticatorApp}`,
    });
    const label = required ? texts.turnOff : texts.turnOn;
    const change = this.renderButton(label, () => void this.#require(!required), {
      opens: 'passkey',
      name: `${label}: ${texts.passkeyToo}`,
    });
    const hasBoth = methods.includes('passkey') && methods.includes('password');
    const about = required ? texts.passkeyNeeded : texts.passkeyNotNeeded;
    const passkey =
      required || hasBoth ? this.renderRow(texts.passkeyToo, about, policy === 'required' ? nothing : change) : nothing;
    return html`${this.renderRow(texts.authenticatorApp, texts.noApp, setUp)}${passkey}`;
  }

  #renderSetUp(): TemplateResult {
    const sentences = textsFor(this.host, nextSteps);
    const field = this.renderField('code', sentences.code, {
      autocomplete: 'one-time-code',
      inputmode: 'numeric',
      maxlength: secondFactorCodeLengths.code,
      mistakes: ['missingCode', 'wrongCode'],
    });
    const key = this.#view!.renderKey(this.#enrollment!, sentences, () => this.succeed('copied'));
    const confirm = (data: FormData) => void this.#confirm(plainCode(data.get('code') as string));
    return this.renderForm(html`${key}${field}`, confirm, sentences.confirm);
  }

  #renderCodes(): TemplateResult {
    const sentences = textsFor(this.host, nextSteps);
    const list = this.#view!.renderRecoveryCodes(this.#codes, sentences, () => this.succeed('copied'));
    const saved = () => {
      this.#codes = [];
      this.succeed('');
      void this.focusOn('[data-opens=codes]');
    };
    return html`<div class="once"><h3 tabindex="-1">${sentences.recovery}</h3>${list}<button part="button" type="button" @click=${saved}>${sentences.saved}</button></div>`;
  }

  /** Shows a new secret, with a field for its first code. */
  async #setUp(): Promise<void> {
    const isEnrolled = await this.attempt(async (client, signal) => {
      await this.#loadView();
      this.#enrollment = await enrollTotp({ client, signal });
    }, '');
    if (isEnrolled) this.open('totp');
  }

  async #confirm(code: string): Promise<void> {
    if (!code) return this.refuse('missingCode');
    if (await this.#receiveCodes((options) => confirmTotpInSettings({ ...options, code }), 'appAdded'))
      this.#dispatchChange();
  }

  async #renew(): Promise<void> {
    const { newCodesTitle, newCodesText, newCodes } = this.texts;
    if (!(await this.confirm(newCodesTitle, newCodesText, newCodes))) return;
    if (await this.#receiveCodes(renewRecoveryCodes, 'codesReplaced')) this.#dispatchChange();
  }

  async #remove(): Promise<void> {
    const { removeApp, removeAppText, remove } = this.texts;
    if (!(await this.confirm(removeApp, removeAppText, remove))) return;
    if (!(await this.attempt((client, signal) => removeTotp({ client, signal }), 'appRemoved'))) return;
    await this.load();
    await this.focusOn('[data-opens=totp]');
    this.#dispatchChange();
  }

  async #require(required: boolean): Promise<void> {
    const isChanged = await this.attempt(
      async (client, signal) => (this.data = await requireSecondFactor({ client, required, signal })),
      'saved',
    );
    if (isChanged) this.#dispatchChange();
  }

  /** Does `work`, and shows the recovery codes that it returns. */
  async #receiveCodes(work: typeof renewRecoveryCodes, done: string): Promise<boolean> {
    let codes: readonly string[] = [];
    const isDone = await this.attempt(async (client, signal) => {
      await this.#loadView();
      codes = await work({ client, signal });
    }, done);
    if (!isDone) return false;
    this.form = undefined;
    this.#codes = codes;
    const totp = this.data?.totp ?? { createdAt: Date.now() };
    this.data = { ...this.data!, required: true, totp, recoveryCodes: codes.length };
    this.requestUpdate();
    await this.focusOn('h3');
    return true;
  }

  async #loadView(): Promise<void> {
    this.#view ??= await loadModule(() => import('../second-factor/totp-set-up.js'));
    this.#view.adoptTotpStyles(this.host);
  }

  #dispatchChange(): void {
    this.page.dispatch(new LatchAccountChangedEvent({ section: 'second-factor' }));
  }
}
