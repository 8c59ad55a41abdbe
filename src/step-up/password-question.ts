import type { LitElement } from 'lit';
import { html } from '../base/element/html.js';
import type { BackendHost } from '../base/element/backend.js';
import type { PasswordAttempt } from './ask-step-up.js';
import { codeQuestion } from './code-question.js';
import type { Question } from '../base/element/confirmation.js';
import { confirmPassword, errors } from '../messages/en.js';
import { loadTexts } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';

/**
 * Asks for the password of the signed-in user, in a {@link Confirmation}, and then for a code if the backend needs one.
 */
export async function passwordQuestion(host: LitElement & BackendHost, attempt: PasswordAttempt): Promise<Question> {
  const texts = await loadTexts(host, confirmPassword);
  const general: Texts = await loadTexts(host, errors);
  const { title, text, password, confirm, cancel } = texts;
  return {
    title,
    text,
    confirm,
    cancel,
    input: html`<label part="label" for="password">${password}</label><input part="field" id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required autofocus />`,
    async attempt(data) {
      const outcome = await attempt(data.get('password') as string);
      if (!('code' in outcome)) {
        const { next } = outcome;
        if (!next) return undefined;
        if (next.methods?.some((method) => method === 'totp' || method === 'recovery-code')) return codeQuestion(host);
        return { sentence: general['nextStep'] as string, isMistake: false };
      }
      const { code, status } = outcome;
      // Only a 401 says that the password is wrong.
      const isMistake = code === 'rejected' && status === 401;
      const own = code === 'rejected' && !isMistake ? undefined : (texts as Texts)[code];
      return { sentence: (own ?? general[code] ?? general['bad_response']) as string, isMistake };
    },
  };
}
