import { Refusal } from './refusal.js';
import type { Services } from './services.js';
import type { Account, Authentication } from './store/records.js';

const freshness = 5 * 60_000;

/** The ways in which the account can authenticate again in a session that runs. */
export function nameMethods(account: Account | undefined, credentialCount: number): string[] {
  return [...(credentialCount > 0 ? ['passkey'] : []), ...(account?.passwordHash ? ['password'] : [])];
}

/** 403 that names the ways out. */
export function refuseUntilStepUp(methods: readonly string[]): never {
  throw new Refusal(403, 'step_up_required', { body: { methods }, message: 'Authenticate again first.' });
}

/**
 * Guards what could lock a person out or let somebody else in: whoever does that has just proved to be the owner, which script that was
 * injected into an old session cannot. Signing up counts as proof.
 *
 * @throws {Refusal} 403 `step_up_required` when the authentication is 5 minutes old.
 */
export async function demandFreshness({ now, store }: Services, { userId, authTime }: Authentication): Promise<void> {
  if (now() - authTime < freshness) return;
  const [account, credentials] = await Promise.all([store.findAccount(userId), store.listCredentials(userId)]);
  refuseUntilStepUp(nameMethods(account, credentials.length));
}

/**
 * Guards the automatic upgrade, which needs a password sign-in less than 5 minutes old, because only that is what it upgrades.
 *
 * @throws {Refusal} 403 `step_up_required`; no passkey can help.
 */
export async function demandFreshPassword({ now, store }: Services, { userId, authMethod, authTime }: Authentication): Promise<void> {
  if (authMethod === 'password' && now() - authTime < freshness) return;
  refuseUntilStepUp(nameMethods(await store.findAccount(userId), 0));
}
