import type { Client } from '../base/client/client.js';
import { signInWithPassword } from '../base/contract/passwords.js';
import type { NextStep } from '../base/contract/types.js';
import { requiredStep } from '../base/client/sign-in-outcome.js';
import { LatchError } from '../base/client/errors.js';
import { readSession, type SessionUser } from '../session/session.js';
import { watched } from '../base/browser/watch-ceremonies.js';

/** Whose session it is, and what the user typed. */
export interface ConfirmPasswordOptions {
  client: Client;
  password: string;
  signal?: AbortSignal | undefined;
}

/** The password was right. With `next`, the backend requires that step besides. */
export interface PasswordConfirmed {
  readonly next?: NextStep | undefined;
}

/**
 * Authenticates the signed-in user again with their password. `POST /login` gets `user.username` of `GET /session`, or
 * `user.name` if the backend sends no `username`, so that no other user can be signed in by mistake. The password is
 * sent only there and stored nowhere. A request that needs a fresh `authTime` can be repeated once this resolves.
 *
 * @throws {LatchError} `unauthenticated` if the session has ended, `rejected` for a wrong password, `rate_limited`,
 *   `wrong_account` if another tab has signed another user in meanwhile, `unsupported` if the backend has no passwords,
 *   and the other errors of {@link Client.call}.
 */
export function confirmPassword(options: ConfirmPasswordOptions): Promise<PasswordConfirmed> {
  return watched(sendAgain(options), 'step-up');
}

async function sendAgain({ client, password, signal }: ConfirmPasswordOptions): Promise<PasswordConfirmed> {
  const before = await readUser(client, signal);
  const body = { username: before.username ?? before.name, password };
  const next = requiredStep(await client.call(signInWithPassword, { body, signal }));
  if (next) return { next };
  const after = await readUser(client, signal);
  // Some backends identify users by their names only.
  const isSame = before.id === undefined ? after.name === before.name : after.id === before.id;
  if (!isSame) throw new LatchError('wrong_account', 'Another user is signed in now.');
  return {};
}

async function readUser(client: Client, signal: AbortSignal | undefined): Promise<SessionUser> {
  const state = await readSession(client, signal);
  if (state.status === 'signed-out' || !state.user) throw new LatchError('unauthenticated', 'The session has ended.');
  return state.user;
}
