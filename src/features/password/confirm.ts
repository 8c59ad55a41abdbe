import type { Client } from '../../core/client.js';
import { logIn } from '../../core/contract/passwords.js';
import { LatchError } from '../../core/errors.js';
import { readSession } from '../../core/session.js';

/** Whose session it is, and what the person typed. */
export interface ConfirmPasswordOptions {
  client: Client;
  password: string;
  signal?: AbortSignal | undefined;
}

/**
 * Has the person who is signed in prove again, by their password, who they are. The name is that of the session, so
 * nobody else can be signed in by mistake.
 * The password is sent to `POST /login` and kept nowhere. What waits for a fresh `authTime` may go on once this
 * resolves.
 *
 * @throws {LatchError} `unauthenticated` if nobody is signed in (any more), `rejected` for a wrong password,
 *   `rate_limited`, `wrong_account` if another tab has signed somebody else in meanwhile,
 * `unsupported` where the backend knows no passwords, and the other errors of {@link Client.call}.
 */
export async function confirmPassword({ client, password, signal }: ConfirmPasswordOptions): Promise<void> {
  const username = await readName(client, signal);
  await client.call(logIn, { body: { username, password }, signal });
  if ((await readName(client, signal)) !== username)
    throw new LatchError('wrong_account', 'Somebody else is signed in by now.');
}

async function readName(client: Client, signal: AbortSignal | undefined): Promise<string> {
  const state = await readSession(client, signal);
  if (state.status === 'signed-out' || !state.user) throw new LatchError('unauthenticated', 'Nobody is signed in.');
  return state.user.name;
}
