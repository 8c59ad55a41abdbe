import 'latchkey/define/offline-status';
import 'latchkey/define/passkey-button';
import 'latchkey/define/vault-unlock';
import { clientFor } from 'latchkey';
import { openOutbox, type Outbox } from 'latchkey/offline';
import { listPasskeys } from 'latchkey/passkey';
import type { Vault } from 'latchkey/vault';

const client = clientFor();
const lock = document.querySelector('latch-vault-unlock')!;
const status = document.querySelector('latch-offline-status')!;
const note = document.querySelector('textarea')!;
const problem = document.querySelector('[data-problem]')!;
const one = '/notes/one';
let outbox: Outbox | undefined;

lock.addEventListener('latch-unlocked', async () => {
  const { vault } = lock;
  try {
    if (vault) await open(vault);
  } catch {
    // another page may have created the vault, for another user, or the server cannot be reached to identify the user
    if (lock.vault === vault)
      problem.textContent =
        'What you write here would not be sent: sign in as the one whose lock this is, and open it again.';
  }
});

async function open(vault: Vault): Promise<void> {
  // without a connection the outbox has to know already whose it is
  const userId = await listPasskeys({ client }).then(
    (list) => list.userId,
    () => undefined,
  );
  outbox = await openOutbox({
    vault,
    client,
    ...(userId !== undefined && { userId }),
    whenSent: ({ path }, { etag }) => [{ store: 'versions', id: path, value: etag ?? null }],
    whenTheirs: ({ path }, { status: code, etag, body }) => {
      const { text } = code === 200 ? (body as { text: string }) : { text: '' };
      if (path === one) note.value = text;
      return [
        { store: 'notes', id: path, value: { title: '', text } },
        { store: 'versions', id: path, value: code === 200 ? (etag ?? null) : null },
      ];
    },
  });
  status.outbox = outbox;
  const kept = (await vault.get('notes', one)) as { text: string } | undefined;
  if (lock.vault === vault && kept) note.value = kept.text;
}

// what is hidden is still in the document
lock.addEventListener('latch-locked', () => {
  outbox = undefined;
  status.outbox = undefined;
  note.value = problem.textContent = '';
});

note.addEventListener('change', async () => {
  const body = { title: '', text: note.value };
  const precondition = async () => {
    const etag = await lock.vault?.get('versions', one);
    return typeof etag === 'string' ? { etag } : ('absent' as const);
  };
  await outbox?.enqueue({ method: 'PUT', path: one, body, precondition, subject: 'Your note' }, [
    { store: 'notes', id: one, value: body },
  ]);
});
