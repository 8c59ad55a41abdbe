export { capabilities, type Capabilities } from '../../core/capabilities.js';
export { clientFor, type CallOptions, type Client } from '../../core/client.js';
export type { Endpoint } from '../../core/contract/endpoint.js';
export { LatchError, type LatchErrorCode, type LatchErrorDetails } from '../../core/errors.js';
export { autofill, type AutofillOptions } from './autofill.js';
export { createPasskey, type CreatePasskeyOptions, type PasskeyCreated } from './create.js';
export { readyOptions, type ReadyOptions, type ReadyOptionsSource } from './ready-options.js';
export { signIn, signInOptionsOf, type Hint, type SignedIn, type SignInOptions, type SignInPhase } from './sign-in.js';
