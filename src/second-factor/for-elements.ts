import { confirmTotp as confirmEndpoint } from '../base/contract/next-steps.js';
import type { SecondFactorOptions } from './next-steps.js';

/** What the settings of the second factor do at the backend. */
export {
  enrollTotp,
  readSecondFactor,
  removeTotp,
  renewRecoveryCodes,
  requireSecondFactor,
  type SecondFactorAnswer,
  type TotpEnrollment,
} from './second-factor.js';

/**
 * Takes the first code of an authenticator app in a session that is signed in, and returns the recovery codes. Unlike
 * `confirmTotp` of the feature it notifies no tab: nothing changes for the session.
 */
export async function confirmTotp({ client, code, signal }: SecondFactorOptions): Promise<readonly string[]> {
  return (await client.call(confirmEndpoint, { body: { code }, signal })).recoveryCodes;
}
