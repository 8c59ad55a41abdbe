import { adoptStyles } from '../base/element/adopted-styles.js';
import { codeRequestLengths, secondFactorCodeLengths } from '../base/contract/lengths.js';
import type { LitElement, TemplateResult } from 'lit';
import { html, nothing } from '../base/element/html.js';
import { Action } from '../base/element/action.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';
import { loadModule } from '../base/element/load-module.js';
import type { Client } from '../base/client/client.js';
import { broadcast } from '../base/storage/channel.js';
import { requestCode } from '../one-time-code/request.js';
import { verifyCode } from '../one-time-code/verify.js';
import {
  acceptTerms,
  chooseAccount,
  confirmTotpAtSignIn,
  readNextStep,
  verifySecondFactor,
} from '../second-factor/next-steps.js';
import { enrollTotp } from '../second-factor/second-factor.js';
import { oneTimeCode, plainCode } from '../base/text/code.js';
import type { NextStep, TotpEnrollment } from '../base/contract/types.js';
import { LatchError } from '../base/client/errors.js';
import { nextSteps, otpInput } from '../messages/en.js';
import { nextStepStyles } from './next-step-view.styles.js';
import { loadTexts, textsFor } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';
import { renderNotes } from './account-form.js';
import { renderStepHeading } from './step-heading.js';
import type * as TotpSetUp from '../second-factor/totp-set-up.js';

/** The card that shows the step. */
export interface NextStepOptions {
  /** Aborts when the card is removed. */
  signal(): AbortSignal;
  /** Opens the dialog for a passkey. */
  usePasskey(): void;
  /** The last step is done. `method` is how the session began. */
  done(method: string): void;
  /** A step failed; `outcome` names a sentence of its own. */
  failed(error: LatchError | TypeError, outcome?: string): void;
  /** Shows an outcome, or none, without a failure. */
  show(outcome: string | undefined): void;
}

/** What a step currently shows. */
type Part = 'code' | 'recovery-code' | 'address' | 'sent' | 'link' | 'set-up' | 'saving';

/** Shows what a sign-in still waits for, one step at a time, until the session is signed in. */
export class NextStepView {
  readonly #host: LitElement & BackendHost;
  readonly #options: NextStepOptions;
  readonly #entry: Action<unknown, Entry>;
  #step: NextStep | undefined;
  #part: Part = 'code';
  #enrollment: TotpEnrollment | undefined;
  #setUp: typeof TotpSetUp | undefined;
  #codes: readonly string[] = [];
  /** The address that the user has asked for a code at. */
  #to = '';
  /** What is wrong with what the field holds: the name of a sentence. */
  #mistake: string | undefined;
  #mistakes = 0;

  constructor(host: LitElement & BackendHost, options: NextStepOptions) {
    this.#host = host;
    this.#options = options;
    adoptStyles(host.renderRoot as ShadowRoot, nextStepStyles);
    this.#entry = new Action({
      signal: () => options.signal(),
      update: () => host.requestUpdate(),
      run: ({ signal, onPhase }, { work }) => {
        onPhase('verifying');
        this.#clear();
        return work(clientOf(host), signal);
      },
      done: (result) => result === 'stay' || this.#goOn(),
      failed: (error, entry) => this.#failed(error, entry?.rejected),
    });
  }

  get phase(): string | undefined {
    return this.#entry.phase;
  }

  /** Whether the field says what is wrong with it. */
  get isMistaken(): boolean {
    return !!this.#mistake && !this.phase;
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
  async load(): Promise<boolean> {
    const host = this.#host;
    const { done, failed, show } = this.#options;
    const signal = this.#options.signal();
    this.#mistake = undefined;
    try {
      await loadTexts(host, nextSteps);
      const client = clientOf(host);
      const { next, signedIn, authMethod } = await readNextStep({ client, signal });
      if (!next) {
        // The link was opened in another tab, which has told nobody.
        if (signedIn && this.#part === 'link') broadcast({ type: 'signed-in' });
        if (signedIn) done(authMethod ?? 'password');
        else if (this.#step)
          failed(new LatchError('unauthenticated', 'No sign-in waits in this session.'), 'expiredStep');
        return false;
      }
      this.#step = next;
      const isUnused = next.sent === 'link' && this.#part === 'link';
      this.#part = partOf(next);
      if (next.setUp) {
        this.#setUp = await loadModule(() => import('../second-factor/totp-set-up.js'));
        this.#setUp.adoptTotpStyles(host);
        this.#enrollment = await enrollTotp({ client, signal });
      }
      show(!steps.includes(next.step) ? 'unknownStep' : isUnused ? 'linkUnused' : undefined);
      return true;
    } catch (error) {
      if (!signal.aborted) failed(error as LatchError);
      return false;
    }
  }

  /** Puts the cursor where the step begins. */
  focus(): void {
    const root = this.#host.renderRoot;
    root.querySelector<HTMLElement>('form input:not([type=checkbox])')?.focus();
    if (!(root as ShadowRoot).activeElement) root.querySelector<HTMLElement>('h2')?.focus();
  }

  render(): TemplateResult {
    const texts = textsFor(this.#host, nextSteps);
    const step = this.#step;
    if (!step) return html``;
    if (this.#part === 'saving') return this.#renderCodes(texts);
    switch (step.step) {
      case 'second-factor':
        return step.setUp ? this.#renderSetUp(texts) : this.#renderSecondFactor(step, texts);
      case 'accept-terms':
        return this.#renderTerms(step, texts);
      case 'choose-account':
        return html`${this.#renderHeading(texts.chooseAccount, texts.chooseAccountAbout)}${(step.accounts ?? []).map(
          ({ id, name, displayName }) =>
            html`<button part="action" class="neutral" type="button" aria-disabled=${!!this.phase} @click=${() => void this.#run((client, signal) => chooseAccount({ client, id, signal }))}><bdi>${displayName || name}</bdi></button>`,
        )}`;
      case 'verify-address':
        return this.#renderAddress(step, texts);
      default:
        return this.#renderHeading(texts.secondFactor);
    }
  }

  #renderHeading(title: string, about?: string): TemplateResult {
    return renderStepHeading(this.#host, title, about);
  }

  #renderSecondFactor({ methods = [] }: NextStep, texts: Sentences): TemplateResult {
    const hasApp = methods.includes('totp');
    const hasRecovery = methods.includes('recovery-code');
    const hasCode = hasApp || hasRecovery;
    const isRecovery = this.#part === 'recovery-code' || !hasApp;
    const other = isRecovery ? 'code' : 'recovery-code';
    const passkey = methods.includes('passkey')
      ? html`<button part="button" class=${hasCode ? 'neutral' : ''} type="button" aria-disabled=${!!this.phase} @click=${() => this.#options.usePasskey()}>${texts.usePasskey}</button>`
      : nothing;
    const about = !hasCode
      ? methods.includes('passkey')
        ? texts.passkeyAbout
        : texts.passwordAbout
      : isRecovery
        ? texts.recoveryHint
        : texts.secondFactorAbout;
    return html`${this.#renderHeading(texts.secondFactor, about)}${
      hasCode
        ? this.#renderForm(
            texts,
            isRecovery ? texts.recoveryCode : texts.code,
            isRecovery ? recoveryField : codeField,
            (code) => this.#enter((client, signal) => verifySecondFactor({ client, code, signal })),
          )
        : nothing
    }${passkey}${
      hasApp && hasRecovery
        ? html`<button part="action" class="plain" type="button" @click=${() => this.#show(other)}>${isRecovery ? texts.useApp : texts.useRecovery}</button>`
        : nothing
    }`;
  }

  #renderSetUp(texts: Sentences): TemplateResult {
    const confirm = (code: string) =>
      this.#enter(async (client, signal) => {
        const { recoveryCodes } = await confirmTotpAtSignIn({ client, code, signal });
        this.#codes = recoveryCodes;
        this.#show('saving');
        return 'stay';
      });
    return html`${this.#renderHeading(texts.setUp)}${this.#setUp!.renderKey(this.#enrollment!, texts, () => this.#options.show('copied'))}${this.#renderForm(texts, texts.code, codeField, confirm)}`;
  }

  #renderCodes(texts: Sentences): TemplateResult {
    const saved = () => {
      this.#codes = [];
      void this.#run(async () => {});
    };
    const list = this.#setUp!.renderRecoveryCodes(this.#codes, texts, () => this.#options.show('copied'));
    return html`${this.#renderHeading(texts.recovery)}${list}<button part="button" type="button" aria-disabled=${!!this.phase} @click=${saved}>${texts.saved}</button>`;
  }

  #renderTerms({ url = '' }: NextStep, texts: Sentences): TemplateResult {
    const isSafe = /^https?:/.test(url);
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      const box = (event.target as HTMLFormElement).querySelector('input')!;
      if (!box.checked) {
        box.focus();
        this.#refuse('missingAccept');
      } else void this.#run((client, signal) => acceptTerms({ client, url, signal }), 'termsChanged');
    };
    return html`${this.#renderHeading(texts.terms, texts.termsAbout)}${isSafe ? html`<p><a href=${url} target="_blank" rel="noopener">${texts.readTerms}</a></p>` : nothing}<form data-latch-card novalidate @submit=${submit}><div><label class="check"><input type="checkbox" name="accept" required aria-invalid=${this.isMistaken} aria-describedby="latch-accept-problem" @input=${this.#clear} />${texts.accept}</label>${this.#renderProblem('latch-accept', texts)}</div><button part="submit" aria-disabled=${!!this.phase}>${texts.confirm}</button></form>`;
  }

  #renderAddress({ address = '' }: NextStep, texts: Sentences): TemplateResult {
    if (this.#part === 'link')
      return html`${this.#renderHeading(texts.verifyAddress, texts.verifyLink.replace('{address}', address))}<button part="button" type="button" aria-disabled=${!!this.phase} @click=${() => void this.#run(async () => {})}>${texts.confirm}</button>`;
    const request = (to: string) =>
      this.#enter(async (client, signal) => {
        await requestCode({ client, to, signal });
        this.#to = to;
        this.#show('sent');
        return 'stay';
      });
    const verify = async (code: string) =>
      oneTimeCode(code) === undefined
        ? this.#refuse('wrongCode')
        : this.#enter(async (client, signal) => void (await verifyCode({ client, code, signal })));
    if (this.#part !== 'sent')
      return html`${this.#renderHeading(texts.verifyAddress, address && texts.verifyAbout.replace('{address}', address))}${this.#renderForm({ ...texts, confirm: texts.send, missingCode: texts.missingAddress }, texts.address, addressField, request)}`;
    // What is known of the address may be a part of it, and it may be wrong.
    const { rejected: wrongCode, sendAgain } = textsFor(this.#host, otpInput);
    return html`${this.#renderHeading(texts.verifyAddress, texts.sentAbout)}${this.#renderForm({ ...texts, wrongCode }, texts.sentCode, codeField, verify)}<button part="action" class="plain" type="button" @click=${() => this.#show('address')}>${sendAgain}</button>`;
  }

  /** A form with one field. A code is removed from it when it was wrong. */
  #renderForm(
    texts: Sentences,
    label: string,
    attributes: FieldAttributes,
    enter: (value: string) => Promise<unknown>,
  ): TemplateResult {
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      const input = (event.target as HTMLFormElement).querySelector('input')!;
      const isAddress = attributes === addressField;
      const value = input.value.trim();
      if (isAddress ? value : plainCode(value))
        void enter(value).then(() => {
          if (input.isConnected && this.#mistake) input.select();
        });
      else this.#refuse(isAddress ? 'missingAddress' : 'missingCode');
    };
    const { name, autocomplete, inputmode, maxlength } = attributes;
    return html`<form data-latch-card novalidate @submit=${submit}><div><label for=${`latch-${name}`}>${label}</label><input id=${`latch-${name}`} name=${name} autocomplete=${autocomplete} inputmode=${inputmode} maxlength=${maxlength} aria-invalid=${!!this.#mistake} aria-describedby=${this.isMistaken ? `latch-${name}-problem` : nothing} autocapitalize="none" autocorrect="off" spellcheck="false" dir="ltr" required @input=${this.#clear} />${this.#renderProblem(`latch-${name}`, texts)}</div><button part="submit" aria-disabled=${!!this.phase}>${texts.confirm}</button></form>`;
  }

  /** What is wrong with what a field holds. */
  #renderProblem(id: string, texts: Sentences): TemplateResult {
    const problem = this.isMistaken ? (texts as Texts)[this.#mistake!] : undefined;
    return renderNotes({ id, problem, occasion: this.#mistakes });
  }

  /** Says what is wrong with what the field holds. */
  #refuse(outcome: string): void {
    this.#mistake = outcome;
    this.#mistakes += 1;
    this.#host.renderRoot.querySelector<HTMLElement>('form input')?.focus();
    this.#options.show(outcome);
  }

  readonly #clear = (): void => {
    this.#mistake = undefined;
    this.#options.show(undefined);
  };

  #enter(work: Work): Promise<unknown> {
    return this.#run(work, 'wrongCode');
  }

  /** Does what the step needs, and shows the next one, until the session is signed in. */
  #run(work: Work, rejected?: string): Promise<unknown> {
    return this.#entry.start({ work, rejected });
  }

  async #failed(error: LatchError | TypeError, rejected: string | undefined): Promise<void> {
    const { code, status } = error as LatchError;
    // The answer that said that it was the last step may have been lost.
    if (code === 'unauthenticated') return this.#goOn();
    const outcome = code === 'rejected' && status === 400 ? rejected : undefined;
    if (outcome === 'termsChanged') {
      if (!(await this.load())) return;
      await this.#shown();
    }
    this.#mistake = outcome;
    if (outcome) this.#mistakes += 1;
    if (outcome) this.#host.renderRoot.querySelector<HTMLElement>('form input')?.focus();
    this.#options.failed(error, outcome);
  }

  async #goOn(): Promise<void> {
    if (await this.load()) await this.#shown();
  }

  #show(part: Part): void {
    this.#part = part;
    this.#clear();
    void this.#shown();
  }

  async #shown(): Promise<void> {
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    for (const form of this.#host.renderRoot.querySelectorAll('form')) form.reset();
    if (this.#part === 'address') this.#host.renderRoot.querySelector<HTMLInputElement>('form input')!.value = this.#to;
    this.focus();
  }
}

type Sentences = typeof nextSteps.english;
type Work = (client: Client, signal: AbortSignal) => Promise<unknown>;

/** What the user has entered: what to do with it, and what to show if the backend rejects it. */
interface Entry {
  work: Work;
  rejected: string | undefined;
}

interface FieldAttributes {
  name: string;
  autocomplete: 'one-time-code' | 'email' | 'off';
  inputmode: 'numeric' | 'text' | 'email';
  maxlength: number;
}

const steps = ['second-factor', 'accept-terms', 'choose-account', 'verify-address'];
const codeField: FieldAttributes = {
  name: 'code',
  autocomplete: 'one-time-code',
  inputmode: 'numeric',
  maxlength: secondFactorCodeLengths.code,
};
const recoveryField: FieldAttributes = {
  name: 'recovery',
  autocomplete: 'off',
  inputmode: 'text',
  maxlength: secondFactorCodeLengths.code,
};
const addressField: FieldAttributes = {
  name: 'address',
  autocomplete: 'email',
  inputmode: 'email',
  maxlength: codeRequestLengths.to,
};

const partOf = ({ step, sent, setUp }: NextStep): Part => {
  if (step !== 'verify-address') return setUp ? 'set-up' : 'code';
  return sent === 'link' ? 'link' : sent === 'code' ? 'sent' : 'address';
};
