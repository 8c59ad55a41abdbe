import type { IdentityAnswer, IdentityRequest, IdentityResponse } from './types.js';
import { is, list, object, record } from '../client/shape.js';
import type { Endpoint } from './endpoint.js';

/** Asks for what a wallet is to be asked by `protocol`, which the query names. Needs no session. */
export const identityRequest = (protocol: string): Endpoint<void, IdentityRequest> => ({
  method: 'GET',
  path: 'identity/request',
  shape: object({ protocol: is(protocol), data: record }),
});

/** Verifies what a wallet has answered. */
export const verifyIdentity: Endpoint<IdentityResponse, IdentityAnswer> = {
  method: 'POST',
  path: 'identity/verify',
  shape: object({
    verified: is(true),
    claims: (value) => record(value) || list(record)(Object.values(value as object)),
  }),
};
