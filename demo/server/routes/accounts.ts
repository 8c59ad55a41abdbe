import type { Handler } from 'hono';
import { randomText } from '../bytes.js';
import { checkShape } from '../contract.js';
import { readJson } from '../middleware/body.js';
import { hashPassword } from '../passwords.js';
import { Refusal } from '../refusal.js';
import type { Env, Services } from '../services.js';
import { nameAsCompared, nameAsWritten } from '../usernames.js';

/** `POST /signup`: creates an account, with or without a password, and signs it in. */
export function signUp({ sessions, store }: Services): Handler<Env> {
  return async (context) => {
    const { username, password } = checkShape('SignupRequest', readJson(context));
    const name = nameAsWritten(username);
    const compared = nameAsCompared(username);
    if (await store.findAccountByUsername(compared)) throw new Refusal(409, 'taken');

    const previous = await sessions.read(context);
    const passwordHash = password === undefined ? null : await hashPassword(password);
    const id = randomText();
    const created = await sessions.signIn(context, id, 'signup', async (session, createdAt) => {
      const account = { id, handle: randomText(), username: compared, name, displayName: name, passwordHash, createdAt };
      const outcome = await store.createAccount(account, session, createdAt, previous?.id);
      if (outcome === 'taken') throw new Refusal(409, 'taken');
      return outcome === 'created';
    });
    if (!created) throw new Refusal(401, 'session_ended');
    return context.json({}, 201);
  };
}
