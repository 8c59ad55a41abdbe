// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { signInAnswerShape } from './shapes.js';
import type { LoginRequest, SignInAnswer } from './types.js';

/** The sign-in page, to which a form without script returns. */
export const showLoginPage: Endpoint<void, unknown> = { method: 'GET', path: 'login' };

/** Signs in with a name and a password. */
export const signInWithPassword: Endpoint<LoginRequest, SignInAnswer> = {
  method: 'POST',
  path: 'login',
  setsSession: true,
  shape: signInAnswerShape,
};
