import type {
  CreationOptions,
  SignInAnswer,
  RegistrationAnswer,
  RegistrationResponse,
  SignupOptionsRequest,
  SignupRequest,
} from './types.js';
import { record } from '../client/shape.js';
import type { Endpoint } from './endpoint.js';
import { creationOptionsShape, verifyRegistration } from './registration.js';

/** Issues a challenge for the first passkey of a new account. */
export const signUpOptions: Endpoint<SignupOptionsRequest, CreationOptions> = {
  method: 'POST',
  path: 'signup/options',
  shape: creationOptionsShape,
};

/** Verifies what the browser created, creates the account with it, and signs it in. */
export const verifySignUp: Endpoint<RegistrationResponse, RegistrationAnswer> = {
  ...verifyRegistration,
  path: 'signup/verify',
};

/** Creates an account with a password, and signs it in. */
export const createAccount: Endpoint<SignupRequest, SignInAnswer> = { method: 'POST', path: 'signup', shape: record };
