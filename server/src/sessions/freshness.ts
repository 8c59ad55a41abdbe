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
 * count only if they are trusted by then.
 */
export async function readMethods(
  { providers, store }: Pick<Services, 'providers' | 'store'>,
  userId: string,
  time: number = Infinity,
): Promise<string[]> {
  const [account, credentials, hasIdentity] = await Promise.all([
    store.findAccount(userId),
    store.listCredentials(userId),
    store.hasIdentity(
      userId,
      providers.all.map(({ issuer }) => issuer),
    ),
  ]);
  return nameMethods(
    credentials.some(({ trustedFrom }) => (trustedFrom ?? 0) <= time),
    hasPassword(account) && (account.passwordTrustedFrom ?? 0) <= time,
    hasIdentity,
  );
}

/** Refuses with 403 `step_up_required` and the {@link readMethods | ways} that the account has, and `others`. */
export async function demandStepUp(
  services: Services,
  userId: string,
  others: readonly string[] = [],
  time?: number,
): Promise<never> {
  return refuseUntilStepUp([...(await readMethods(services, userId, time)), ...others]);
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
export async function demandFreshness(
  services: Services,
  { authentication, recoveryUntil }: SignedInSession,
): Promise<void> {
  const time = services.now();
  if (authentication.authMethod !== 'otp' && isFresh(authentication, time) && (recoveryUntil ?? 0) <= time) return;
  await demandStepUp(services, authentication.userId, [], time);
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
  return demandStepUp(services, userId, canReset ? ['otp'] : [], time);
}

/**
 * Protects the registration of a passkey, for which a code does count: users who have lost every passkey need it to get
 * a new one.
 *
 * @throws {Refusal} 403 `step_up_required` when the authentication is 5 minutes old.
 */
export async function demandFreshnessToRegister(services: Services, authentication: Authentication): Promise<void> {
  if (isFresh(authentication, services.now())) return;
  const { userId } = authentication;
  const addresses = await services.store.listAddresses(userId);
  await demandStepUp(services, userId, addresses.some(({ verifiedAt }) => verifiedAt !== null) ? ['otp'] : []);
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
