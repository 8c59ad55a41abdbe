import type { CodeRequest, CodeRequestAnswer, CodeVerification, EmptyAnswer } from '../contract-types.js';
import { count, object, record } from '../shape.js';
import type { Endpoint } from './endpoint.js';

/** Has a code sent to an address, if that is somebody's, and ties it to the session of this browser. */
export const requestCode: Endpoint<CodeRequest, CodeRequestAnswer> = { method: 'POST', path: 'otp/request', shape: object({ expires: count }) };

/** Takes the code back: signs its owner in, or verifies their address. */
export const verifyCode: Endpoint<CodeVerification, EmptyAnswer> = { method: 'POST', path: 'otp/verify', shape: record };
