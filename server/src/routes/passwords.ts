import type { Handler } from 'hono';
import type { LoginRequest, SignInAnswer } from '../../../src/base/contract/types.js';
import { redirectToSignIn } from '../http/sign-in-page.js';
import { checkShape } from '../http/contract.js';
import { formType, mediaType, readForm, readJson } from '../http/middleware/body.js';
import { Refusal } from '../http/refusal.js';
import type { Env, RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import type { PasswordUse } from '../store/accounts.js';
import { nameAsTyped } from '../accounts/usernames.js';

/**
 * Hashes the password again if its hash has another cost than new ones.
 *
 * @returns the hash that the account has of the password now; the given one if it has another password meanwhile.
 */
async function renewHash(
  { passwords, store }: Services,
  { id, passwordHash }: PasswordUse,
  password: string,
  client: string,
): Promise<string> {
  if (passwords.isCurrent(passwordHash)) return passwordHash;
  const renewed = await passwords.hash(password, client);
  if (await store.replacePasswordHash(id, passwordHash, renewed)) return renewed;
  // Another sign-in may have renewed it at the same moment.
  const found = (await store.findAccount(id))?.passwordHash;
  return found && (await passwords.matches(password, found, client)) ? found : passwordHash;
}

async function signIn(
  services: Services,
  context: RequestContext,
  { username, password }: LoginRequest,
): Promise<SignInAnswer> {
  const { attemptSourceOf, limits, passwords, requiredProviders, sessions, store } = services;
  const name = nameAsTyped(username);
  // Before the password is compared, so that the answer does not tell whether it is right.
  requiredProviders.refuseTyped(name);
  const account = await store.findAccountByUsername(name);
  const previous = await sessions.read(context);
  const source = await attemptSourceOf(context, account?.id);
  const isRight = await limits.guess(`password:${name}`, source, () =>
    passwords.matches(password, account?.passwordHash, source.client),
  );
  if (!isRight) throw new Refusal(401, 'rejected');
  const compared = { id: account!.id, passwordHash: account!.passwordHash! };
  // A sign-in does not fail for this.
  const passwordHash = await renewHash(services, compared, password, source.client).catch((error: unknown) => {
    services.log({ level: 'warn', event: 'password-not-renewed', userId: compared.id, reason: String(error) });
    return compared.passwordHash;
  });
  const use = { ...compared, passwordHash };
  // In a session of the same user this is a step-up: to them it stays the same session.
  const again = previous?.authentication?.userId === account!.id;
  const trustedFrom = account!.passwordTrustedFrom ?? 0;
  const started = await sessions.signIn(
    context,
    account!.id,
    'password',
    async (session, now) => {
      const outcome = await (again
        ? store.stepUpWithPassword(use, session, now, previous.id)
        : store.signInWithPassword(use, session, now, previous?.id));
      if (outcome === 'changed') throw new Refusal(401, 'rejected');
      return outcome === 'saved';
    },
    { recoveryUntil: services.now() < trustedFrom ? trustedFrom : null },
  );
  if (!started) throw new Refusal(401, 'session_ended');
  return started;
}

/**
 * `POST /login`: name and password as JSON, or as a form of a page without script, which is answered with a redirect.
 */
export function logIn(services: Services): Handler<Env> {
  return async (context) => {
    if (mediaType(context) !== formType) {
      return context.json(await signIn(services, context, checkShape('LoginRequest', readJson(context))));
    }
    try {
      const { next } = await signIn(services, context, checkShape('LoginRequest', readForm(context)));
      return next ? redirectToSignIn(context, services.config, 'next_step') : context.redirect('/', 303);
    } catch (error) {
      if (error instanceof Refusal && error.status === 401)
        return redirectToSignIn(context, services.config, 'rejected');
      throw error;
    }
  };
}
