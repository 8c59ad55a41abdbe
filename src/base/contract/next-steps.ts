// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { signInAnswerShape } from './shapes.js';
import type { AcceptedTerms, ChosenAccount, SignInAnswer } from './types.js';

/** Accepts the terms that a sign-in waits for. */
export const acceptTerms: Endpoint<AcceptedTerms, SignInAnswer> = {
  method: 'POST',
  path: 'session/terms',
  setsSession: true,
  shape: signInAnswerShape,
};

/** Chooses the account that a sign-in goes on with. */
export const chooseAccount: Endpoint<ChosenAccount, SignInAnswer> = {
  method: 'POST',
  path: 'session/account',
  hasNotFound: true,
  setsSession: true,
  shape: signInAnswerShape,
};
