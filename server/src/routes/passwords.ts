import type { Handler } from 'hono';
import type { LoginRequest, SignInAnswer } from '../../../src/base/contract/types.js';
import { redirectToSignIn } from '../http/sign-in-page.js';
import { checkShape } from '../http/contract.js';
import { formType, mediaType, readForm, readJson } from '../http/middleware/body.js';
import { Refusal } from '../http/refusal.js';
import type { Env, RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import type { Account } from '../store/records.js';
import { nameAsTyped } from '../accounts/usernames.js';

/** Hashes the password again if its hash has another cost than new ones. A sign-in does not fail for this. */
async function renewHash(
  { passwords, store }: Services,
  { id, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
  password: string,
  client: string,
): Promise<void> {
  if (passwordHash === null || passwords.isCurrent(passwordHash)) return;
  await store.replacePasswordHash(id, passwordHash, await passwords.hash(password, client));
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
  await renewHash(services, account!, password, source.client).catch((error: unknown) =>
    services.log({ level: 'warn', event: 'password-not-renewed', userId: account!.id, reason: String(error) }),
  );
  // In a session of the same user this is a step-up: to them it stays the same session.
  const again = previous?.authentication?.userId === account!.id;
  const trustedFrom = account!.passwordTrustedFrom ?? 0;
  const started = await sessions.signIn(
    context,
    account!.id,
    'password',
    (session, now) =>
      again ? store.renewSession(session, now, previous.id) : store.startSession(session, now, previous?.id),
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
