import { css } from 'lit';

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
    min-block-size: 44px;
    margin-block-end: 12px;
    padding: 8px 12px;
    border: 1px solid;
    border-radius: var(--latch-radius, 8px);
    background: transparent;
    color: inherit;
    font: inherit;
  }
  form[data-latch] button {
    border-color: transparent;
    background: var(--latch-accent, light-dark(#1f4fd8, #9db8ff));
    color: var(--latch-on-accent, light-dark(#fff, #0a1433));
    font-weight: 600;
    cursor: pointer;
  }
  form[data-latch] :focus-visible {
    outline: 3px solid var(--latch-accent, light-dark(#1f4fd8, #9db8ff));
    outline-offset: 2px;
  }
`;

/**
 * Finds the page's own form in `host`, or makes one in its light DOM, where password managers look. While the page is
 * still being parsed, it waits for what is to come.
 */
export async function adoptForm(
  host: HTMLElement,
  texts: FormTexts,
  backend: { readonly action: string },
): Promise<void> {
  if (!host.querySelector('form')) await parsed();
  if (!host.querySelector('form') && host.isConnected) makeForm(host, texts, backend.action);
}

/** Takes back the form that was made when the page has put in its own after all. */
export function preferOwnForm(host: HTMLElement): void {
  if (host.querySelector('form:not([data-latch])')) host.querySelector('form[data-latch]')?.remove();
}

/**
 * Whether submitting `form` by `submitter` would send it to `action`, or nowhere in particular. The attributes are
 * read, because inputs may bear the names of properties.
 */
export function isForSignIn(form: HTMLFormElement, submitter: HTMLElement | null, action: string): boolean {
  const given = submitter?.getAttribute('formaction') ?? form.getAttribute('action');
  if (!given) return true;
  if (!URL.canParse(given, form.baseURI)) return false;
  const { origin, pathname } = new URL(given, form.baseURI);
  return origin + pathname === action;
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

function parsed(): Promise<unknown> {
  return new Promise((resolve) =>
    document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', resolve) : resolve(0),
  );
}

function makeForm(host: HTMLElement, texts: FormTexts, action: string): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.dataset.latch = '';
  const button = document.createElement('button');
  button.textContent = texts.button;
  form.append(
    ...makeField('username', texts.username, 'username'),
    ...makeField('password', texts.password, 'current-password'),
    button,
  );
  adoptStyles(host.getRootNode());
  host.append(form);
}

function makeField(name: string, text: string, autocomplete: AutoFill): [HTMLLabelElement, HTMLInputElement] {
  const label = document.createElement('label');
  const input = document.createElement('input');
  input.id = label.htmlFor = `latch-${Math.random()}`;
  label.textContent = text;
  input.name = name;
  input.autocomplete = autocomplete;
  input.required = true;
  if (name === 'password') input.type = name;
  else input.autocapitalize = 'none';
  return [label, input];
}

function adoptStyles(root: Node): void {
  const { adoptedStyleSheets } = root as Document | ShadowRoot;
  if (styleSheet && !adoptedStyleSheets.includes(styleSheet)) adoptedStyleSheets.push(styleSheet);
}
