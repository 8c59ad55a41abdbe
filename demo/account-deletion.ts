import { withStepUp } from 'latchkey/passkey';
import { clientFor, deleteAccount, restoreAccount, signOut } from 'latchkey/session';
import { bindForm } from './account-forms.js';
import { askStepUp } from './step-up-dialog.js';

const template = document.querySelector<HTMLTemplateElement>('template#confirm-deletion')!;
const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long' });
const explain = (): { sentence: string } => ({ sentence: 'That did not work. Try again.' });

/** Lets the user delete the account, and keep it until it is deleted. */
export function bindDeletion(view: HTMLElement): void {
  const client = clientFor();
  bindForm(view.querySelector<HTMLFormElement>('form[data-form=delete]')!, {
    isConfirmed,
    async send() {
      await withStepUp(() => deleteAccount({ client }), askStepUp);
      await signOut({ client, everything: true });
    },
    explain,
  });
  bindForm(view.querySelector<HTMLFormElement>('form[data-form=restore]')!, {
    async send() {
      await restoreAccount({ client });
      showDeletion(view, undefined);
      view.querySelector<HTMLElement>('form[data-form=delete] button')!.focus();
    },
    explain,
  });
  void readDeletion().then((deletesAt) => showDeletion(view, deletesAt));
}

async function readDeletion(): Promise<number | undefined> {
  const answer = await fetch('/account').catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as { deletesAt?: number }).deletesAt : undefined;
}

function showDeletion(view: HTMLElement, deletesAt: number | undefined): void {
  for (const part of view.querySelectorAll<HTMLElement>('[data-deletion]'))
    part.hidden = (part.dataset['deletion'] === 'scheduled') !== (deletesAt !== undefined);
  if (deletesAt === undefined) return;
  const time = view.querySelector<HTMLTimeElement>('[data-fact=deletion]')!;
  time.dateTime = new Date(deletesAt).toISOString();
  time.textContent = date.format(deletesAt);
}

/** Asks in a dialog whether the account is really to be deleted. */
async function isConfirmed(): Promise<boolean> {
  const dialog = template.content.firstElementChild!.cloneNode(true) as HTMLDialogElement;
  document.body.append(dialog);
  const closed = new Promise((resolve) => dialog.addEventListener('close', resolve));
  dialog.showModal();
  await closed;
  dialog.remove();
  return dialog.returnValue === 'delete';
}
