import type { IdentityAnswer, IdentityRequest, IdentityResponse } from '../contract-types.js';
import { object, record } from '../shape.js';
import type { Endpoint } from './endpoint.js';

/** Asks for what a wallet is to be asked by `protocol`, which the query names. Needs no session. */
export const identityRequest = (protocol: string): Endpoint<void, IdentityRequest> => ({
  method: 'GET',
  path: 'identity/request',
  shape: object({ protocol: (value) => value === protocol, data: record }),
});

/** Verifies what a wallet has answered. */
export const verifyIdentity: Endpoint<IdentityResponse, IdentityAnswer> = {
  method: 'POST',
  path: 'identity/verify',
  shape: object({
    verified: (value) => value === true,
    claims: (value) => record(value) && Object.values(value as object).every(record),
  }),
};
