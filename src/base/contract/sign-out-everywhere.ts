// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { count, object } from '../client/shape.js';
import type { EndedSessions } from './types.js';

export const endedSessionsShape = /* @__PURE__ */ object({ ended: count });

/** Ends all other sessions of the account. */
export const endOtherSessions: Endpoint<void, EndedSessions> = {
  method: 'DELETE',
  path: 'sessions',
  shape: endedSessionsShape,
};
