import type { SignInAnswer } from '../../../src/base/contract/types.js';
import type { RequiredProviders } from '../accounts/required-providers.js';
import {
  pendingSignInLifetime,
  sessionIdleTime,
  sessionLifetime,
  visitorSessionLifetime,
} from '../config/lifetimes.js';
import { sessionsPerUser } from '../config/limits.js';
import { randomText } from '../crypto/random-text.js';
import { Refusal } from '../http/refusal.js';
import type { RequestContext } from '../http/request-context.js';
import type { Log } from '../log.js';
import type { Grants } from '../oidc/grants.js';
import type { NextSteps } from '../second-factor/next-steps.js';
import { StoreUnavailable } from '../store/database.js';
import type {
  Authentication,
  AuthMethod,
  PendingSignIn,
  ProviderLogoutCheck,
  SecondFactor,
  Session,
  SignedInSession,
} from '../store/records.js';
import type { Store } from '../store/store.js';
import type { Bindings } from './bindings.js';
import { describeDevice } from './device.js';
import type { KnownBrowsers } from './known-browsers.js';
import type { SessionCookie } from './session-cookie.js';

/** How a sign-in saves itself: it gets the session to write and says whether the one it replaces was still there. */
type Save = (session: Session, now: number) => Promise<boolean>;

/** A sign-in that was saved. With a required `next`, no user is signed in yet. */
export type SignedIn = Pick<SignInAnswer, 'next'>;

/** What is not so at every sign-in. */
export interface SignInDetails {
  /** When the user authenticated, if not just now. */
  authTime?: number;
  /** Until when the session satisfies no step-up. */
  recoveryUntil?: number | null;
  /** The passkey that it began with. */
  credentialId?: string | null;
  /** What the provider calls its own session. */
  providerSession?: string | null | undefined;
  /** The issuer of the provider. */
  issuer?: string | null | undefined;
  /** The way in that it goes back to, if that is another one. */
  beganWith?: AuthMethod | null | undefined;
  /** What was accepted as the second factor. */
  secondFactor?: SecondFactor | null;
  /** The hand-off that it redeems. */
  redeems?: string | undefined;
  /** What a provider has said. */
  logoutCheck?: ProviderLogoutCheck | undefined;
  /** The identity at a provider that it was proven with. */
  identity?: Session['identity'];
  /** The sign-in that waited, and that this one continues. */
  completes?: PendingSignIn;
  /** The terms that the user accepts with it. */
  acceptedTerms?: string;
  /** Whether it verifies an address of the account. */
  verifiesAddress?: boolean;
  /** Of an account that is being created: whether it gets a password. */
  hasNewPassword?: boolean;
}

/** Starts the sessions of users. */
export interface SignIns {
  /**
   * Signs a user in under a fresh session id, and sets the cookie once `save` has succeeded. All ways to sign in end
   * here: while a next step is required, the saved session has no user, or the former authentication of the same user,
   * and the sign-in waits in it.
   *
   * @throws {Refusal} 403 `provider_required` when the user must sign in at a provider; 500 `session_failed`, without a
   *   cookie, when saving fails.
   * @throws {StoreUnavailable} without a cookie, when the database does not respond.
   * @returns what is next, if anything is; undefined when the session that the sign-in began with was ended meanwhile, or
   *   the deletion of the account is due: nothing is saved then and no cookie is set.
   */
  signIn(
    context: RequestContext,
    userId: string,
    authMethod: AuthMethod,
    save: Save,
    details?: SignInDetails,
  ): Promise<SignedIn | undefined>;
  /**
   * Starts the session of an installed app beside `session`, which lives on, and sets its cookie. The second says the
   * same about the authentication and ends no later.
   *
   * @throws {Refusal} 403 `session_bound` when `session` is bound to its device, because the second is not; 429
   *   `rate_limited` when the user has 100 sessions; 500 `session_failed` when saving fails. None comes with a
   *   cookie.
   * @returns `has-one` when `session` has such a second one or is one, `session-ended` when it was ended meanwhile.
   */
  startBeside(context: RequestContext, session: SignedInSession): Promise<'started' | 'has-one' | 'session-ended'>;
}

/** Who is signed in in an app's session, and how. */
export interface AppAuthentication {
  /** The user handle. */
  id: string;
  authMethod: AuthMethod;
  /** When the user authenticated, in epoch milliseconds. */
  authTime: number;
  /** Until when the session satisfies no step-up, because it rests on a one-time code. Without it is not limited. */
  recoveryUntil?: number | null;
}

/** The sessions of an app that mounts the server, which decide in place of its own who is signed in. */
export interface AppSessions {
  /**
   * Names the user of the app's session that a request belongs to; undefined if none is signed in. For a session from
   * `start` it returns what that was given, until the user authenticates again at the app itself.
   */
  readUser(request: Request): Promise<AppAuthentication | undefined>;
  /**
   * Starts the app's session of a user who has signed in here, or has authenticated again, and keeps `user` with it.
   * Returns lines `Set-Cookie` for the response.
   */
  start(request: Request, user: AppAuthentication): Promise<readonly string[]>;
  /** Ends the app's session, if there is one. Returns lines `Set-Cookie` for the response. */
  end(request: Request): Promise<readonly string[]>;
}

/** What signing in takes. Without `bindings`, the cookie alone gives access to a session. */
export interface SignInParts {
  store: Store;
  grants: Grants;
  bindings: Bindings | undefined;
  knownBrowsers: KnownBrowsers;
  nextSteps: NextSteps;
  now: () => number;
  log: Log;
  /** How long sessions last, and how long without being used, in milliseconds. */
  lifetime?: number | undefined;
  idleTime?: number | undefined;
  /** Refuses a sign-in that must happen at another provider. */
  refuseOtherWay?: RequiredProviders['refuseOtherWay'];
  /** Decides who is signed in. By default the cookie of the server does. */
  appSessions?: AppSessions | undefined;
  /** Hears of sign-ins in browsers that did not sign in to the account before. */
  noteNewBrowser?: (userId: string) => void;
  /** Hears of sign-ins by another device. */
  noteOtherDevice?: (userId: string) => void;
}

/** Sets cookies of the app. */
export function addCookies(context: RequestContext, lines: readonly string[]): void {
  for (const line of lines) context.header('Set-Cookie', line, { append: true });
}

/** Creates what starts sessions over a store, each under a new id. */
export function createSignIns(
  {
    store,
    grants,
    bindings,
    knownBrowsers,
    nextSteps,
    now,
    log,
    lifetime = sessionLifetime,
    idleTime = sessionIdleTime,
    refuseOtherWay,
    appSessions,
    noteNewBrowser,
    noteOtherDevice,
  }: SignInParts,
  cookie: SessionCookie,
): SignIns & {
  /** The session of a request whose cookie names `own`, or that follows from the app's. */
  follow(context: RequestContext, own: Session | undefined): Promise<Session | undefined>;
  /** Who is signed in in it, without starting or moving it. */
  findFollowed(context: RequestContext, own: Session | undefined): Promise<Authentication | undefined>;
} {
  /** Saves a new signed-in session, and sets its cookie only then. */
  const saveSession = async (
    context: RequestContext,
    given: Omit<Session, 'id' | 'device' | 'publicId' | 'expires' | 'grantDue' | 'binding'> & {
      publicId?: string | undefined;
      expires?: number;
    },
    save: Save,
  ): Promise<boolean> => {
    const { id, set } = cookie.create();
    const device = describeDevice(context.req.header('User-Agent'));
    const { lastSeenAt, endsAt } = given;
    const session = {
      ...given,
      id,
      publicId: given.publicId ?? randomText(16),
      device,
      expires: given.expires ?? Math.min(lastSeenAt + idleTime, endsAt ?? Infinity),
      grantDue: null,
      binding: null,
    };
    let saved: boolean;
    try {
      saved = await save(session, session.lastSeenAt);
    } catch (error) {
      // A database that does not respond is 503, here as elsewhere: the disk may be full, and the client can try again.
      if (error instanceof Refusal || error instanceof StoreUnavailable) throw error;
      log({ level: 'error', event: 'session-failed', reason: String(error) });
      throw new Refusal(500, 'session_failed');
    }
    if (!saved) return false;
    set(context);
    grants.giveBackLeft();
    if (!session.pending) await bindings?.offer(context, session.id);
    return true;
  };

  /** The sign-in that waits in the session, if one with `authMethod` is its second factor. */
  const readWaiting = async (
    id: string,
    userId: string,
    authMethod: AuthMethod,
    time: number,
  ): Promise<{ secondFactor: SecondFactor | null; completes?: PendingSignIn }> => {
    const waiting = await store.findPendingSignIn(id, time);
    const secondFactor = waiting ? await nextSteps.readSecondFactor(waiting, userId, authMethod) : null;
    return { secondFactor, ...(waiting && secondFactor !== null && { completes: waiting }) };
  };

  /**
   * Has a session that began here go with the app's, which was started with it. It keeps its authentication, whatever
   * the app says of it: an app that says "a password, just now" of each session would make more of a code.
   */
  const goWith = async (own: Session, named: AppAuthentication): Promise<Session> => {
    const { authMethod } = own.authentication!;
    if (named.authMethod !== authMethod || (named.recoveryUntil ?? null) !== own.recoveryUntil)
      log({ level: 'warn', event: 'app-session-differs', authMethod, appAuthMethod: named.authMethod });
    const appAuthTime = Math.max(named.authTime, now());
    await store.noteAppAuthTime(own.id, appAuthTime);
    return { ...own, appAuthTime };
  };

  /**
   * Has a session of ours follow the app's: it is of the user whom the app names, or of no user. A session of the same
   * user changes only when they have authenticated at the app since.
   */
  const follow = async (context: RequestContext, own: Session | undefined): Promise<Session | undefined> => {
    if (!appSessions) return own;
    const named = await appSessions.readUser(context.req.raw);
    const account = named && (await store.findAccountByHandle(named.id));
    const withoutUser = own?.authentication ? undefined : own;
    if (!named || !account) return withoutUser;
    const isSame = own?.authentication?.userId === account.id;
    if (isSame && (own.appAuthTime ?? null) === null) return goWith(own, named);
    if (isSame && own.appAuthTime! >= named.authTime) return own;
    const time = now();
    let started: Session | undefined;
    const isSaved = await saveSession(
      context,
      {
        authentication: { userId: account.id, authMethod: named.authMethod, authTime: named.authTime },
        startedAt: time,
        lastSeenAt: time,
        endsAt: time + lifetime,
        parent: null,
        recoveryUntil: named.recoveryUntil ?? null,
        appAuthTime: named.authTime,
      },
      async (session) => {
        started = session;
        return isSame
          ? store.renewSession(session, time, own.id)
          : store.followSession(session as SignedInSession, time, own?.id);
      },
    );
    return isSaved ? store.findSession(started!.id, time) : withoutUser;
  };

  const findFollowed = async (
    context: RequestContext,
    own: Session | undefined,
  ): Promise<Authentication | undefined> => {
    const named = await appSessions!.readUser(context.req.raw);
    const account = named && (await store.findAccountByHandle(named.id));
    if (!named || !account) return undefined;
    const { authMethod, authTime } = named;
    const authentication = { userId: account.id, authMethod, authTime };
    if (own?.authentication?.userId === account.id)
      return (own.appAuthTime ?? Infinity) >= authTime ? own.authentication : authentication;
    return (await store.mayFollow(authentication, now())) ? authentication : undefined;
  };

  const startAppSession = async (
    context: RequestContext,
    { userId, ...proof }: Authentication,
    recoveryUntil: number | null,
  ): Promise<void> => {
    if (!appSessions) return;
    try {
      const { handle } = (await store.findAccount(userId))!;
      addCookies(context, await appSessions.start(context.req.raw, { id: handle, ...proof, recoveryUntil }));
    } catch (error) {
      // Without it no user is signed in.
      context.header('Set-Cookie', undefined);
      log({ level: 'error', event: 'session-failed', reason: String(error) });
      throw new Refusal(500, 'session_failed');
    }
  };

  return {
    follow,
    findFollowed,

    async signIn(
      context,
      userId,
      authMethod,
      save,
      {
        authTime,
        recoveryUntil = null,
        hasNewPassword,
        acceptedTerms,
        verifiesAddress,
        completes: continued,
        ...origin
      } = {},
    ) {
      const time = now();
      await refuseOtherWay?.(userId, authMethod, origin.issuer);
      const id = nextSteps.isOn ? cookie.readId(context) : undefined;
      const { deletesAt, isWaiting } = await store.findSignInStart(userId, id, time);
      // It may not be deleted yet.
      if (deletesAt !== null && deletesAt <= time) return undefined;
      const authentication = { userId, authMethod, authTime: authTime ?? time };
      const began = { startedAt: time, lastSeenAt: time, parent: null };
      const given = { secondFactor: origin.secondFactor ?? null, completes: continued };
      const { secondFactor, completes } =
        isWaiting && !continued && !origin.secondFactor ? await readWaiting(id!, userId, authMethod, time) : given;
      const next = nextSteps.isOn
        ? await nextSteps.find({ userId, authMethod, secondFactor, acceptedTerms, verifiesAddress, hasNewPassword })
        : undefined;
      const isHere = { ...began, ...(completes && { completes, publicId: completes.publicId }) };

      if (next) {
        const publicId = completes?.publicId ?? randomText(16);
        const pending: PendingSignIn = {
          publicId,
          authentication,
          secondFactor,
          recoveryUntil,
          credentialId: origin.credentialId ?? null,
          providerSession: origin.providerSession ?? null,
          issuer: origin.issuer ?? null,
          beganWith: origin.beganWith,
          grant: completes?.grant ?? null,
          expires: completes?.expires ?? time + pendingSignInLifetime,
        };
        const expires = time + visitorSessionLifetime;
        const stepAwaited = {
          ...isHere,
          publicId,
          authentication: null,
          endsAt: null,
          recoveryUntil: null,
          redeems: origin.redeems,
          logoutCheck: origin.logoutCheck,
          identity: origin.identity,
          pending,
          expires,
        };
        return (await saveSession(context, stepAwaited, save)) ? { next } : undefined;
      }

      // It becomes a known browser once the user has authenticated there.
      const mark = authMethod === 'other_device' ? undefined : await knownBrowsers.mark(context, userId);
      const session = {
        ...isHere,
        ...origin,
        authentication,
        endsAt: time + lifetime,
        recoveryUntil,
        secondFactor,
        ...(mark && { knownBrowser: mark }),
      };
      if (!(await saveSession(context, session, save))) return undefined;
      await startAppSession(context, authentication, recoveryUntil);
      if (authMethod === 'other_device') noteOtherDevice?.(userId);
      else if (mark?.isNew) noteNewBrowser?.(userId);
      mark?.keep();
      return {};
    },

    async startBeside(context, beside) {
      const { id, publicId: parent, authentication, startedAt, expires, binding, recoveryUntil, appAuthTime } = beside;
      if (bindings && binding)
        throw new Refusal(403, 'session_bound', { message: 'The session belongs to one device.' });
      const endsAt = beside.endsAt ?? expires;
      // It ends with what the first began with, also when that has ended.
      const origin = await store.findOrigin(parent);
      const limits = { endsAt, recoveryUntil, ...(appAuthTime !== undefined && { appAuthTime }) };
      const session = { authentication, startedAt, lastSeenAt: now(), parent, ...limits, ...origin };
      let hasOne = false;
      const started = await saveSession(context, session, async (next, time) => {
        const outcome = await store.startSessionBeside(next as SignedInSession, time, id, sessionsPerUser);
        if (outcome === 'too-many')
          throw new Refusal(429, 'rate_limited', {
            headers: { 'Retry-After': '3600' },
            message: 'The account has too many sessions.',
          });
        hasOne = outcome === 'has-one';
        return outcome === 'started';
      });
      return hasOne ? 'has-one' : started ? 'started' : 'session-ended';
    },
  };
}
