// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { count, flag, list, maybe, object, text } from '../client/shape.js';
import { providerNameShape } from './shapes.js';
import type { OwnSessionAnswer, SessionList } from './types.js';

export const listedSessionShape = /* @__PURE__ */ object({
  id: text,
  device: text,
  authMethod: text,
  provider: /* @__PURE__ */ maybe(providerNameShape),
  createdAt: count,
  lastSeenAt: count,
  current: flag,
  installedApp: /* @__PURE__ */ maybe(flag),
});

export const sessionListShape = /* @__PURE__ */ object({ sessions: /* @__PURE__ */ list(listedSessionShape) });

export const ownSessionAnswerShape = /* @__PURE__ */ object({ started: /* @__PURE__ */ maybe(flag) });

/** Lists the account's sessions, on all devices. */
export const listSessions: Endpoint<void, SessionList> = { method: 'GET', path: 'sessions', shape: sessionListShape };

/** Starts a second session for the same user. */
export const startOwnSession: Endpoint<void, OwnSessionAnswer> = {
  method: 'POST',
  path: 'sessions',
  setsSession: true,
  shape: ownSessionAnswerShape,
};

/** Ends one of the account's sessions. */
export const endSession: Endpoint<void, unknown> = { method: 'DELETE', path: 'sessions/{id}', hasNotFound: true };
