import type { Handler } from 'hono';
import type { EndedSessions, ListedSession, OwnSessionAnswer, SessionList } from '../../../src/base/contract/types.js';
import { prepareNotice } from '../accounts/notices.js';
import { demandFreshnessToEnd } from '../sessions/freshness.js';
import { Refusal } from '../http/refusal.js';
import type { Env } from '../http/request-context.js';
import type { Providers } from '../oidc/providers.js';
import type { Services } from '../services.js';
import { causeOf, type SignedInSession } from '../store/records.js';

function listSession(providers: Providers, session: SignedInSession, current: boolean): ListedSession {
  const { publicId, device, authentication, startedAt: createdAt, lastSeenAt, parent } = session;
  const { authMethod } = authentication;
  return {
    id: publicId,
    device,
    authMethod,
    ...providers.describe(session),
    createdAt,
    lastSeenAt,
    current,
    installedApp: parent !== null,
  };
}

/** `GET /sessions`: the sessions of the account on all devices, the one that asks first. */
export function listSessions({ now, providers, sessions, store }: Services): Handler<Env> {
  return async (context) => {
    const { publicId, authentication } = await sessions.demand(context);
    const all = await store.listSessions(authentication.userId, now());
    const isCurrent = (session: SignedInSession): boolean => session.publicId === publicId;
    const ordered = [...all.filter(isCurrent), ...all.filter((session) => !isCurrent(session))];
    return context.json({
      sessions: ordered.map((session) => listSession(providers, session, isCurrent(session))),
    } satisfies SessionList);
  };
}

/**
 * `POST /sessions`: a second session for the same user, for an app that was installed with a copy of the browser's
 * cookie. A session can start one, and that one none, so that a stolen cookie cannot start many. The owner is notified.
 */
export function startOwnSession(services: Services): Handler<Env> {
  const { sessions } = services;
  return async (context) => {
    const session = await sessions.demand(context);
    const notify = await prepareNotice(services, session.authentication.userId);
    const outcome = await sessions.startBeside(context, session);
    if (outcome === 'session-ended') throw new Refusal(401, 'unauthenticated');
    if (outcome === 'has-one') return context.json({ started: false } satisfies OwnSessionAnswer);
    notify('installed-app');
    return context.json({ started: true } satisfies OwnSessionAnswer, 201);
  };
}

/** `DELETE /sessions/{id}`: ends a session of the account, which notices at its next request, and its installed app's. */
export function endSession(services: Services): Handler<Env> {
  const { grants, now, sessions, store } = services;
  return async (context) => {
    const id = context.req.param('id')!;
    if (!/^[\w-]+$/.test(id)) throw new Refusal(400, 'bad_request', { message: 'id: not in the list' });
    const session = await sessions.demand(context);
    await demandFreshnessToEnd(services, session);
    const time = now();
    const ended = await store.endListedSession(session.authentication.userId, id, time, causeOf(session, time));
    if (!ended) throw new Refusal(404, 'not_found');
    await grants.giveBack([ended]);
    return context.body(null, 204);
  };
}

/**
 * `DELETE /sessions`: ends all other sessions of the account, installed apps' included. The client then signs out itself
 * if the user wants to be signed out everywhere.
 */
export function endOtherSessions(services: Services): Handler<Env> {
  const { grants, now, sessions, store } = services;
  return async (context) => {
    const session = await sessions.demand(context);
    await demandFreshnessToEnd(services, session);
    const time = now();
    const { userId } = session.authentication;
    const ended = await store.endOtherSessions(userId, session, time, causeOf(session, time));
    if (!ended) throw new Refusal(401, 'unauthenticated');
    await grants.giveBack(ended);
    return context.json({ ended: ended.length } satisfies EndedSessions);
  };
}
