/** The two inputs of a sign-in form. */
export interface SignInFields {
  username: HTMLInputElement;
  password: HTMLInputElement;
}

/**
 * Whether submitting `form` by `submitter` would send it to `action`, or has no target. The attributes are read,
 * because inputs may have the names of properties.
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
