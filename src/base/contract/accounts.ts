// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { signInAnswerShape } from './shapes.js';
import type { SignInAnswer, SignupRequest } from './types.js';

/** Creates an account and signs it in. */
export const createAccount: Endpoint<SignupRequest, SignInAnswer> = {
  method: 'POST',
  path: 'signup',
  setsSession: true,
  shape: signInAnswerShape,
};
