import type {
  DeviceApproval,
  DeviceApproved,
  DeviceSignIn,
  HandOff,
  HandOffPending,
  HandOffRedemption,
  SignInAnswer,
} from './types.js';
import { bytes, count, is, maybe, object, text } from '../client/shape.js';
import type { Endpoint } from './endpoint.js';

/** Asks whether the user has confirmed; see {@link redeemHandOff}. */
export type HandOffRedemptionEndpoint = Endpoint<HandOffRedemption, SignInAnswer | HandOffPending>;

/** What both kinds say of themselves. */
const begun = {
  id: bytes(32, 96),
  code: (value: unknown) => text(value) || (value === '' ? ' must not be empty' : ''),
  expires: count,
};

/** Begins a hand-off in the session of this page, or in a new one that carries nothing else. */
export const startHandOff: Endpoint<void, HandOff> = {
  method: 'POST',
  path: 'auth/handoff',
  shape: object(begun),
};

/**
 * Asks whether the person has signed in, and is signed in by the answer: an empty one, or `status` while it is to be
 * asked again.
 */
export const redeemHandOff: HandOffRedemptionEndpoint = {
  method: 'POST',
  path: 'auth/handoff/redeem',
  hasNotFound: true,
  shape: object({ status: maybe(is('pending')) }),
};

/** Begins a sign-in that the user approves at another device. */
export const startDeviceSignIn: Endpoint<void, DeviceSignIn> = {
  method: 'POST',
  path: 'auth/device',
  shape: object({ ...begun, page: text }),
};

/** The same as {@link redeemHandOff} for such a sign-in. */
export const redeemDeviceSignIn: HandOffRedemptionEndpoint = { ...redeemHandOff, path: 'auth/device/redeem' };

/** Approves the sign-in of the device that shows a code. */
export const approveDeviceSignIn: Endpoint<DeviceApproval, DeviceApproved> = {
  method: 'POST',
  path: 'auth/device/approve',
  shape: object({ device: text }),
};
