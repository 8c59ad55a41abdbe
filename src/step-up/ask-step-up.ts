import type { Client } from '../base/client/client.js';
import { LatchError } from '../base/client/errors.js';
import type { StepUpMethod } from '../session/step-up.js';
import { stepUp } from '../passkey/step-up.js';
import { confirmPassword, type PasswordConfirmed } from '../password/confirm.js';

/** Tries a password. Resolves with what the backend requires besides, or with why the password was of no use. */
export type PasswordAttempt = (password: string) => Promise<PasswordConfirmed | LatchError>;

/** What a step-up can be done with. */
export interface AskStepUpOptions {
  client: Client;
  /** The methods of the account. */
  methods: readonly StepUpMethod[];
  /**
   * Asks for the user's password and passes it to `attempt`, again while that resolves with an error and the user
   * retries. Resolves with whether an attempt succeeded; with false if the user cancels.
   */
  askPassword: (attempt: PasswordAttempt) => Promise<boolean>;
  signal?: AbortSignal | undefined;
}

/**
 * Has the user prove again who they are, without leaving the view: by a passkey where the account has one that works in this
 * browser and on this device, else by the password.
 *
 * @throws {LatchError} `cancelled`; `step_up_required` if the account has neither, so that the user has to sign in again;
 *   and what {@link stepUp} throws.
 */
export async function askStepUp({ client, methods, askPassword, signal }: AskStepUpOptions): Promise<void> {
  const hasPassword = methods.includes('password');
  if (methods.includes('passkey')) {
    try {
      await stepUp({ client, signal });
      return;
    } catch (error) {
      if (!hasPassword || !['unsupported', 'device_failed', 'passkey_moved'].includes((error as LatchError).code))
        throw error;
    }
  }
  if (!hasPassword) throw new LatchError('step_up_required', 'No step-up method works here.', { methods });
  const attempt: PasswordAttempt = (password) =>
    confirmPassword({ client, password, signal }).catch((error: LatchError) => error);
  if (!(await askPassword(attempt))) throw new LatchError('cancelled', 'No password was entered.', { retryable: true });
}
