import type { SignInAnswer, HandOff, HandOffPending, HandOffRedemption } from '../contract-types.js';
import { bytes, count, is, maybe, object, text } from '../shape.js';
import type { Endpoint } from './endpoint.js';

/** Begins a hand-off in the session of this page, or in a new one that carries nothing else. */
export const startHandOff: Endpoint<void, HandOff> = {
  method: 'POST',
  path: 'auth/handoff',
  shape: object({
    id: bytes(32, 96),
    code: (value) => text(value) || (value === '' ? ' must not be empty' : ''),
    expires: count,
  }),
};

/**
 * Asks whether the person has signed in, and is signed in by the answer: an empty one, or `status` while it is to be
 * asked again.
 */
export const redeemHandOff: Endpoint<HandOffRedemption, SignInAnswer | HandOffPending> = {
  method: 'POST',
  path: 'auth/handoff/redeem',
  shape: object({ status: maybe(is('pending')) }),
};
