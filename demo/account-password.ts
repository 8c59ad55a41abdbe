import { withStepUp } from 'latchkey/passkey';
import { setPassword } from 'latchkey/password';
import { clientFor } from 'latchkey/session';
import { bindForm } from './account-forms.js';
import { askStepUp } from './step-up-dialog.js';

/** Lets the user set or replace the password, after a step-up if the server requires one. */
export function bindPasswordForm(form: HTMLFormElement, username: string): void {
  // password managers store the password under this name
  form.querySelector<HTMLInputElement>('[name=username]')!.value = username;
  const done = form.querySelector('[data-done]')!;
  bindForm(form, {
    async send({ password }) {
      await withStepUp(() => setPassword({ client: clientFor(), password: password! }), askStepUp);
      form.reset();
      form.querySelector<HTMLInputElement>('[name=username]')!.value = username;
      done.textContent = 'Your password is saved.';
    },
    explain: () => ({ sentence: 'That cannot be a password. Use 8 to 1,024 characters.', field: 'password' }),
  });
  form.addEventListener('input', () => (done.textContent = ''));
}
