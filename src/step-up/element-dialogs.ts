import { adoptStyles } from '../base/element/adopted-styles.js';
import { codeVerificationLengths, loginRequestLengths } from '../base/contract/lengths.js';
import type { LitElement } from 'lit';
import type { LatchError } from '../base/client/errors.js';
import type { Attempt } from '../base/element/action.js';
import { type BackendHost, clientOf } from '../base/element/backend.js';
import { Confirmation, type Problem, type Question } from '../base/element/confirmation.js';
import { confirmationStyles } from '../base/element/confirmation.styles.js';
import { html } from '../base/element/html.js';
import { confirmPassword, errors, nextSteps } from '../messages/en.js';
import { errorTexts, loadTexts } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';
import { confirmSecondFactor } from '../second-factor/next-steps.js';
import { type AskStepUp, withStepUp } from '../session/step-up.js';
import { askStepUp, type PasswordAttempt } from './ask-step-up.js';

/**
 * The dialogs of an element: its own questions, and the step-up. Elements load it when they open the first one. @internal
 */
export class ElementDialogs {
  protected readonly host: LitElement & BackendHost;
  protected readonly confirmation: Confirmation;

  constructor(host: LitElement & BackendHost) {
    this.host = host;
    this.confirmation = new Confirmation(host);
    adoptStyles(host.renderRoot as ShadowRoot, confirmationStyles);
  }

  /** The dialog that is open, if any. */
  renderDialog(): unknown {
    return this.confirmation.render();
  }

  /** Asks for a passkey, or for the password. */
  readonly ask: AskStepUp = async (methods, signal) =>
    askStepUp({
      client: clientOf(this.host),
      methods,
      signal,
      askPassword: async (attempt) =>
        this.confirmation.ask(await passwordQuestion(this.host, attempt, () => this.confirmation.dismiss())),
    });

  /**
   * Does `work` in a `phase` of an attempt. If the backend requires a step-up, asks for a passkey or the password, which
   * shows as `confirming`, and continues.
   */
  withStepUp<Result>(
    work: (refusal?: LatchError) => Promise<Result>,
    { signal, onPhase }: Attempt,
    phase: string,
  ): Promise<Result> {
    onPhase(phase);
    return withStepUp(work, async (methods) => {
      onPhase('confirming');
      await this.ask(methods, signal);
      onPhase(phase);
    });
  }
}

/**
 * Asks for the second factor of the signed-in user, a code of the authenticator app or a recovery code, in a
 * {@link Confirmation}. Its backend waits for it since the password was entered.
 */
async function codeQuestion(host: LitElement & BackendHost, dismiss: () => void): Promise<Question> {
  const texts = await loadTexts(host, nextSteps);
  const { nextStep } = await loadTexts(host, errors);
  const { cancel } = await loadTexts(host, confirmPassword);
  const { secondFactor, code, missingCode, confirm, wrongCode, expiredStep } = texts;
  return {
    title: secondFactor,
    text: missingCode,
    confirm,
    cancel,
    input: html`<label part="label" for="code">${code}</label><input part="field" id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" dir="ltr" maxlength=${codeVerificationLengths.code} required />`,
    attempt: (data) =>
      confirmSecondFactor({ client: clientOf(host), code: data.get('code') as string }).then(
        ({ next }) => (next ? { sentence: nextStep, isMistake: false } : undefined),
        (error: LatchError) => {
          const { code: reason, status } = error;
          const isMistake = reason === 'rejected' && status === 400;
          const own = isMistake ? wrongCode : reason === 'unauthenticated' ? expiredStep : undefined;
          return refusalOf(host, error, own, isMistake, dismiss);
        },
      ),
  };
}

/**
 * Asks for the password of the signed-in user, in a {@link Confirmation}, and then for a code if the backend needs one.
 */
async function passwordQuestion(
  host: LitElement & BackendHost,
  attempt: PasswordAttempt,
  dismiss: () => void,
): Promise<Question> {
  const texts = await loadTexts(host, confirmPassword);
  const { nextStep } = await loadTexts(host, errors);
  const { title, text, password, confirm, cancel } = texts;
  return {
    title,
    text,
    confirm,
    cancel,
    input: html`<label part="label" for="password">${password}</label><input part="field" id="password" name="password" type="password" autocomplete="current-password" maxlength=${loginRequestLengths.password} required autofocus />`,
    async attempt(data) {
      const outcome = await attempt(data.get('password') as string);
      if (!('code' in outcome)) {
        const { next } = outcome;
        if (!next) return undefined;
        if (next.methods?.some((method) => method === 'totp' || method === 'recovery-code'))
          return codeQuestion(host, dismiss);
        return { sentence: nextStep, isMistake: false };
      }
      const { code, status } = outcome;
      // Only a 401 says that the password is wrong.
      const isMistake = code === 'rejected' && status === 401;
      const own = code === 'rejected' && !isMistake ? undefined : (texts as Texts)[code];
      return refusalOf(host, outcome, own as string | undefined, isMistake, dismiss);
    },
  };
}

/**
 * What a dialog says when its attempt has failed: its `own` sentence, or the general one. What was ended in favour of
 * something else, such as a sign-out, closes the dialog.
 */
function refusalOf(
  host: LitElement,
  { code, retryAfter }: LatchError,
  own: string | undefined,
  isMistake: boolean,
  dismiss: () => void,
): Problem | undefined {
  if (code === 'superseded' || code === 'aborted') {
    dismiss();
    return undefined;
  }
  const general = errorTexts(host, retryAfter);
  return { sentence: (own ?? general[code] ?? general['bad_response']) as string, isMistake };
}
