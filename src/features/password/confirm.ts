import type { Client } from '../../core/client.js';
import { logIn } from '../../core/contract/passwords.js';
import { LatchError } from '../../core/errors.js';
import { readSession, type SessionUser } from '../../core/session.js';

/** Whose session it is, and what the person typed. */
export interface ConfirmPasswordOptions {
  client: Client;
  password: string;
  signal?: AbortSignal | undefined;
}

/**
 * Has the person who is signed in authenticate again with their password. `POST /login` gets `user.username` of `GET
 * /session`, or `user.name` where the backend sends no other, so nobody else can be signed in by mistake. The password
 * is sent there and stored nowhere. A request that needs a fresh `authTime` can be repeated once this resolves.
 *
 * @throws {LatchError} `unauthenticated` if the session is over, `rejected` for a wrong password, `rate_limited`,
 *   `wrong_account` if another tab has signed another person in meanwhile, `unsupported` where the backend knows no
 *   passwords, and the other errors of {@link Client.call}.
 */
export async function confirmPassword({ client, password, signal }: ConfirmPasswordOptions): Promise<void> {
  const before = await readUser(client, signal);
  await client.call(logIn, { body: { username: before.username ?? before.name, password }, signal });
  const after = await readUser(client, signal);
  // A backend of version 0.1 tells people apart by their names alone.
  const isSame = before.id === undefined ? after.name === before.name : after.id === before.id;
  if (!isSame) throw new LatchError('wrong_account', 'Another person is signed in by now.');
}

async function readUser(client: Client, signal: AbortSignal | undefined): Promise<SessionUser> {
  const state = await readSession(client, signal);
  if (state.status === 'signed-out' || !state.user) throw new LatchError('unauthenticated', 'The session is over.');
  return state.user;
}
