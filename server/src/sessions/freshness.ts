import { stepUpFreshness } from '../config/lifetimes.js';
import { Refusal } from '../http/refusal.js';
import type { Services } from '../services.js';
import type { Account, Authentication, SignedInSession } from '../store/records.js';

/** The ways in which the account can authenticate again in a session that runs. */
function nameMethods(hasPasskey: boolean, hasPassword: boolean, hasIdentity: boolean): string[] {
  return [...(hasPasskey ? ['passkey'] : []), ...(hasPassword ? ['password'] : []), ...(hasIdentity ? ['oidc'] : [])];
}

/** 403 that names the ways out. */
function refuseUntilStepUp(methods: readonly string[]): never {
  throw new Refusal(403, 'step_up_required', { body: { methods }, message: 'Authenticate again first.' });
}

/**
 * The methods with which the account can authenticate. With `time`, passkeys and a password that rest on a one-time code
 * count only if they are trusted by then; of the providers, those of `among`.
 */
export async function readMethods(
  { providers, store }: Pick<Services, 'providers' | 'store'>,
  userId: string,
  time: number = Infinity,
  among = providers.all,
): Promise<string[]> {
  const [account, credentials, hasIdentity] = await Promise.all([
    store.findAccount(userId),
    store.listCredentials(userId),
    store.hasIdentity(
      userId,
      among.map(({ issuer }) => issuer),
    ),
  ]);
  return nameMethods(
    credentials.some(({ trustedFrom }) => (trustedFrom ?? 0) <= time),
    hasPassword(account) && (account.passwordTrustedFrom ?? 0) <= time,
    hasIdentity,
  );
}

/** The methods that prove something recent. Providers of plain OAuth 2.0 do not say when their users authenticated. */
async function readProofs(services: Services, userId: string, time?: number): Promise<string[]> {
  const saysWhen = services.providers.all.filter(({ settings }) => !settings.oauth);
  return readMethods(services, userId, time, saysWhen);
}

/**
 * Whether nothing that the account has proves something recent. A step-up at a provider that does not say when its users
 * authenticated then counts for what {@link demandFreshnessToEnd} and {@link demandFreshnessToRegister} protect: its
 * owner could never do that otherwise.
 */
export async function hasNoProof(services: Services, userId: string): Promise<boolean> {
  return (await readProofs(services, userId, services.now())).length === 0;
}

/** What a refusal may offer beside the account's own {@link readProofs | methods}. */
interface StepUpChoice {
  /** Further methods that are enough. */
  others?: readonly string[];
  /** By when a method must be trusted. */
  time?: number;
  /** Whether a step-up at any provider is enough for an account that {@link hasNoProof}. */
  takesAnyProvider?: boolean;
}

/** Refuses with 403 `step_up_required` and the ways that the account has. */
export async function demandStepUp(
  services: Services,
  userId: string,
  { others = [], time, takesAnyProvider = false }: StepUpChoice = {},
): Promise<never> {
  const methods = await readProofs(services, userId, time);
  const isOffered = takesAnyProvider && !methods.includes('oidc') && (await hasNoProof(services, userId));
  const isLast = isOffered && (await readMethods(services, userId)).includes('oidc');
  return refuseUntilStepUp([...methods, ...(isLast ? ['oidc'] : []), ...others]);
}

/** How far the clocks of several servers may differ, in milliseconds. */
const clockDifference = 5_000;

/**
 * Whether the user has authenticated in this session less than 5 minutes ago. A device that another one has let in
 * counts once the user has authenticated on it. A time in the future says nothing: the clock was set back since.
 */
function isFresh({ authMethod, authTime }: Authentication, time: number): boolean {
  const age = time - authTime;
  return authMethod !== 'other_device' && age >= -clockDifference && age < stepUpFreshness;
}

/**
 * Protects actions that could lock the user out or let someone else in: they need a fresh authentication, which
 * injected script in an old session cannot perform. Signing up counts as one. A one-time code does not, because anyone
 * who reads the owner's mail gets one. A passkey that was registered after a sign-in with a code does not count for a
 * day, in which the owner can remove it, and neither does a password that was reset.
 *
 * @throws {Refusal} 403 `step_up_required` when the authentication is 5 minutes old, was on another device, or rests on a
 *   code alone.
 */
export async function demandFreshness(services: Services, session: SignedInSession): Promise<void> {
  const time = services.now();
  if (isProven(session, time)) return;
  await demandStepUp(services, session.authentication.userId, { time });
}

/** Whether the session is fresh, and rests on more than a code. */
const isProven = ({ authentication, recoveryUntil }: SignedInSession, time: number): boolean =>
  authentication.authMethod !== 'otp' && isFresh(authentication, time) && (recoveryUntil ?? 0) <= time;

/**
 * Protects what owners need to keep others out of their account, or to leave it: ending sessions, removing passkeys and
 * deleting the account. A step-up at any provider counts for an account that {@link hasNoProof}.
 *
 * @throws {Refusal} 403 `step_up_required` like {@link demandFreshness}.
 */
export async function demandFreshnessToEnd(services: Services, session: SignedInSession): Promise<void> {
  const time = services.now();
  const { authentication } = session;
  // A session from a provider is limited only after such a step-up, which counts here.
  const isAtProvider = authentication.authMethod === 'oidc' && isFresh(authentication, time);
  if (isAtProvider || isProven(session, time)) return;
  await demandStepUp(services, authentication.userId, { time, takesAnyProvider: true });
}

/** Whether the account has a password. */
const hasPassword = (account: Account | undefined): account is Account & { passwordHash: string } =>
  !!account?.passwordHash;

/**
 * Protects the password, which a user who has forgotten it replaces in a session that began with a code. A code cannot
 * give an account its first password, which would be a new way in.
 *
 * @returns whether the session rests on a code, so that the new password must not be trusted yet.
 * @throws {Refusal} 403 `step_up_required` like {@link demandFreshness}, with `otp` where a code is enough.
 */
export async function demandFreshnessToSetPassword(services: Services, session: SignedInSession): Promise<boolean> {
  const { userId, authMethod } = session.authentication;
  const time = services.now();
  const isRecent = isFresh(session.authentication, time);
  const isByCode = authMethod === 'otp';
  if (isByCode && isRecent && hasPassword(await services.store.findAccount(userId))) return true;
  if (!isByCode && isRecent && (session.recoveryUntil ?? 0) <= time) return false;
  const [account, addresses] = await Promise.all([
    services.store.findAccount(userId),
    services.store.listAddresses(userId),
  ]);
  const canReset = hasPassword(account) && addresses.some(({ verifiedAt }) => verifiedAt !== null);
  return demandStepUp(services, userId, { others: canReset ? ['otp'] : [], time });
}

/**
 * Protects the registration of a passkey, for which a code does count: users who have lost every passkey need it to get
 * a new one. So does a step-up at any provider for an account that {@link hasNoProof}.
 *
 * @throws {Refusal} 403 `step_up_required` when the authentication is 5 minutes old.
 */
export async function demandFreshnessToRegister(services: Services, authentication: Authentication): Promise<void> {
  if (isFresh(authentication, services.now())) return;
  const { userId } = authentication;
  const addresses = await services.store.listAddresses(userId);
  const others = addresses.some(({ verifiedAt }) => verifiedAt !== null) ? ['otp'] : [];
  await demandStepUp(services, userId, { others, takesAnyProvider: true });
}

/**
 * Guards the automatic upgrade, which needs a password sign-in less than 5 minutes old, because only that is what it
 * upgrades.
 *
 * @throws {Refusal} 403 `step_up_required`; neither a passkey nor a provider can help.
 */
export async function demandFreshPassword({ now, store }: Services, authentication: Authentication): Promise<void> {
  if (authentication.authMethod === 'password' && isFresh(authentication, now())) return;
  refuseUntilStepUp(nameMethods(false, hasPassword(await store.findAccount(authentication.userId)), false));
}
