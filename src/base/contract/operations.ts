// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { is, object } from '../client/shape.js';
import type { HealthAnswer } from './types.js';

export const healthAnswerShape = /* @__PURE__ */ object({ status: /* @__PURE__ */ is('ok') });

/** Returns whether the server and its database work. */
export const checkHealth: Endpoint<void, HealthAnswer> = { method: 'GET', path: 'healthz', shape: healthAnswerShape };
