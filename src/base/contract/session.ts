// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { bytes, count, demands, flag, list, maybe, object, text } from '../client/shape.js';
import type { LogoutAnswer, LogoutRequest, SessionAnswer } from './types.js';

export const nextStepShape = /* @__PURE__ */ object({
  step: text,
  methods: /* @__PURE__ */ maybe(/* @__PURE__ */ list(text)),
  setUp: /* @__PURE__ */ maybe(flag),
  address: /* @__PURE__ */ maybe(text),
  sent: /* @__PURE__ */ maybe(text),
  url: /* @__PURE__ */ maybe(text),
  accounts: /* @__PURE__ */ maybe(
    /* @__PURE__ */ list(/* @__PURE__ */ object({ id: text, name: text, displayName: /* @__PURE__ */ maybe(text) })),
  ),
});

export const sessionAnswerShape = /* @__PURE__ */ demands(
  /* @__PURE__ */ object({
    signedIn: flag,
    user: /* @__PURE__ */ maybe(
      /* @__PURE__ */ object({
        id: /* @__PURE__ */ maybe(/* @__PURE__ */ bytes(1, 64)),
        name: text,
        displayName: text,
        username: /* @__PURE__ */ maybe(text),
      }),
    ),
    authMethod: /* @__PURE__ */ maybe(text),
    authTime: /* @__PURE__ */ maybe(count),
    expires: /* @__PURE__ */ maybe(count),
    recoveryUntil: /* @__PURE__ */ maybe(count),
    next: /* @__PURE__ */ maybe(nextStepShape),
  }),
  'signedIn',
  true,
  'user',
);

export const logoutAnswerShape = /* @__PURE__ */ object({ installedApp: /* @__PURE__ */ maybe(flag) });

/** Returns the signed-in user. */
export const readSession: Endpoint<void, SessionAnswer> = { method: 'GET', path: 'session', shape: sessionAnswerShape };

/** Ends the session. */
export const endCurrentSession: Endpoint<LogoutRequest | undefined, LogoutAnswer> = {
  method: 'POST',
  path: 'logout',
  shape: logoutAnswerShape,
};
