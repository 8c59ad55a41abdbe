// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { bytes, count, is, maybe, object, text } from '../client/shape.js';
import type {
  DeviceApproval,
  DeviceApproved,
  DeviceSignIn,
  HandOffPending,
  HandOffRedemption,
  SignInAnswer,
} from './types.js';

export const deviceSignInShape = /* @__PURE__ */ object({
  id: /* @__PURE__ */ bytes(32, 1023),
  code: text,
  expires: count,
  page: text,
});

export const deviceApprovedShape = /* @__PURE__ */ object({ device: text });

/** Starts a sign-in that the user approves at another device. */
export const startDeviceSignIn: Endpoint<void, DeviceSignIn> = {
  method: 'POST',
  path: 'auth/device',
  setsSession: true,
  shape: deviceSignInShape,
};

/** Polls whether the user has approved the sign-in, and signs the device in. */
export const redeemDeviceSignIn: Endpoint<HandOffRedemption, SignInAnswer | HandOffPending> = {
  method: 'POST',
  path: 'auth/device/redeem',
  hasNotFound: true,
  setsSession: true,
  shape: /* @__PURE__ */ object({ status: /* @__PURE__ */ maybe(/* @__PURE__ */ is('pending')) }),
};

/** Signs the user in at the device that shows this code. */
export const approveDeviceSignIn: Endpoint<DeviceApproval, DeviceApproved> = {
  method: 'POST',
  path: 'auth/device/approve',
  shape: deviceApprovedShape,
};
