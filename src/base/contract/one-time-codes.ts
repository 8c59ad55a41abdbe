import type { CodeAnswer, CodeRequest, CodeRequestAnswer, CodeVerification } from './types.js';
import { count, flag, maybe, object, text } from '../client/shape.js';
import type { Endpoint } from './endpoint.js';

/** Sends a code to an address, if an account has it, and binds the code to the session of this browser. */
export const requestCode: Endpoint<CodeRequest, CodeRequestAnswer> = {
  method: 'POST',
  path: 'otp/request',
  shape: object({ expires: count }),
};

/** Takes the code back: signs its owner in, or verifies their address. */
export const verifyCode: Endpoint<CodeVerification, CodeAnswer> = {
  method: 'POST',
  path: 'otp/verify',
  shape: object({ signedIn: maybe(flag), authMethod: maybe(text) }),
};
