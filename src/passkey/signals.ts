import { run } from '../base/browser/ceremony.js';
import type { Client } from '../base/client/client.js';
import { listPasskeys } from '../base/contract/passkey-settings.js';
import type { AuthenticationResponse, CredentialList, ListedCredential } from '../base/contract/types.js';
import { LatchError, type UnknownCredential } from '../base/client/errors.js';
import { withOptionalLock } from '../base/storage/locks/optional-lock.js';

/** The lock that tabs hold, shared, while they create passkeys; no list is reported meanwhile. */
export const creationLock = 'latchkey.creation';

/** What is reported to passkey providers about an account and its passkeys. */
export type AcceptedCredentials = Pick<CredentialList, 'rpId' | 'userId' | 'name' | 'displayName'> & {
  readonly credentials: readonly Pick<ListedCredential, 'id'>[];
};

/**
 * Reports to the provider of a passkey that the backend does not know it, so that it is no longer offered. Call it only
 * after the backend's own 404 `unknown_credential`: a provider may delete the passkey permanently. Like all signals,
 * the browser may ignore it, it returns no result, and it does nothing in browsers without it.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-signalUnknownCredential WebAuthn, signalUnknownCredential}
 */
export function signalUnknownCredential({ rpId, credentialId }: UnknownCredential): void {
  void send('signalUnknownCredential', { rpId, credentialId });
}

/**
 * Reports to providers which passkeys of an account the backend accepts; they may hide or delete all others. So `list`
 * must be complete, and fetched after every change.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-signalAllAcceptedCredentials WebAuthn,
 *   signalAllAcceptedCredentials}
 */
export function signalAllAccepted({ rpId, userId, credentials }: AcceptedCredentials): void {
  void send('signalAllAcceptedCredentials', {
    rpId,
    userId,
    allAcceptedCredentialIds: credentials.map(({ id }) => id),
  });
}

/**
 * Reports the account's current name to providers, which users read when they choose a passkey.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-signalCurrentUserDetails WebAuthn, signalCurrentUserDetails}
 */
export function signalCurrentDetails({ rpId, userId, name, displayName }: AcceptedCredentials): void {
  void send('signalCurrentUserDetails', { rpId, userId, name, displayName });
}

/** What the caller of {@link signalPasskeys} knows besides. */
export interface ProviderNews {
  /**
   * The response of the passkey that has signed in. Its user handle counts in place of that of the list: some backends
   * have another one for each passkey.
   */
  used?: AuthenticationResponse | undefined;
  /** A passkey that was removed from the account, as base64url. */
  removed?: string;
}

/**
 * Fetches the account's passkeys, and reports to providers which ones the backend accepts and the account's name; also
 * that a removed passkey is unknown. Without a complete list it reports nothing. Never rejects, and need not be awaited:
 * it takes its turn like a ceremony. Otherwise a passkey that is created while the list is fetched would be missing from
 * the list and be deleted again.
 */
export async function signalPasskeys(
  client: Client,
  signal?: AbortSignal,
  { used, removed }: ProviderNews = {},
): Promise<void> {
  const signalNow = async (turn: AbortSignal) => {
    const list = await client.call(listPasskeys, { signal: turn });
    turn.throwIfAborted();
    const { rpId, userId, credentials } = list;
    const has = (credential: string) => credentials.some(({ id }) => id === credential);
    if (removed && !has(removed)) signalUnknownCredential({ rpId, credentialId: removed });
    // Another tab may have signed another user in.
    const accepted = { ...list, userId: (used && has(used.id) && used.response.userHandle) || userId };
    signalAllAccepted(accepted);
    signalCurrentDetails(accepted);
  };
  // Likewise one that another tab is creating, which has the lock meanwhile. The turn comes first: it may take long to
  // come, behind an offer in autofill, and other tabs need the lock.
  const ceremony = (turn: AbortSignal) =>
    withOptionalLock(creationLock, { ifAvailable: true }, async (isFree) => isFree && signalNow(turn));
  try {
    if (natives()?.signalAllAcceptedCredentials) await run(ceremony, { mode: 'ambient', signal });
  } catch {
    // Without the report, providers offer the same passkeys as before. The user did not request it, so the failure is
    // not shown.
  }
}

/**
 * Reports an unknown passkey to its provider, after a sign-in that failed because the backend does not know it. Does
 * nothing for any other error, or if the error does not name the passkey.
 */
export function signalIfUnknown(error: unknown): void {
  if (error instanceof LatchError && error.credential) signalUnknownCredential(error.credential);
}

type Signal = 'signalUnknownCredential' | 'signalAllAcceptedCredentials' | 'signalCurrentUserDetails';

/** The browser's signals. Gecko has none, and extensions may have replaced them with functions that throw. */
const natives = () =>
  globalThis.PublicKeyCredential as unknown as Partial<Record<Signal, (details: object) => Promise<void>>> | undefined;

async function send(signal: Signal, details: object): Promise<void> {
  try {
    await natives()?.[signal]?.(details);
  } catch {
    // Browsers reject what they cannot use, such as the RP ID of another site. Neither the user nor the page can fix
    // that, and the report is only advice.
  }
}
