/** The script of the page on which elements stand for their pictures: all of them, and what fills an outbox. */
import { LatchOfflineStatus } from '../../src/elements.js';
import type { Outbox } from '../../src/offline.js';
import { registerVaults } from '../../src/vault/index.js';
import { allSent, createOwnVault, openOutboxIn, stateWhere, writeElsewhere } from '../support/browser/outboxes.js';
import { prfPasskey } from '../support/browser/vaults.js';
import '../../src/define/all.js';

declare global {
  interface Window {
    /** Opens an outbox for the element on the page, in a vault of the user who is signed in. */
    openOutboxOnStage(): Promise<void>;
    /** Puts notes into it. */
    writeNotes(...names: string[]): Promise<void>;
    /** Resolves when the outbox is in this state. */
    outboxIs(status: string): Promise<void>;
    /** Resolves when the server has everything. */
    outboxIsEmpty(): Promise<void>;
    /** Changes a note on the server, as another device does. */
    changeNoteElsewhere(name: string): Promise<void>;
  }
}

let outbox: Outbox;

window.openOutboxOnStage = async () => {
  registerVaults();
  outbox = await openOutboxIn(await createOwnVault(prfPasskey()));
  for (const element of document.querySelectorAll('latch-offline-status'))
    if (element instanceof LatchOfflineStatus) element.outbox = outbox;
};
window.writeNotes = async (...names) => {
  for (const name of names)
    await outbox.enqueue({
      method: 'PUT',
      path: `notes/${name.toLowerCase().replaceAll(' ', '-')}`,
      body: { title: name, text: 'Mine' },
      precondition: 'absent',
      subject: name,
    });
};
window.outboxIs = async (status) => void (await stateWhere(outbox, (state) => state.status === status));
window.outboxIsEmpty = async () => void (await allSent(outbox));
window.changeNoteElsewhere = async (name) => void (await writeElsewhere(name, 'Theirs'));
