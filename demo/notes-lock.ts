import type { Client, LatchError } from 'latchkey/session';
import type { Vault } from 'latchkey/vault';
import { showConflicts } from './note-conflicts.js';
import { showNotes, type NotesView } from './notes-view.js';
import { SealedNotes } from './sealed-notes.js';

const sentences: Record<string, string> = {
  wrong_account: 'These notes belong to another user.',
  unauthenticated: 'Sign in to open your notes here for the first time.',
  network: 'Can’t reach the server. It is needed once, to open your notes here for the first time.',
  storage_full: 'This device has no space left. What you wrote last is not kept: copy it elsewhere.',
};

/**
 * Has the lock of a view show the notes that are in its vault whenever that is unlocked, and follow the server.
 * `onSignedOut` is called when changes turn out to wait for a sign-in.
 *
 * @returns What looks at the server again. Does nothing while the vault is locked.
 */
export function bindLock(view: HTMLElement, client: Client, onSignedOut: () => void): () => void {
  const lock = view.querySelector('latch-vault-unlock')!;
  const status = view.querySelector('latch-offline-status')!;
  const problem = view.querySelector<HTMLElement>('[data-problem]')!;
  let refresh = (): void => {};

  const explain = (error: unknown) => {
    const { code = '' } = error as Partial<LatchError>;
    problem.textContent = sentences[code] ?? 'Something went wrong on this device. Reload the page.';
  };

  const open = async (vault: Vault) => {
    const signal = vault.locked;
    problem.textContent = '';
    refresh = () => {};
    try {
      const notes = await SealedNotes.open(vault, client);
      if (signal.aborted) return;
      const shown = showNotes(view, notes, signal, explain);
      status.outbox = notes.outbox;
      showConflicts(status, notes.outbox, signal);
      await shown.update();
      refresh = follow(notes, shown, signal, { onSignedOut, onOtherPerson: () => lock.lock() });
    } catch (error) {
      if (signal.aborted) return;
      explain(error);
      refresh = () => void open(vault);
    }
  };

  lock.addEventListener('latch-unlocked', () => {
    const { vault } = lock;
    vault?.locked.addEventListener('abort', () => {
      status.outbox = undefined;
      problem.textContent = '';
      refresh = () => {};
    });
    if (vault) void open(vault);
  });
  return () => refresh();
}

/**
 * Keeps the view in sync with the vault, and the vault with the server, until `signal` aborts; reports when no user, or
 * another user, is signed in.
 */
function follow(
  notes: SealedNotes,
  shown: NotesView,
  signal: AbortSignal,
  { onSignedOut, onOtherPerson }: Record<'onSignedOut' | 'onOtherPerson', () => void>,
): () => void {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  const run = async () => {
    do {
      isAskedAgain = false;
      shown.say('Getting your notes…');
      let outcome = 'You have no notes yet.';
      try {
        await notes.refresh();
      } catch (error) {
        if (signal.aborted) return;
        if ((error as LatchError).code === 'wrong_account') return onOtherPerson();
        outcome = 'Your notes cannot be fetched at the moment.';
      }
      await shown.update();
      shown.say(outcome);
    } while (isAskedAgain && !signal.aborted);
    running = undefined;
  };
  const refresh = (): void => {
    isAskedAgain = true;
    running ??= run();
  };

  refresh();
  let open = 0;
  let before: string | undefined;
  notes.outbox.watch(
    {
      onChange({ status, waiting, refused }) {
        if (status === 'other-user') return onOtherPerson();
        if (status === 'signed-out' && status !== before) onSignedOut();
        before = status;
        void shown.update();
        const left = waiting + refused.length;
        // something was sent, or decided: by now the server may have more to tell
        if (status === 'idle' && left < open) refresh();
        if (status === 'idle' || left > open) open = left;
      },
    },
    signal,
  );
  return refresh;
}
