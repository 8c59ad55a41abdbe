import { css } from '../css.js';
import { makeField } from '../light-dom.js';

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

/** What a made form looks like. It stands in the page, where the styles of the element do not reach. */
const { styleSheet } = css`
  form[data-latch] {
    display: grid;
    gap: 4px;
  }
  form[data-latch] :is(input, button) {
    box-sizing: border-box;
    min-block-size: var(--latch-control-size, 44px);
    margin-block-end: 12px;
    padding: 8px 12px;
    border: 1px solid var(--latch-border-strong, color-mix(in oklab, currentcolor 56%, transparent));
    border-radius: var(--latch-radius, 8px);
    background: transparent;
    color: inherit;
    font: inherit;
  }
  @media (prefers-contrast: more) {
    form[data-latch] input {
      border-color: currentcolor;
    }
  }
  form[data-latch] button {
    border-color: transparent;
    background: var(--latch-accent, light-dark(#1f4fd8, #9db8ff));
    color: var(--latch-on-accent, light-dark(#fff, #0a1433));
    cursor: pointer;
  }
  form[data-latch] :is(label, button) {
    font-weight: var(--latch-label-weight, 600);
  }
  form[data-latch] :focus-visible {
    outline: var(--latch-focus-ring, 3px solid var(--latch-accent, light-dark(#1f4fd8, #9db8ff)));
    outline-offset: 2px;
  }
`;

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

/** Makes a form for `host`, which leads to `action` on a page whose script fails. */
export function makeForm(host: HTMLElement, texts: FormTexts, action: string): HTMLFormElement {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.dataset.latch = '';
  const [username, password] = [makeField(texts.username, 'username'), makeField(texts.password, 'password')];
  username[1].autocomplete = 'username';
  password[1].autocomplete = 'current-password';
  password[1].type = 'password';
  username[1].required = password[1].required = true;
  const button = document.createElement('button');
  button.textContent = texts.button;
  form.append(...username, ...password, button);
  const { adoptedStyleSheets } = host.getRootNode() as Document | ShadowRoot;
  if (styleSheet && !adoptedStyleSheets.includes(styleSheet)) adoptedStyleSheets.push(styleSheet);
  return form;
}
