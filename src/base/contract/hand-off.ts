// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { bytes, count, is, maybe, object, text } from '../client/shape.js';
import type { HandOff, HandOffAnswer, HandOffPending, HandOffRedemption, SignInAnswer } from './types.js';

export const handOffShape = /* @__PURE__ */ object({ id: /* @__PURE__ */ bytes(32, 1023), code: text, expires: count });

/** Starts a hand-off. */
export const startHandOff: Endpoint<void, HandOff> = {
  method: 'POST',
  path: 'auth/handoff',
  setsSession: true,
  shape: handOffShape,
};

/** Polls whether the user has signed in, and signs the app in. */
export const redeemHandOff: Endpoint<HandOffRedemption, SignInAnswer | HandOffPending> = {
  method: 'POST',
  path: 'auth/handoff/redeem',
  hasNotFound: true,
  setsSession: true,
  shape: /* @__PURE__ */ object({ status: /* @__PURE__ */ maybe(/* @__PURE__ */ is('pending')) }),
};

/** The page that asks for the code in the app. */
export const askAboutHandOff: Endpoint<void, unknown> = { method: 'GET', path: 'auth/handoff/confirm' };

/** Answers the question, once. */
export const confirmHandOff: Endpoint<HandOffAnswer, unknown> = { method: 'POST', path: 'auth/handoff/confirm' };
