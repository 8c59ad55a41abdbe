import { run } from '../../core/ceremony.js';
import type { Client } from '../../core/client.js';
import { acceptedCredentials, type AcceptedCredentials } from '../../core/contract/accepted-credentials.js';
import { LatchError } from '../../core/errors.js';
import { withOptionalLock } from '../../core/locks/optional-lock.js';
import { bytes, object, text } from '../../core/shape.js';

/** The lock that tabs share while they create passkeys; nobody is told of a list meanwhile. */
export const creationLock = 'latchkey.creation';

/** Names one credential that the backend does not have. */
export interface UnknownCredential {
  readonly rpId: string;
  /** As base64url. */
  readonly credentialId: string;
}

/**
 * Tells the provider of a passkey that the backend does not know it, so that it is not offered again. Call it with
 * nothing but what the backend itself said in its 404 `unknown-credential`: a provider may
 * delete the passkey for good. As all signals it may be ignored, tells nobody what became of it, and does nothing in
 * browsers without it.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-signalUnknownCredential WebAuthn, signalUnknownCredential}
 */
export function signalUnknownCredential({ rpId, credentialId }: UnknownCredential): void {
  void send('signalUnknownCredential', { rpId, credentialId });
}

/**
 * Tells providers which passkeys of an account the backend accepts; they may hide or delete all others. So `list` must
 * be complete, and younger than every change that has been made to it.
 *
 * @see
 *   {@link https://www.w3.org/TR/webauthn-3/#sctn-signalAllAcceptedCredentials WebAuthn, signalAllAcceptedCredentials}
 */
export function signalAllAccepted({ rpId, userId, credentials }: AcceptedCredentials): void {
  void send('signalAllAcceptedCredentials', {
    rpId,
    userId,
    allAcceptedCredentialIds: credentials.map(({ id }) => id),
  });
}

/**
 * Tells providers how the account is called by now, which is what people read when they choose a passkey.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-signalCurrentUserDetails WebAuthn, signalCurrentUserDetails}
 */
export function signalCurrentDetails({ rpId, userId, name, displayName }: AcceptedCredentials): void {
  void send('signalCurrentUserDetails', { rpId, userId, name, displayName });
}

/**
 * Fetches the account's passkeys and tells the providers which ones the backend accepts and how the account is called.
 * Without a complete answer nothing is told.
 * Never rejects, and is nothing to wait for: it takes its turn like a ceremony. A passkey that is being created while
 * the list is fetched, and so is not in it, would be deleted again.
 */
export async function tellProvider(client: Client, signal?: AbortSignal): Promise<void> {
  const tellNow = async (turn: AbortSignal) => {
    const list = await client.call(acceptedCredentials, { signal: turn });
    turn.throwIfAborted();
    signalAllAccepted(list);
    signalCurrentDetails(list);
  };
  // Likewise one that another tab is creating, which has the lock meanwhile. The turn comes first: it may take long to
  // come, behind an offer in autofill, and other tabs need the lock.
  const ceremony = (turn: AbortSignal) =>
    withOptionalLock(creationLock, { ifAvailable: true }, async (isFree) => isFree && tellNow(turn));
  try {
    if (natives()?.signalAllAcceptedCredentials) await run(ceremony, { mode: 'ambient', signal });
  } catch {
    // Providers that have not been told offer what they offered before. Nobody has asked for this, so nobody is told
    // that it failed.
  }
}

const unknownCredential = object({ rpId: text, credentialId: bytes(1, 1023) });

/**
 * Tells the provider of the passkey that a sign-in failed with because the backend does not know it. Does nothing for
 * any other error, and unless the backend has named the passkey.
 */
export function tellUnknown(error: unknown): void {
  // What a broken server says of itself (5xx, retryable) is no word on a passkey.
  if (
    error instanceof LatchError &&
    error.code === 'unknown_credential' &&
    !error.retryable &&
    !unknownCredential(error.cause)
  )
    signalUnknownCredential(error.cause as UnknownCredential);
}

type Signal = 'signalUnknownCredential' | 'signalAllAcceptedCredentials' | 'signalCurrentUserDetails';

/** The browser's signals: none in Gecko, and whatever extensions have put in their place, which may throw. */
const natives = () =>
  globalThis.PublicKeyCredential as unknown as Partial<Record<Signal, (details: object) => Promise<void>>> | undefined;

async function send(signal: Signal, details: object): Promise<void> {
  try {
    await natives()?.[signal]?.(details);
  } catch {
    // Browsers reject what they cannot use, such as the RP ID of another site. Neither the person nor the page can do
    // anything about it, and what was to be told is only advice.
  }
}
