import { fromBase64Url, toBase64Url } from '../../../src/base/bytes.js';
import { createVault, exportVault, importVault, unlockVault, wipeVaults } from '../../../src/vault/index.js';
import { handleOf, prfPasskey } from './vaults.js';

const phone = prfPasskey('phone');
const readText = async (stream: ReadableStream<BufferSource>): Promise<string> => new Response(stream).text();

/** What a page does with exported vaults. Files are base64url. */
const page = {
  /** Creates a vault, replaces its key, and exports it. */
  async create(isPrivate: boolean): Promise<{ code: string; file: string }> {
    const { ask } = phone;
    const vault = await createVault({
      rpId: 'localhost',
      userHandle: handleOf('alice'),
      passkeys: [phone],
      ask,
      private: isPrivate,
    });
    await vault.set('notes', 'first', { title: 'Löwe' });
    await vault.setStream('files', 'long', new Blob(['sixteen letters.'.repeat(40_000)]));
    const code = await vault.createRecoveryCode(phone.ask);
    await vault.rotate({ ask: phone.ask });
    vault.lock();
    const file = toBase64Url(await (await exportVault(vault.id)).arrayBuffer());
    await wipeVaults();
    return { code, file };
  },

  /** Imports a vault, changes it, and unlocks it again from the database. */
  async use(file: string, code: string): Promise<{ notes: unknown; long: string; file: string }> {
    const vault = await importVault(new Blob([fromBase64Url(file)]), { code });
    await vault.set('notes', 'second', 'Written in the browser');
    vault.lock();
    const again = await unlockVault({ code });
    const { stream } = (await again.getStream('files', 'long'))!;
    const read = {
      notes: [...(await again.getAll('notes'))],
      long: await readText(stream),
      file: toBase64Url(await (await exportVault(again.id)).arrayBuffer()),
    };
    again.lock();
    await wipeVaults();
    return read;
  },
};

Object.assign(globalThis, { page });
