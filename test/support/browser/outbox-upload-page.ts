import { clientFor } from '../../../src/base/client/client.js';
import { openOutbox, type Outbox } from '../../../src/offline.js';
import { createVault, unlockVault, wipeVaults, type Vault } from '../../../src/vault/index.js';
import { stateWhere } from './outboxes.js';
import { prfPasskey } from './vaults.js';

const phone = prfPasskey('phone');
/** The user handle of the only user of the site. */
const userId = 'AAAA';
let vault: Vault;
let outbox: Outbox;

/** The content of a file: the same for the same length. */
function bytesOf(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index++) bytes[index] = (index * 31 + (index >>> 10)) & 0xff;
  return bytes;
}

/** What the journey has its page do. */
const page = {
  /** Opens the outbox of a new vault, or of the one that the page has created before it was loaded again. */
  async open(isNew: boolean): Promise<void> {
    if (isNew) await wipeVaults();
    vault = isNew
      ? await createVault({ rpId: 'localhost', userHandle: userId, passkeys: [phone], ask: phone.ask })
      : await unlockVault({ ask: phone.ask });
    outbox = await openOutbox({
      vault,
      client: clientFor(),
      userId,
      // The app has no use for its copy any more.
      whenSent: ({ stream }) => (stream ? [{ store: stream.store, id: stream.id, delete: true }] : []),
    });
  },

  /** Stores a file sealed, and queues its upload. Resolves with the name of the error, if there is one. */
  async upload(name: string, length: number, resumable: boolean): Promise<string | undefined> {
    await vault.setStream('files', name, new Blob([bytesOf(length)]));
    return page.enqueue(name, { store: 'files', id: name, resumable });
  },

  async enqueue(name: string, stream: { store: string; id: string; resumable?: boolean }): Promise<string | undefined> {
    return outbox.enqueue({ method: 'PUT', path: `/files/${name}`, stream, precondition: 'absent' }).then(
      () => undefined,
      (error: Error) => error.name,
    );
  },

  /** Deletes the app's copy of a file, whose upload waits. */
  async uploadMissing(name: string): Promise<void> {
    const connected = globalThis.fetch;
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await page.upload(name, 10, false);
    await vault.delete('files', name);
    globalThis.fetch = connected;
    dispatchEvent(new Event('online'));
  },

  /** Waits until nothing waits any more. Resolves with what was refused, and with the ids of the app's files. */
  async finish(): Promise<{ refused: unknown[]; files: string[] }> {
    await stateWhere(outbox, ({ status, waiting }) => status === 'idle' && waiting === 0);
    const refused = outbox.listRefused().map(({ write, reason }) => [write.path, reason, write.response]);
    return { refused, files: await vault.list('files') };
  },
};

Object.assign(globalThis, { page });
