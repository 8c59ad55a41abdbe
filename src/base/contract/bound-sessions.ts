// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { is, list, object, text } from '../client/shape.js';
import type { BoundSession } from './types.js';

export const boundSessionShape = /* @__PURE__ */ object({
  session_identifier: text,
  refresh_url: text,
  scope: /* @__PURE__ */ object({
    include_site: /* @__PURE__ */ is(false),
    scope_specification: /* @__PURE__ */ list(
      /* @__PURE__ */ object({ type: /* @__PURE__ */ is('include', 'exclude'), path: text }),
    ),
  }),
  credentials: /* @__PURE__ */ list(
    /* @__PURE__ */ object({ type: /* @__PURE__ */ is('cookie'), name: text, attributes: text }),
  ),
});

/** Binds the session to a key of the browser. */
export const bindSession: Endpoint<void, BoundSession> = {
  method: 'POST',
  path: 'session/bind',
  shape: boundSessionShape,
};

/** Renews the cookie that only the browser with the key gets. */
export const refreshBoundSession: Endpoint<void, BoundSession> = {
  method: 'POST',
  path: 'session/refresh',
  shape: boundSessionShape,
};
