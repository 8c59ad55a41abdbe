import type { makeField as MakeField } from '../base/element/light-dom.js';
import type { FormTexts } from './sign-in-form.js';

/**
 * Makes a form, which posts to `action` if the script of the page fails. Loaded only for pages without a form.
 *
 * @param makeField What the element has already: imported from here as well, it would be a file of its own in bundles,
 *   with all that it imports.
 */
export function makeForm(texts: FormTexts, action: string, makeField: typeof MakeField): HTMLFormElement {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.dataset.latch = '';
  const [username, password] = [makeField(texts.username, 'username'), makeField(texts.password, 'password')];
  form.id = `${username[1].id}-form`;
  username[1].autocomplete = 'username';
  password[1].autocomplete = 'current-password';
  password[1].type = 'password';
  username[1].required = password[1].required = true;
  const button = document.createElement('button');
  button.textContent = texts.button;
  form.append(...username, ...password, button);
  return form;
}

/** Carries over what the user has typed into the form `rendered` by the server, and the focus. */
export function carryOver(rendered: ShadowRoot, form: HTMLFormElement): void {
  const { activeElement } = rendered;
  for (const input of rendered.querySelectorAll('input')) {
    const own = form.querySelector<HTMLInputElement>(`[name=${input.name}]`)!;
    own.value = input.value;
    if (input === activeElement) own.focus();
  }
}
