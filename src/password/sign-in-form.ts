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

/** The styles of a form that the element makes in the page, or a server renders in its place. */
export const formStyles = css`
  form[data-latch] {
    display: grid;
    grid: none;
    place-content: normal;
    place-items: normal;
    inline-size: auto;
    min-inline-size: 0;
    max-inline-size: none;
    block-size: auto;
    min-block-size: 0;
    max-block-size: none;
    box-shadow: none;
    gap: 4px;
    padding: 0;
    border: 0;
    background: none;
  }
  form[data-latch] label {
    display: block;
    float: none;
    inline-size: auto;
    margin: 0;
    text-align: start;
  }
  form[data-latch] :is(input, button) {
    box-sizing: border-box;
    float: none;
    inline-size: 100%;
    max-inline-size: none;
    min-block-size: var(--latch-control-size, 44px);
    margin-block-end: 12px;
    padding: max(0.25em, min(8px, (var(--latch-control-size, 44px) - 1lh) / 2 - 1px)) 12px;
    border: 1px solid var(--latch-border-strong, color-mix(in oklab, currentcolor 56%, transparent));
    border-radius: var(--latch-radius, 8px);
    background: transparent;
    color: inherit;
    font: inherit;
  }
  form[data-latch] button {
    border-color: transparent;
    background: var(--latch-accent, light-dark(#1f4fd8, #9db8ff));
    color: var(--latch-on-accent, light-dark(#fff, #0a1433));
    text-align: center;
    cursor: pointer;
  }
  form[data-latch] :is(label, button) {
    font-weight: var(--latch-label-weight, 600);
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
