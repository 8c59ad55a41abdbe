import type { LatchError } from '../base/client/errors.js';
import type { Client } from '../base/client/client.js';
import { finishPasskeyRegistration, startPasskeyRegistration } from '../base/contract/passkey-registration.js';
import { sessionChanges } from '../base/storage/channel.js';
import { renewOnce } from '../base/client/renew-once.js';
import { watched } from '../base/browser/watch-ceremonies.js';
import { callForUser } from '../session/call-for-user.js';
import { createAndStore, storeMade, takeMade, type Creation, type PasskeyCreated } from './creation.js';
import type { Hint } from './sign-in.js';

export type { PasskeyCreated } from './creation.js';

/** Where the passkey is stored, and how the browser should ask for it. */
export interface CreatePasskeyOptions {
  client: Client;
  /**
   * Makes a silent request, right after a password sign-in (conditional create): the password manager decides without a
   * prompt, and usually declines with `cancelled`, `already_registered` or `constraint`. Do not show these errors.
   */
  conditional?: boolean;
  /**
   * Asks for a passkey that is to confirm payments in the browser's own dialog (Secure Payment Confirmation): one of
   * this device. Not together with `conditional`.
   */
  payment?: boolean;
  /** Replaces the backend's `hints` unless empty. */
  hints?: readonly Hint[];
  /**
   * The error of an earlier call. If the backend wanted a step-up before it would store a passkey that was made already,
   * or could not be reached, that passkey is sent again, and no second one is made.
   */
  after?: LatchError | undefined;
  signal?: AbortSignal | undefined;
  onPhase?: ((phase: 'preparing' | 'asking' | 'verifying') => void) | undefined;
}

/**
 * Creates a passkey for the signed-in user. Needs a user gesture in WebKit and in cross-origin frames, unless
 * `conditional`. PRF results never leave the page. A passkey that the backend refuses for good is reported to its provider
 * as unknown, so that it is not offered.
 *
 * @throws {LatchError} `cancelled`, `superseded`, `aborted`, `unsupported`, `already_registered`, `invalid_rp_id`,
 *   `insecure_context`, `constraint`, `unauthenticated`, `step_up_required`, `challenge_expired`, `rejected`, and the
 *   errors of {@link Client.call}.
 * @throws {TypeError} if it is to be both `conditional` and for `payment`.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-createCredential WebAuthn, Create a New Credential}
 */
export function createPasskey(options: CreatePasskeyOptions): Promise<PasskeyCreated> {
  return watched(
    renewOnce(() => requestAndStore(options)),
    'create-passkey',
    options.conditional ? 'ambient' : 'modal',
  );
}

/**
 * Creates passkeys for a view. One that could not be stored after a click, because the backend could not be reached, is
 * sent again at the next click in the same session. @internal
 */
export class PasskeyCreation {
  #failure: LatchError | undefined;
  #session = 0;

  async create(options: CreatePasskeyOptions): Promise<PasskeyCreated> {
    const last = this.#session === sessionChanges() ? this.#failure : undefined;
    try {
      return await createPasskey({ ...options, after: options.after ?? last });
    } catch (error) {
      this.#failure = error as LatchError;
      this.#session = sessionChanges();
      throw error;
    }
  }
}

async function requestAndStore({
  client,
  conditional,
  payment,
  hints,
  after,
  signal,
  onPhase,
}: CreatePasskeyOptions): Promise<PasskeyCreated> {
  if (conditional && payment) throw new TypeError('"payment" cannot be combined with "conditional"');
  const query = conditional ? '?auto=1' : payment ? '?payment' : '';
  const store: Creation['store'] = (body, turn) =>
    client.call(finishPasskeyRegistration, { body, query, signal: turn });
  const made = after && takeMade(after);
  if (made) return storeMade(made, { store, signal, onPhase });
  onPhase?.('preparing');
  const json = await callForUser(client, startPasskeyRegistration, { query, signal });
  return createAndStore({
    json,
    store,
    conditional,
    hints,
    signal,
    onPhase,
  });
}
