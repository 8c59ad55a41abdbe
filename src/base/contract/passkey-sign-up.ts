// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { passkeyCreationOptionsShape, registrationAnswerShape } from './passkey-registration.js';
import type {
  PasskeyCreationOptions,
  RegistrationAnswer,
  RegistrationResponse,
  SignupOptionsRequest,
} from './types.js';

/** Starts a sign-up whose first step is a passkey. */
export const startPasskeySignUp: Endpoint<SignupOptionsRequest, PasskeyCreationOptions> = {
  method: 'POST',
  path: 'signup/options',
  setsSession: true,
  shape: passkeyCreationOptionsShape,
};

/** Creates the account with its first passkey, and signs it in. */
export const finishPasskeySignUp: Endpoint<RegistrationResponse, RegistrationAnswer> = {
  method: 'POST',
  path: 'signup/verify',
  setsSession: true,
  shape: registrationAnswerShape,
};
