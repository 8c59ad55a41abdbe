import { LatchError } from '../base/client/errors.js';
import type { AskStepUp } from '../session/step-up.js';
import { stepUp } from '../passkey/step-up.js';
import { confirmPassword } from '../password/confirm.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';

/** What the controller asks of its view. */
export interface StepUpHost extends BackendHost {
  /**
   * Asks for the user's password and passes it to `attempt`, again while that resolves with an error and the user
   * retries. Resolves with whether an attempt succeeded; with false if the user cancels.
   */
  askPassword(attempt: (password: string) => Promise<LatchError | undefined>): Promise<boolean>;
}

/** Has the person of one view prove again who they are, without leaving it. */
export class StepUp {
  readonly #host: StepUpHost;

  constructor(host: StepUpHost) {
    this.#host = host;
  }

  /**
   * For {@link withStepUp}: asks for a passkey where the account has one and the browser can, else for the password.
   *
   * @throws {LatchError} `cancelled`; `step_up_required` if the account has neither, so that the person has to sign in
   *   again; and what {@link stepUp} throws.
   */
  readonly ask: AskStepUp = async (methods, signal) => {
    const client = clientOf(this.#host);
    const hasPassword = methods.includes('password');
    if (methods.includes('passkey')) {
      try {
        await stepUp({ client, signal });
        return;
      } catch (error) {
        if (!hasPassword || (error as LatchError).code !== 'unsupported') throw error;
      }
    }
    if (!hasPassword) throw new LatchError('step_up_required', 'No step-up method works here.', { cause: { methods } });
    const attempt = (password: string) =>
      confirmPassword({ client, password, signal }).then(
        () => undefined,
        (error: LatchError) => error,
      );
    if (!(await this.#host.askPassword(attempt)))
      throw new LatchError('cancelled', 'No password was entered.', { retryable: true });
  };
}
