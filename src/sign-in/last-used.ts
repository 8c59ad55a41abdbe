import { capabilities } from '../base/browser/capabilities.js';
import { writeLocal, readLocal } from '../base/storage/local.js';

/** A way to sign in, as `detail.method` of the event names it. */
export type SignInMethod = 'passkey' | 'password' | 'fedcm' | 'oidc' | 'otp' | 'other-device';

const methodName = 'last-method';
const offerName = 'passkey-offered';

/** How long an offer of a passkey is not repeated, in ms. */
const offerPause = 90 * 24 * 60 * 60_000;

/** How someone has signed in last in this browser; nothing says who. */
export const readLastMethod = (): unknown => readLocal(methodName);

/** Notes how someone has signed in. */
export const noteLastMethod = (method: SignInMethod): void => writeLocal(methodName, method);

/** Notes that the user has accepted or declined a passkey. */
export const noteOffer = (): void => writeLocal(offerName, Date.now());

/** Whether this device can hold a passkey, and none was offered in this browser for 90 days. */
export async function canOfferPasskey(): Promise<boolean> {
  if (Date.now() - Number(readLocal(offerName)) < offerPause) return false;
  const { passkeyPlatformAuthenticator, userVerifyingPlatformAuthenticator } = await capabilities();
  return !!(passkeyPlatformAuthenticator ?? userVerifyingPlatformAuthenticator);
}
