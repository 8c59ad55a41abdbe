import 'latchkey/define/passkey-button';
import type { AskStepUp } from 'latchkey/passkey';
import { confirmPassword } from 'latchkey/password';
import { clientFor, LatchError } from 'latchkey/session';
import { bindForm } from './account-forms.js';

const template = document.querySelector<HTMLTemplateElement>('template#step-up')!;

/**
 * Asks the user in a dialog to confirm that it is them, in any of the ways that their account has. To close the
 * dialog is to decide against it.
 */
export const askStepUp: AskStepUp = (methods, signal) =>
  new Promise((resolve, reject) => {
    const dialog = template.content.firstElementChild!.cloneNode(true) as HTMLDialogElement;
    for (const way of dialog.querySelectorAll<HTMLElement>('[data-method]'))
      if (!methods.includes(way.dataset['method']!)) way.remove();
    const confirm = (): void => dialog.close('confirmed');
    dialog.addEventListener('latch-stepped-up', confirm);
    dialog.querySelector('[data-cancel]')!.addEventListener('click', () => dialog.close());
    signal?.addEventListener('abort', () => dialog.close());
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (dialog.returnValue === 'confirmed') resolve();
      else reject(new LatchError('cancelled', 'The person has closed the dialog.'));
    });

    const form = dialog.querySelector('form');
    if (form) {
      bindForm(form, {
        send: ({ password }) => confirmPassword({ client: clientFor(), password: password! }).then(confirm),
        explain: () => ({ sentence: 'Wrong password. Try again.', field: 'password' }),
      });
    }
    document.body.append(dialog);
    dialog.showModal();
  });
