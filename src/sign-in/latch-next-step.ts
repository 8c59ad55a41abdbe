import { nothing, type LitElement, type TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import { Activity } from '../base/element/activity.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';
import { loadModule } from '../base/element/load-module.js';
import { requestCode } from '../one-time-code/request.js';
import { verifyCode } from '../one-time-code/verify.js';
import {
  acceptTerms,
  chooseAccount,
  confirmTotp,
  readNextStep,
  verifySecondFactor,
} from '../second-factor/next-steps.js';
import { enrollTotp } from '../second-factor/second-factor.js';
import type { NextStep, TotpEnrollment } from '../base/contract/types.js';
import { LatchError } from '../base/client/errors.js';
import { nextSteps } from '../messages/en.js';
import { nextStepStyles } from './latch-next-step.styles.js';
import { loadTexts, textsFor } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';
import type * as TotpSetUp from '../second-factor/totp-set-up.js';

/** The card that shows the step. */
export interface NextStepHost extends LitElement, BackendHost {
  /** Opens the dialog for a passkey. */
  usePasskey(): void;
  /** The last step is done. `method` is how the session began. */
  stepsDone(method: string): void;
  /** A step failed; `outcome` names a sentence of its own. */
  stepFailed(error: LatchError | TypeError, outcome?: string): void;
  /** Shows an outcome, or none, without a failure. */
  showOutcome(outcome: string | undefined): void;
}

/** What a step currently shows. */
type Part = 'code' | 'recovery-code' | 'address' | 'sent' | 'set-up' | 'saving';

/** Shows what a sign-in still waits for, one step at a time, until the session is signed in. */
export class NextStepView {
  readonly #host: NextStepHost;
  readonly #activity: Activity<'verifying'>;
  #step: NextStep | undefined;
  #part: Part = 'code';
  #enrollment: TotpEnrollment | undefined;
  #setUp: typeof TotpSetUp | undefined;
  #codes: readonly string[] = [];
  /** Whether the field has what was refused, or nothing. */
  #isWrong = false;

  constructor(host: NextStepHost) {
    this.#host = host;
    (host.renderRoot as ShadowRoot).adoptedStyleSheets.push(nextStepStyles.styleSheet!);
    this.#activity = new Activity(host);
  }

  get phase(): string | undefined {
    return this.#activity.phase;
  }

  /** Whether going back would lose what is shown only once. */
  get holdsCodes(): boolean {
    return this.#codes.length > 0;
  }

  /** The sentences for the status line. */
  get texts(): Texts {
    return textsFor(this.#host, nextSteps);
  }

  /**
   * Reads what the sign-in waits for. Resolves with whether there is a step to show; reports to the host when there is
   * none.
   */
  async load(signal: AbortSignal): Promise<boolean> {
    const host = this.#host;
    try {
      await loadTexts(host, nextSteps);
      const client = clientOf(host);
      const { next, signedIn, authMethod } = await readNextStep({ client, signal });
      if (!next) {
        if (signedIn) host.stepsDone(authMethod ?? 'password');
        else if (this.#step)
          host.stepFailed(new LatchError('unauthenticated', 'No sign-in waits in this session.'), 'expiredStep');
        return false;
      }
      this.#step = next;
      this.#part = next.step === 'verify-address' ? 'address' : next.setUp ? 'set-up' : 'code';
      if (next.setUp) {
        this.#setUp = await loadModule(() => import('../second-factor/totp-set-up.js'));
        this.#setUp.adoptTotpStyles(host);
        this.#enrollment = await enrollTotp({ client, signal });
      }
      host.showOutcome(steps.includes(next.step) ? undefined : 'unknownStep');
      return true;
    } catch (error) {
      if (!signal.aborted) host.stepFailed(error as LatchError);
      return false;
    }
  }

  /** Puts the cursor where the step begins. */
  focus(): void {
    const root = this.#host.renderRoot;
    root.querySelector<HTMLElement>('form input:not([type=checkbox])')?.focus();
    if (!(root as ShadowRoot).activeElement) root.querySelector<HTMLElement>('h2')?.focus();
  }

  render(signal: AbortSignal): TemplateResult {
    const texts = textsFor(this.#host, nextSteps);
    const step = this.#step;
    if (!step) return html``;
    if (this.#part === 'saving') return this.#renderCodes(texts, signal);
    switch (step.step) {
      case 'second-factor':
        return step.setUp ? this.#renderSetUp(texts, signal) : this.#renderSecondFactor(step, texts, signal);
      case 'accept-terms':
        return this.#renderTerms(step, texts, signal);
      case 'choose-account':
        return html`${heading(texts.chooseAccount)}${(step.accounts ?? []).map(
          ({ id, name, displayName }) =>
            html`<button part="action" class="neutral" type="button" aria-disabled=${!!this.phase} @click=${() => void this.#run(signal, (client) => chooseAccount({ client, id, signal }))}><bdi>${displayName || name}</bdi></button>`,
        )}`;
      case 'verify-address':
        return this.#renderAddress(step, texts, signal);
      default:
        return heading(texts.secondFactor);
    }
  }

  #renderSecondFactor({ methods = [] }: NextStep, texts: Sentences, signal: AbortSignal): TemplateResult {
    const hasApp = methods.includes('totp');
    const hasRecovery = methods.includes('recovery-code');
    const hasCode = hasApp || hasRecovery;
    const isRecovery = this.#part === 'recovery-code' || !hasApp;
    const other = isRecovery ? 'code' : 'recovery-code';
    const passkey = methods.includes('passkey')
      ? html`<button part="button" class=${hasCode ? 'neutral' : ''} type="button" aria-disabled=${!!this.phase} @click=${() => this.#host.usePasskey()}>${texts.usePasskey}</button>`
      : nothing;
    return html`${heading(texts.secondFactor)}${
      hasCode
        ? this.#renderForm(
            texts,
            isRecovery ? texts.recoveryCode : texts.code,
            isRecovery ? recoveryField : codeField,
            (code) => this.#enter(signal, (client) => verifySecondFactor({ client, code, signal })),
          )
        : html`<p>${methods.includes('passkey') ? texts.passkeyAbout : texts.passwordAbout}</p>`
    }${passkey}${
      hasApp && hasRecovery
        ? html`<button part="action" class="plain" type="button" @click=${() => this.#show(other)}>${isRecovery ? texts.useApp : texts.useRecovery}</button>`
        : nothing
    }`;
  }

  #renderSetUp(texts: Sentences, signal: AbortSignal): TemplateResult {
    const confirm = (code: string) =>
      this.#enter(signal, async (client) => {
        const { recoveryCodes } = await confirmTotp({ client, code, signal });
        this.#codes = recoveryCodes;
        this.#show('saving');
        return 'stay';
      });
    return html`${heading(texts.setUp)}${this.#setUp!.renderKey(this.#enrollment!, texts)}${this.#renderForm(texts, texts.code, codeField, confirm)}`;
  }

  #renderCodes(texts: Sentences, signal: AbortSignal): TemplateResult {
    const saved = () => {
      this.#codes = [];
      void this.#run(signal, async () => {});
    };
    const list = this.#setUp!.renderRecoveryCodes(this.#codes, texts, () => this.#host.showOutcome('copied'));
    return html`${heading(texts.recovery)}${list}<button part="button" type="button" aria-disabled=${!!this.phase} @click=${saved}>${texts.saved}</button>`;
  }

  #renderTerms({ url = '' }: NextStep, texts: Sentences, signal: AbortSignal): TemplateResult {
    const isSafe = /^https?:/.test(url);
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      const box = (event.target as HTMLFormElement).querySelector('input')!;
      if (!box.checked) {
        box.focus();
        this.#host.showOutcome('missingAccept');
      } else void this.#run(signal, (client) => acceptTerms({ client, url, signal }));
    };
    return html`${heading(texts.terms)}${isSafe ? html`<p><a href=${url} target="_blank" rel="noopener">${texts.readTerms}</a></p>` : nothing}<form data-latch-card novalidate @submit=${submit}><label class="check"><input type="checkbox" name="accept" required />${texts.accept}</label><button aria-disabled=${!!this.phase}>${texts.confirm}</button></form>`;
  }

  #renderAddress({ address }: NextStep, texts: Sentences, signal: AbortSignal): TemplateResult {
    const request = (to: string) =>
      this.#enter(signal, async (client) => {
        await requestCode({ client, to, signal });
        this.#show('sent');
        return 'stay';
      });
    const verify = (code: string) =>
      this.#enter(signal, async (client) => void (await verifyCode({ client, code, signal })));
    return this.#part === 'sent'
      ? html`${heading(texts.verifyAddress)}${this.#renderForm(texts, texts.sentCode, codeField, verify)}`
      : html`${heading(texts.verifyAddress)}${address ? html`<p>${texts.verifyAbout.replace('{address}', address)}</p>` : nothing}${this.#renderForm({ ...texts, confirm: texts.send, missingCode: texts.missingAddress }, texts.address, addressField, request)}`;
  }

  /** A form with one field. A code is removed from it when it was wrong. */
  #renderForm(
    texts: Sentences,
    label: string,
    attributes: FieldAttributes,
    enter: (value: string) => Promise<void>,
  ): TemplateResult {
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      const input = (event.target as HTMLFormElement).querySelector('input')!;
      const value = input.value.trim();
      if (value)
        void enter(value).then(() => {
          if (input.isConnected && this.#isWrong) input.select();
        });
      else {
        this.#isWrong = true;
        input.focus();
        this.#host.showOutcome(attributes === addressField ? 'missingAddress' : 'missingCode');
      }
    };
    const { name, autocomplete, inputmode, maxlength } = attributes;
    return html`<form data-latch-card novalidate @submit=${submit}><div><label for=${`latch-${name}`}>${label}</label><input id=${`latch-${name}`} name=${name} autocomplete=${autocomplete} inputmode=${inputmode} maxlength=${maxlength} aria-invalid=${this.#isWrong} aria-describedby=${this.#isWrong && !this.phase ? 'status' : nothing} autocapitalize="none" autocorrect="off" spellcheck="false" dir="ltr" required @input=${this.#clear} /></div><button aria-disabled=${!!this.phase}>${texts.confirm}</button></form>`;
  }

  readonly #clear = (): void => {
    this.#isWrong = false;
    this.#host.showOutcome(undefined);
  };

  #enter(signal: AbortSignal, work: Work): Promise<void> {
    return this.#run(signal, work, 'wrongCode');
  }

  /** Does what the step needs, and shows the next one, until the session is signed in. */
  #run(signal: AbortSignal, work: Work, rejected?: string): Promise<void> {
    const host = this.#host;
    return this.#activity.run(async (enter) => {
      enter('verifying');
      this.#clear();
      try {
        if ((await work(clientOf(host))) === 'stay') return;
      } catch (error) {
        if (signal.aborted) return;
        const { code, status } = error as LatchError;
        const outcome = code === 'rejected' && status === 400 ? rejected : undefined;
        this.#isWrong = !!outcome;
        if (this.#isWrong) host.renderRoot.querySelector<HTMLElement>('form input')?.focus();
        if (code !== 'next_step')
          return host.stepFailed(error as LatchError, code === 'unauthenticated' ? 'expiredStep' : outcome);
      }
      if (await this.load(signal)) await this.#shown();
    });
  }

  #show(part: Part): void {
    this.#part = part;
    this.#clear();
    void this.#shown();
  }

  async #shown(): Promise<void> {
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    for (const input of this.#host.renderRoot.querySelectorAll<HTMLInputElement>('form input')) input.value = '';
    this.focus();
  }
}

type Sentences = typeof nextSteps.english;
type Work = (client: ReturnType<typeof clientOf>) => Promise<'stay' | void>;

interface FieldAttributes {
  name: string;
  autocomplete: 'one-time-code' | 'email' | 'off';
  inputmode: 'numeric' | 'text' | 'email';
  maxlength: number;
}

const steps = ['second-factor', 'accept-terms', 'choose-account', 'verify-address'];
const codeField: FieldAttributes = { name: 'code', autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 16 };
const recoveryField: FieldAttributes = { name: 'recovery', autocomplete: 'off', inputmode: 'text', maxlength: 64 };
const addressField: FieldAttributes = { name: 'address', autocomplete: 'email', inputmode: 'email', maxlength: 254 };

const heading = (text: string): TemplateResult => html`<h2 tabindex="-1">${text}</h2>`;
