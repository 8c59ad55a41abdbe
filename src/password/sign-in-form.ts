import type { TemplateResult } from 'lit';
import { html, css } from '../base/element/html.js';

/** The labels of a form that an element makes. */
export interface FormTexts {
  username: string;
  password: string;
  button: string;
}

/** The two inputs of a sign-in form. */
export interface SignInFields {
  username: HTMLInputElement;
  password: HTMLInputElement;
}

/**
 * The fields of a sign-in form, by the tokens of their `autocomplete`, else by their types.
 *
 * @throws {TypeError} if the form has no input for one of them.
 */
export function fieldsOf(form: HTMLFormElement): SignInFields {
  const find = (...selectors: string[]) =>
    selectors.map((selector) => form.querySelector<HTMLInputElement>(`input${selector}`)).find(Boolean);
  const password = find('[autocomplete~="current-password" i]', '[type=password]');
  const username = find('[autocomplete~="username" i]', '[type=email]', '[type=text]', ':not([type])');
  if (!username || !password)
    throw new TypeError('"latch-password-form" needs a form with an input for the username and one for the password');
  return { username, password };
}

/** How a form that the element makes looks, beyond what made forms have in common. */
export const formStyles = css`
  form[data-latch] {
    gap: 4px;
  }
  form[data-latch] :is(input, button) {
    margin-block-end: 12px;
  }
`;

/** The same form as the server renders it, in place of the page's own: it works until the element has made its own. */
export function renderForm({ username, password, button }: FormTexts, action: string): TemplateResult {
  return html`<form data-latch method="post" action=${action}>
    <label for="username">${username}</label><input id="username" name="username" autocapitalize="none" autocomplete="username" required />
    <label for="password">${password}</label><input id="password" name="password" autocapitalize="none" type="password" autocomplete="current-password" required />
    <button>${button}</button>
  </form>`;
}
