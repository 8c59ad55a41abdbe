import type { Handler } from 'hono';
import type { DeletionAnswer, DeletionOutlook } from '../../../src/base/contract/types.js';
import { describeLosses } from '../accounts/deletion-losses.js';
import { demandUncommonPassword, knownWords } from '../accounts/forbidden-passwords.js';
import { prepareNotice } from '../accounts/notices.js';
import { issuersOf } from '../config/server-config.js';
import { deletionGrace, recoveryDelay } from '../config/lifetimes.js';
import { checkShape } from '../http/contract.js';
import { readJson } from '../http/middleware/body.js';
import { Refusal } from '../http/refusal.js';
import type { Env } from '../http/request-context.js';
import type { Services } from '../services.js';
import { causeOf } from '../store/records.js';
import { demandFreshness, demandFreshnessToEnd, demandFreshnessToSetPassword } from '../sessions/freshness.js';

/**
 * `PUT /account/password`: sets or replaces the password. Sessions that were begun with the old one go on. A user who has
 * forgotten it and signed in with a code resets it: then those sessions end, and the new one satisfies no step-up for a
 * day.
 */
export function setPassword(services: Services): Handler<Env> {
  const { clientOf, config, grants, now, passwords, sessions, store } = services;
  return async (context) => {
    const { password } = checkShape('PasswordChange', readJson(context));
    const session = await sessions.demand(context);
    const isReset = await demandFreshnessToSetPassword(services, session);
    const { userId } = session.authentication;
    const [account, addresses] = await Promise.all([store.findAccount(userId), store.listAddresses(userId)]);
    if (!account) throw new Refusal(401, 'unauthenticated');
    demandUncommonPassword(password, knownWords([account.name, account.displayName, config.rpName], addresses));
    const hash = await passwords.hash(password, clientOf(context));
    const notify = await prepareNotice(services, userId);
    const time = now();
    const trustedFrom = time + (config.recoveryDelay ?? recoveryDelay);
    const outcome = isReset
      ? await store.resetPassword(userId, hash, trustedFrom, session, time)
      : (await store.setPassword(userId, hash, session, time)) || 'session-ended';
    if (outcome === 'session-ended') throw new Refusal(401, 'unauthenticated');
    if (outcome === 'none') await demandFreshness(services, session);
    if (isReset) grants.giveBackLeft();
    notify(isReset ? 'password-reset' : 'password-set');
    return context.body(null, 204);
  };
}

/**
 * `DELETE /account/password`: removes the password, unless it is the last way to sign in. The other sessions that began
 * with it end.
 */
export function removePassword(services: Services): Handler<Env> {
  const { config, grants, now, sessions, store } = services;
  const issuers = issuersOf(config);
  return async (context) => {
    const session = await sessions.demand(context);
    await demandFreshness(services, session);
    const { userId } = session.authentication;
    const notify = await prepareNotice(services, userId);
    const outcome = await store.removePassword(userId, issuers, causeOf(session, now()));
    if (outcome === 'none') throw new Refusal(404, 'not_found');
    if (outcome === 'last-way-in')
      throw new Refusal(409, 'last_way_in', { message: 'The password is the only way to sign in to the account.' });
    grants.giveBackLeft();
    notify('password-removed');
    return context.body(null, 204);
  };
}

/** `GET /account/deletion`: when an account would be deleted, and what the user loses with it, for the page to show. */
export function readDeletion({ config, sessions, store }: Services): Handler<Env> {
  const grace = config.deletionGrace ?? deletionGrace;
  return async (context) => {
    const { userId } = (await sessions.demand(context)).authentication;
    const [account, deletesAt, passkeys, notes] = await Promise.all([
      store.findAccount(userId),
      store.findDeletion(userId),
      store.listCredentials(userId),
      store.listNotes(userId),
    ]);
    if (!account) throw new Refusal(401, 'unauthenticated');
    const losses = { notes: notes.length, passkeys: passkeys.length, name: account.name };
    return context.json({
      grace,
      ...(deletesAt !== undefined && { deletesAt }),
      consequences: describeLosses(losses, context.req.header('Accept-Language')),
    } satisfies DeletionOutlook);
  };
}

/**
 * `DELETE /account`: has the account deleted after the days that the operator grants, and ends its other sessions at
 * once. Until then it works as before, and its owner can keep it; the next sign-in keeps it too. Without such days it is
 * deleted now.
 */
export function deleteAccount(services: Services): Handler<Env> {
  const { config, grants, now, sessions, store } = services;
  const grace = config.deletionGrace ?? deletionGrace;
  return async (context) => {
    const session = await sessions.demand(context);
    await demandFreshnessToEnd(services, session);
    const { userId } = session.authentication;
    const notify = await prepareNotice(services, userId);
    const time = now();
    const deletion = await store.scheduleDeletion(
      userId,
      time + grace,
      session,
      time,
      causeOf(session, time),
      grace === 0,
    );
    if (!deletion) throw new Refusal(401, 'unauthenticated');
    const { deletesAt, ended } = deletion;
    notify(deletesAt <= time ? 'deleted' : 'deletion');
    await grants.giveBack(ended);
    if (grace === 0) {
      grants.giveBackLeft();
      await sessions.leave(context);
    }
    return context.json({ deletesAt } satisfies DeletionAnswer);
  };
}

/** `POST /account/restore`: keeps an account that was to be deleted. */
export function restoreAccount({ now, sessions, store }: Services): Handler<Env> {
  return async (context) => {
    const session = await sessions.demand(context);
    const time = now();
    if (!(await store.cancelDeletion(session.authentication.userId, time, causeOf(session, time))))
      throw new Refusal(404, 'not_found');
    return context.body(null, 204);
  };
}
