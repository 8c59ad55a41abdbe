import { prepareNotice } from '../accounts/notices.js';
import { randomText } from '../crypto/random-text.js';
import { recoveryDelay, stepUpFreshness } from '../config/lifetimes.js';
import type { RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import { hasNoProof } from '../sessions/freshness.js';
import type { SignedIn, SignInDetails } from '../sessions/sign-in.js';
import type { AuthMethod, Flow, Grant, Session } from '../store/records.js';
import { nameAsCompared, nameAsWritten, skeletonOf } from '../accounts/usernames.js';
import { displayNameOf, proposeAccountNames } from './account-names.js';
import { FlowFailure, refuseExpired } from './ending.js';
import { isName } from './id-token.js';
import { nameLogout } from './logout-token.js';
import type { ProviderUser } from './provider.js';

/** A user whom a provider has authenticated, in the browser that started the flow. */
export interface FederatedSignIn {
  services: Services;
  context: RequestContext;
  /** The way in which the provider was asked. */
  authMethod: 'oidc' | 'fedcm';
  issuer: string;
  providerUser: ProviderUser;
  /** The session of the browser, of whomever it is. */
  previous: Session | undefined;
  /** When the flow began; undefined where a browser brings a token. */
  startedAt?: number;
  /** The hand-off that is redeemed: the user was in another browser. */
  handOff?: string;
  /** Whether it is a step-up at a provider that does not say when, and the account has no other way to prove itself. */
  isOnlyStepUp?: boolean;
}

/**
 * When the user authenticated, by our clock. A provider that does not say it proves nothing recent: what needs that
 * asks it with `max_age`.
 */
function authTimeOf({ services, providerUser }: FederatedSignIn): number {
  // The time in a token may have a fraction.
  return Math.round(services.now() - (providerUser.authenticatedAgo ?? stepUpFreshness));
}

/** Until when the session is limited: one by {@link FederatedSignIn.isOnlyStepUp} proves less than others. */
function limitOf({ services: { config, now }, isOnlyStepUp }: FederatedSignIn): number | null {
  return isOnlyStepUp ? now() + Math.max(config.recoveryDelay ?? recoveryDelay, stepUpFreshness) : null;
}

/** What the provider calls its own session, by which it can end ours. A browser that brings a token names none. */
function providerSessionOf({ authMethod, providerUser }: FederatedSignIn): string | undefined {
  const { sid } = providerUser.claims;
  return authMethod === 'oidc' && isName(sid) ? sid : undefined;
}

/** How the session of the browser is signed in: the user of a hand-off has not authenticated in it. */
const methodOf = ({ authMethod, handOff }: FederatedSignIn): AuthMethod =>
  handOff === undefined ? authMethod : 'other_device';

/** What is known of the sign-in beside its user. */
function describeSignIn(signIn: FederatedSignIn): SignInDetails {
  const { authMethod, issuer, providerUser, handOff, startedAt } = signIn;
  const providerSession = providerSessionOf(signIn);
  const names = [
    nameLogout(issuer, { subject: providerUser.subject }),
    ...(providerSession === undefined ? [] : [nameLogout(issuer, { providerSession })]),
  ];
  return {
    authTime: authTimeOf(signIn),
    recoveryUntil: limitOf(signIn),
    providerSession,
    issuer,
    identity: { issuer, subject: providerUser.subject },
    ...(handOff !== undefined && { redeems: handOff, beganWith: authMethod }),
    ...(startedAt !== undefined && { logoutCheck: { names, since: startedAt } }),
  };
}

/** The grant to keep in the session, if the provider gave one. */
function grantFor(
  { services, issuer, providerUser }: FederatedSignIn,
  publicId: string,
  userId: string,
): Grant | undefined {
  const { subject, refreshToken } = providerUser;
  return refreshToken === undefined
    ? undefined
    : services.grants.seal({ publicId, userId }, issuer, subject, refreshToken);
}

/** Signs the owner of the identity in. In a session of the same user it stays the same session to them. */
async function signInOwner(signIn: FederatedSignIn, owner: string): Promise<SignedIn | undefined> {
  const { services, context, previous, handOff } = signIn;
  const { sessions, store } = services;
  const again = handOff === undefined && previous?.authentication?.userId === owner;
  return sessions.signIn(
    context,
    owner,
    methodOf(signIn),
    (session, time) => {
      const grant = grantFor(signIn, again ? previous.publicId : session.publicId, owner);
      return again
        ? store.renewSession(session, time, previous.id, grant)
        : store.startSession(session, time, previous?.id, grant);
    },
    describeSignIn(signIn),
  );
}

/**
 * Creates an account for a new identity, with the first free name. Names and addresses never match an identity to an
 * existing account.
 */
async function createAccount(signIn: FederatedSignIn): Promise<SignedIn | 'exists' | undefined> {
  const { services, context, issuer, providerUser, previous } = signIn;
  const { sessions, store } = services;
  for (const name of proposeAccountNames(providerUser)) {
    services.requiredProviders.refuseName(name, issuer);
    const id = randomText();
    let outcome: Awaited<ReturnType<typeof store.createAccountWithIdentity>> | undefined;
    const signedIn = await sessions.signIn(
      context,
      id,
      methodOf(signIn),
      async (session, createdAt) => {
        const account = {
          id,
          handle: randomText(),
          username: nameAsCompared(name),
          skeleton: skeletonOf(nameAsCompared(name)),
          name: nameAsWritten(name),
          displayName: displayNameOf(providerUser),
          passwordHash: null,
          createdAt,
        };
        const identity = { issuer, subject: providerUser.subject, userId: id, createdAt };
        const grant = grantFor(signIn, session.publicId, id);
        outcome = await store.createAccountWithIdentity(account, identity, session, createdAt, previous?.id, grant);
        return outcome === 'created';
      },
      describeSignIn(signIn),
    );
    if (outcome === 'exists') return 'exists';
    if (outcome !== 'taken') return signedIn;
  }
  return undefined;
}

/**
 * Signs in the user from the provider, and replaces a session of another user. A new user gets an account. Returns
 * undefined if the browser's session has ended meanwhile.
 */
export async function signInProviderUser(signIn: FederatedSignIn): Promise<SignedIn | undefined> {
  const { services, issuer, providerUser } = signIn;
  const find = (): Promise<string | undefined> => services.store.findOwner(issuer, providerUser.subject);
  const owner = await find();
  const created = owner === undefined ? await createAccount(signIn) : 'exists';
  // Of two sign-ins of one new user at once one creates the account, and the other finds it.
  return created === 'exists' ? signInOwner(signIn, owner ?? (await find())!) : created;
}

/** Attaches the identity to the account that is signed in. */
async function linkIdentity(
  { services, issuer, providerUser, previous }: FederatedSignIn,
  userId: string,
): Promise<void> {
  const { grants, now, store } = services;
  const { subject, refreshToken } = providerUser;
  const createdAt = now();
  const notify = await prepareNotice(services, userId);
  const outcome = await store.addIdentity({ issuer, subject, userId, createdAt }, previous!, createdAt);
  if (outcome === 'session-ended') refuseExpired();
  if (outcome === 'exists' && (await store.findOwner(issuer, subject)) !== userId) {
    throw new FlowFailure(409, 'identity_taken', 'That account is already linked to another account here.');
  }
  if (outcome === 'added') notify('identity-linked');
  // The session did not begin at the provider, and does not end there.
  await grants.discard(issuer, refreshToken);
}

/**
 * Does what the flow was for, now that the provider has said who is there.
 *
 * @throws {FlowFailure} when the session it began in has ended, or the identity is another account's.
 */
export async function completeFlow(
  services: Services,
  context: RequestContext,
  issuer: string,
  flow: Flow,
  providerUser: ProviderUser,
): Promise<SignedIn> {
  const previous = await services.sessions.read(context);
  // A flow ends in the session that it began in, or that a sign-in has moved since: after a sign-out, requests in
  // flight cannot restore a session.
  const carrier = previous ?? (await services.sessions.readBound(context));
  const { sessionId } = flow;
  if (!carrier || sessionId === null) refuseExpired();
  if (carrier.id !== sessionId && !(await services.store.isMoved(carrier.id, sessionId))) refuseExpired();
  if (flow.userId !== null && previous?.authentication?.userId !== flow.userId) refuseExpired();
  const { startedAt } = flow;
  const isOnlyStepUp =
    flow.purpose === 'step-up' &&
    providerUser.authenticatedAgo === undefined &&
    (await hasNoProof(services, flow.userId!));
  const signIn: FederatedSignIn = {
    services,
    context,
    authMethod: 'oidc',
    issuer,
    providerUser: isOnlyStepUp ? { ...providerUser, authenticatedAgo: 0 } : providerUser,
    previous,
    startedAt,
    isOnlyStepUp,
  };
  if (flow.purpose === 'link') {
    await linkIdentity(signIn, flow.userId!);
    return {};
  }
  if (flow.purpose === 'step-up' && (await services.store.findOwner(issuer, providerUser.subject)) !== flow.userId) {
    throw new FlowFailure(
      400,
      'wrong_account',
      'You chose another account than the one you are signed in with. Go back to the app and try again.',
    );
  }
  return (await signInProviderUser(signIn)) ?? refuseExpired();
}
