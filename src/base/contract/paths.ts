// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
/** The first segments of all paths of the contract. */
export const firstSegments: readonly string[] = [
  'webauthn',
  'account',
  'sessions',
  'security-events',
  'session',
  'logout',
  'signup',
  'login',
  'auth',
  'identity',
  'otp',
  'payment',
  '.well-known',
  'healthz',
];
