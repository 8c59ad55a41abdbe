import type { StepRequired } from '../base/client/sign-in-outcome.js';
import { capabilities } from '../base/browser/capabilities.js';
import { writeLocal, readLocal } from '../base/storage/local.js';

/** A way to sign in, as `detail.method` of the event names it. */
export type SignInMethod = StepRequired['method'];

const methodName = 'last-method';
const offerName = 'passkey-offered';

/** How long an offer of a passkey is not repeated, in ms. */
const offerPause = 90 * 24 * 60 * 60_000;

/** How someone has signed in last in this browser, and at which provider; nothing says who. */
export interface LastMethod {
  readonly method?: unknown;
  readonly provider?: unknown;
}

export const readLastMethod = (): LastMethod => Object(readLocal(methodName)) as LastMethod;

/** Notes how someone has signed in, and at which provider, by its id. */
export const noteLastMethod = (method: SignInMethod, provider?: string): void =>
  writeLocal(methodName, { method, provider });

const rowsName = 'provider-rows';

/** How many buttons of providers the card had last in this browser: their room is reserved until they are there. */
export function readProviderRows(): number | undefined {
  const rows = readLocal(rowsName);
  return typeof rows === 'number' && rows >= 0 && rows <= 20 ? rows : undefined;
}

export const noteProviderRows = (rows: number): void => writeLocal(rowsName, rows);

const returnName = 'card-return';

/** Notes that the user leaves for a provider and comes back to the card, for the offer of a passkey. */
export const noteReturn = (): void => writeLocal(returnName, true);

/** Whether the user may be back from a provider, for that. True once. */
export function takeReturn(): boolean {
  const isNoted = readLocal(returnName) === true;
  if (isNoted) writeLocal(returnName, undefined);
  return isNoted;
}

/** Notes that the user has accepted or declined a passkey. */
export const noteOffer = (): void => writeLocal(offerName, Date.now());

/** Whether this device can hold a passkey, and none was offered in this browser for 90 days. */
export async function canOfferPasskey(): Promise<boolean> {
  const passed = Date.now() - Number(readLocal(offerName));
  // A note from a clock that was ahead says nothing.
  if (passed >= 0 && passed < offerPause) return false;
  const { passkeyPlatformAuthenticator, userVerifyingPlatformAuthenticator } = await capabilities();
  return !!(passkeyPlatformAuthenticator ?? userVerifyingPlatformAuthenticator);
}
