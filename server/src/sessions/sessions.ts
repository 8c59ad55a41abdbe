import { challengeLifetime, sessionIdleTime, visitorSessionLifetime } from '../config/lifetimes.js';
import type { RateLimits } from '../accounts/attempts.js';
import { randomText } from '../crypto/random-text.js';
import type { Secrets } from '../crypto/secrets.js';
import { Refusal } from '../http/refusal.js';
import type { RequestContext } from '../http/request-context.js';
import type { Authentication, Carrier, NamedSession, Purpose, Session, SignedInSession } from '../store/records.js';
import { createSessionCookie } from './session-cookie.js';
import { addCookies, createSignIns, type SignInParts, type SignIns } from './sign-in.js';

const seenEvery = 60_000;

/** How something saves itself that a session carries. It says whether the session was still there. */
type Attach = (sessionId: string, now: number, carrier: Carrier) => Promise<boolean>;

/** Reads, starts and ends sessions. */
export interface Sessions extends SignIns {
  /** The id of the session the request's cookie names, which may be over. */
  readId(context: RequestContext): string | undefined;
  /** The session the request's cookie names, if it lives and the request may use it. Writes nothing. */
  read(context: RequestContext): Promise<Session | undefined>;
  /**
   * The session that the request's cookie names, or did until a moment ago, also when it is bound and the request does
   * not show that it comes from its device.
   */
  readBound(context: RequestContext): Promise<Session | undefined>;
  /**
   * The session of the user who asks. Notes that it was seen, at most once a minute, and asks now and then whether
   * the grant still stands that it began with.
   *
   * @throws {Refusal} 401 `unauthenticated` if no user is signed in.
   */
  demand(context: RequestContext): Promise<SignedInSession>;
  /**
   * Who asks in a request to another app, whose response sets no cookie of ours. Notes that the session was seen, like
   * {@link demand}, unless an app's session decides: then none of ours starts or moves.
   *
   * @throws {Refusal} 401 `unauthenticated` if no user is signed in.
   */
  demandUser(context: RequestContext): Promise<Authentication>;
  /** Issues a challenge in the session, and stores `details` beside it; returns undefined if the session has ended. */
  issueChallenge(sessionId: string, purpose: Purpose, details?: string): Promise<string | undefined>;
  /**
   * Issues a challenge for signing in or up, and stores `details` beside it: in the visitor's session, or in a new one
   * that only carries challenges and gets a cookie.
   *
   * @throws {Refusal} 429 when the client has too many sessions in which no user is signed in.
   */
  issueSignInChallenge(
    context: RequestContext,
    purpose: 'login' | 'fedcm' | 'signup' | 'email',
    details?: string,
  ): Promise<string>;
  /**
   * Has the visitor's session carry something, or a new one that carries nothing else and gets a cookie.
   *
   * @throws {Refusal} 429 when the client has too many sessions in which no user is signed in.
   */
  attach(context: RequestContext, save: Attach): Promise<void>;
  /**
   * Ends the session, if there is one, gives back the grant that it began with, and expires the cookie. With `named`,
   * only a session of that user and authentication; the cookie is left alone then, because another sign-in may have
   * replaced it by the time the answer arrives.
   *
   * @throws {Refusal} 409 `wrong_account` if the session is another one than `named`; nothing is changed.
   */
  end(context: RequestContext, named?: NamedSession): Promise<void>;
  /** Expires the cookie of a session that was ended with its account. */
  leave(context: RequestContext): Promise<void>;
}

/** The parts that sessions use. */
interface SessionParts extends SignInParts {
  limits: RateLimits;
  clientOf: (context: RequestContext) => string;
}

/** Creates the sessions over a store. `secrets` key the hash of the cookie. */
export function createSessions(parts: SessionParts, secrets: Secrets): Sessions {
  const { store, grants, bindings, limits, clientOf, now, log, idleTime = sessionIdleTime, appSessions } = parts;
  const cookie = createSessionCookie(secrets);
  const { follow, findFollowed, ...signIns } = createSignIns(parts, cookie);

  const readOwn = async (context: RequestContext): Promise<Session | undefined> => {
    const id = cookie.readId(context);
    const session = id === undefined ? undefined : await store.findSession(id, now());
    return !session || !bindings || bindings.allow(context, session) ? session : undefined;
  };
  /** The sessions that requests were given because the app named their user. */
  const adopted = new WeakMap<Request, Promise<Session | undefined>>();
  const read = (context: RequestContext): Promise<Session | undefined> => {
    if (!appSessions) return readOwn(context);
    const { raw } = context.req;
    const session = adopted.get(raw) ?? readOwn(context).then((own) => follow(context, own));
    adopted.set(raw, session);
    return session;
  };

  const issueChallenge = async (
    sessionId: string,
    purpose: Purpose,
    details: string | null = null,
  ): Promise<string | undefined> => {
    const time = now();
    const challenge = randomText();
    const entry = { sessionId, challenge, purpose, details, expires: time + challengeLifetime };
    return (await store.addChallenge(entry, time, { keepUntil: time + visitorSessionLifetime }))
      ? challenge
      : undefined;
  };

  const attach = async (context: RequestContext, save: Attach): Promise<void> => {
    const time = now();
    const expires = time + visitorSessionLifetime;
    const createWith = (id: string): Session => ({
      id,
      publicId: randomText(16),
      authentication: null,
      device: '',
      startedAt: time,
      lastSeenAt: time,
      expires,
      endsAt: null,
      grantDue: null,
      binding: null,
      parent: null,
      recoveryUntil: null,
    });
    const id = cookie.readId(context);
    const keep = { keepUntil: expires };
    if (id !== undefined && (await save(id, time, keep))) return;
    await limits.countRow('visitor-session', clientOf(context));
    const moved = id === undefined ? undefined : await store.findMovedSession(id, time);
    if (id !== undefined && moved) {
      // When the request crosses a sign-in of another tab, the cookie of a new session could arrive last and sign the
      // user out. When the cookie of the sign-in never arrived, the browser has no other than this one. So the id is
      // used once more, without a user; the session that has left it is not touched.
      if (await save(id, time, { create: createWith(id), replacedBy: moved.id })) return;
      // Another request has just done the same.
      if (await save(id, time, keep)) return;
    }
    const token = cookie.create();
    const create = createWith(token.id);
    await save(create.id, time, { create });
    token.set(context);
  };

  const demand = async (context: RequestContext): Promise<SignedInSession> => {
    const session = await read(context);
    if (!session?.authentication) throw new Refusal(401, 'unauthenticated');
    if (!(await grants.keepAlive(session as SignedInSession))) throw new Refusal(401, 'unauthenticated');
    const time = now();
    if (time - session.lastSeenAt >= seenEvery) {
      // A request does not fail because its time could not be stored.
      await store
        .noteSeen(session.id, time, time + idleTime)
        .catch((error: unknown) => log({ level: 'warn', event: 'note-failed', reason: String(error) }));
    }
    return session as SignedInSession;
  };

  const leave = async (context: RequestContext): Promise<void> => {
    if (appSessions) addCookies(context, await appSessions.end(context.req.raw));
    cookie.expire(context);
    bindings?.cookie.expire(context);
  };

  return {
    ...signIns,
    readId: cookie.readId,
    read,

    async readBound(context) {
      const id = cookie.readId(context);
      const session = id === undefined ? undefined : await store.findSession(id, now());
      if (id === undefined || session?.authentication) return session;
      return (await store.findMovedSession(id, now())) ?? session;
    },

    demand,

    async demandUser(context) {
      if (!appSessions) return (await demand(context)).authentication;
      const found = await findFollowed(context, await readOwn(context));
      if (!found) throw new Refusal(401, 'unauthenticated');
      return found;
    },

    issueChallenge,

    async issueSignInChallenge(context, purpose, details) {
      const challenge = randomText();
      await attach(context, (sessionId, time, session) =>
        store.addChallenge(
          { sessionId, challenge, purpose, details: details ?? null, expires: time + challengeLifetime },
          time,
          session,
        ),
      );
      return challenge;
    },

    attach,

    async end(context, named) {
      const id = cookie.readId(context);
      const ended = id === undefined ? [] : await store.endSession(id, now(), named);
      if (ended === 'other-session')
        throw new Refusal(409, 'wrong_account', { message: 'The body names another session.' });
      await grants.giveBack(ended);
      if (!named) return leave(context);
      if (appSessions && ended.length > 0) addCookies(context, await appSessions.end(context.req.raw));
    },

    leave,
  };
}
