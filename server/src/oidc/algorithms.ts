/**
 * The signature algorithms of a provider: for the tokens of FedCM and of logouts those that its ID tokens may have, which
 * `openid-client` verifies.
 */
export const providerAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
