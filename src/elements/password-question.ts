import { html } from 'lit';
import type { LatchError } from '../core/errors.js';
import type { Question } from './confirmation.js';
import { confirmPassword, errors } from './messages/en.js';

/**
 * The question for the password of whoever is signed in, to be asked in a {@link Confirmation}.
 *
 * @param attempt Tries a password; resolves with an error if it was of no use.
 */
export function passwordQuestion(attempt: (password: string) => Promise<LatchError | undefined>): Question {
  const { title, text, password, confirm, cancel } = confirmPassword as Record<
    'title' | 'text' | 'password' | 'confirm' | 'cancel',
    string
  >;
  return {
    title,
    text,
    confirm,
    cancel,
    input: html`<label for="password">${password}</label><input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required autofocus />`,
    async attempt(data) {
      const error = await attempt(data.get('password') as string);
      if (!error) return undefined;
      const { code, status } = error;
      // Only a 401 says that the password is wrong.
      const isMistake = code === 'rejected' && status === 401;
      const own = code === 'rejected' && !isMistake ? undefined : confirmPassword[code];
      return { sentence: own ?? errors[code] ?? errors['bad_response']!, isMistake };
    },
  };
}
