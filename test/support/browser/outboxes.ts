import { clientFor } from '../../../src/base/client/client.js';
import {
  openOutbox,
  type NewWrite,
  type OpenOutboxOptions,
  type Outbox,
  type OutboxState,
} from '../../../src/offline.js';
import { listPasskeys } from '../../../src/passkey/index.js';
import { createVault, type Vault } from '../../../src/vault/index.js';
import type { PrfPasskey } from './vaults.js';

/** The user handle of the signed-in user. */
export async function handleOfPresent(): Promise<string> {
  return (await listPasskeys({ client: clientFor() })).userId;
}

/** Creates a vault of the signed-in user. */
export async function createOwnVault({ id, ask }: PrfPasskey): Promise<Vault> {
  return createVault({ rpId: 'localhost', userHandle: await handleOfPresent(), passkeys: [{ id }], ask });
}

/** Opens the outbox of the signed-in user, in this vault. */
export async function openOutboxIn(vault: Vault, more: Partial<OpenOutboxOptions> = {}): Promise<Outbox> {
  return openOutbox({ vault, client: clientFor(), userId: await handleOfPresent(), ...more });
}

/**
 * Resolves with the first state of the outbox, the present one included, that `isIt`. The test fails by its time limit
 * if there is none.
 */
export function stateWhere(outbox: Outbox, isIt: (state: OutboxState) => boolean): Promise<OutboxState> {
  const seen = new AbortController();
  return new Promise<OutboxState>((resolve) => {
    outbox.watch({ onChange: (state) => isIt(state) && resolve(state) }, seen.signal);
  }).finally(() => seen.abort());
}

/** Resolves when nothing waits any more, and nothing goes on. */
export const allSent = (outbox: Outbox): Promise<OutboxState> =>
  stateWhere(outbox, ({ status, waiting }) => status === 'idle' && waiting === 0);

/** The server's version of a note of the signed-in user. */
export async function readNote(id: string): Promise<{ status: number; text: string | undefined; etag: string | null }> {
  const response = await fetch(`/notes/${id}`);
  const { text } = (await response.json()) as { text?: string };
  return { status: response.status, text, etag: response.headers.get('etag') };
}

/** Writes a note past the outbox, as another device does. Resolves with its version. */
export async function writeElsewhere(
  id: string,
  text: string,
  precondition: Record<string, string> = { 'if-none-match': '*' },
): Promise<string> {
  const response = await fetch(`/notes/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...precondition },
    body: JSON.stringify({ title: '', text }),
  });
  if (!response.ok) throw new Error(`Writing a note answered ${response.status}.`);
  return response.headers.get('etag')!;
}

/** A write that creates a note, unless `more` says otherwise. */
export const putNote = (id: string, more: Partial<NewWrite> = {}): NewWrite => ({
  method: 'PUT',
  path: `/notes/${id}`,
  body: { title: '', text: `mine ${id}` },
  precondition: 'absent',
  ...more,
});
