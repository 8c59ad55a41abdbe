import 'latchkey/define/offline-status';
import 'latchkey/define/passkey-button';
import 'latchkey/define/vault-unlock';
import { clientFor } from 'latchkey';
import { openOutbox, registerUnsentWrites, type Outbox } from 'latchkey/offline';
import { listPasskeys } from 'latchkey/passkey';

const client = clientFor();
const lock = document.querySelector('latch-vault-unlock')!;
const status = document.querySelector('latch-offline-status')!;
const note = document.querySelector('textarea')!;
let outbox: Outbox | undefined;

registerUnsentWrites(client);

lock.addEventListener('latch-unlocked', async () => {
  const { vault } = lock;
  if (!vault) return;
  // without a connection the outbox has to know already whose it is
  const userId = await listPasskeys({ client }).then((list) => list.userId, () => undefined);
  outbox = await openOutbox({
    vault, client, ...(userId !== undefined && { userId }),
    whenSent: (_write, { etag }) => [{ store: 'versions', id: 'one', value: etag ?? null }],
    whenTheirs: (_write, { status: code, etag, body }) => {
      const { text } = code === 200 ? (body as { text: string }) : { text: '' };
      note.value = text;
      return [{ store: 'notes', id: 'one', value: text }, { store: 'versions', id: 'one', value: code === 200 ? (etag ?? null) : null }];
    },
  });
  status.outbox = outbox;
  const text = await vault.get('notes', 'one');
  if (lock.vault === vault && typeof text === 'string') note.value = text;
});

// what is hidden is still in the document
lock.addEventListener('latch-locked', () => {
  outbox = undefined;
  status.outbox = undefined;
  note.value = '';
});

note.addEventListener('change', async () => {
  const text = note.value;
  const etag = await lock.vault?.get('versions', 'one');
  const precondition = typeof etag === 'string' ? { etag } : ('absent' as const);
  await outbox?.enqueue({ method: 'PUT', path: 'notes/one', body: { title: '', text }, precondition, subject: 'Your note' }, [{ store: 'notes', id: 'one', value: text }]);
});
