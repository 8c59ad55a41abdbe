import { changeAccount, withStepUp } from 'latchkey/passkey';
import { announceSession, clientFor } from 'latchkey/session';
import { bindForm } from './account-forms.js';
import { askStepUp } from './step-up-dialog.js';

/**
 * Lets the user change the name that is shown, after they have confirmed that it is them where the server asks for
 * it. Every tab then shows it, and so do the providers of their passkeys.
 */
export function bindNameForm(form: HTMLFormElement): void {
  const done = form.querySelector('[data-done]')!;
  bindForm(form, {
    async send({ displayName }) {
      const client = clientFor();
      await withStepUp(() => changeAccount({ client, displayName: displayName! }), askStepUp);
      announceSession('signed-in');
      done.textContent = 'Your name is saved.';
    },
    explain: () => ({ sentence: 'That cannot be a name. Choose another one.', field: 'displayName' }),
  });
  form.addEventListener('input', () => (done.textContent = ''));
}
