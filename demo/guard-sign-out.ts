import { clientFor, type Endpoint } from 'latchkey/session';

const account: Endpoint<undefined, { methods?: readonly string[] }> = { method: 'GET', path: 'account' };
const template = document.querySelector<HTMLTemplateElement>('template#no-way-back')!;

/**
 * Asks before a sign-out after which the user could not sign in again: the account has no passkey, no password, no
 * linked account and no verified address. Where the server cannot be asked, nothing is asked.
 */
export function guardSignOut(view: HTMLElement): void {
  let hasWayBack = true;
  const read = async (): Promise<void> => {
    const { methods } = await clientFor().call(account);
    hasWayBack = methods?.length !== 0;
  };
  const readQuietly = (): void => void read().catch(() => {});

  readQuietly();
  for (const change of ['latch-passkey-created', 'latch-passkey-removed']) view.addEventListener(change, readQuietly);
  view.addEventListener('latch-before-sign-out', (event) => {
    if (hasWayBack) return;
    event.preventDefault();
    const button = event.target as HTMLElementTagNameMap['latch-sign-out-button'];
    void ask().then((isSure) => {
      if (!isSure) return;
      // The event is dispatched at once, so the question is skipped for this sign-out alone.
      hasWayBack = true;
      void button.signOut();
      hasWayBack = false;
    });
  });
}

/** Resolves with whether the user signs out all the same. */
function ask(): Promise<boolean> {
  const dialog = template.content.firstElementChild!.cloneNode(true) as HTMLDialogElement;
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'sign-out');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
