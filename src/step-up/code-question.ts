import type { LitElement } from 'lit';
import { html } from '../base/element/html.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';
import { verifySecondFactor } from '../second-factor/next-steps.js';
import type { LatchError } from '../base/client/errors.js';
import type { Question } from '../base/element/confirmation.js';
import { confirmPassword, errors, nextSteps } from '../messages/en.js';
import { loadTexts } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';

/**
 * Asks for the second factor of the signed-in user, a code of the authenticator app or a recovery code, in a
 * {@link Confirmation}. Its backend waits for it since the password was entered.
 */
export async function codeQuestion(host: LitElement & BackendHost): Promise<Question> {
  const texts = await loadTexts(host, nextSteps);
  const general: Texts = await loadTexts(host, errors);
  const { cancel } = await loadTexts(host, confirmPassword);
  const { secondFactor, code, missingCode, confirm, wrongCode, expiredStep } = texts;
  return {
    title: secondFactor,
    text: missingCode,
    confirm,
    cancel,
    input: html`<label part="label" for="code">${code}</label><input part="field" id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" dir="ltr" maxlength="64" required />`,
    attempt: (data) =>
      verifySecondFactor({ client: clientOf(host), code: data.get('code') as string }).then(
        ({ next }) => (next ? { sentence: general['nextStep'] as string, isMistake: false } : undefined),
        ({ code: reason, status }: LatchError) => {
          const isMistake = reason === 'rejected' && status === 400;
          const own = isMistake ? wrongCode : reason === 'unauthenticated' ? expiredStep : undefined;
          return { sentence: (own ?? general[reason] ?? general['bad_response']) as string, isMistake };
        },
      ),
  };
}
