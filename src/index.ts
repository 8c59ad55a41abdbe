export * from './features/digital-credential/index.js';
export * from './features/fedcm/index.js';
export * from './features/oidc/index.js';
export * from './features/otp/index.js';
export * from './features/passkey/index.js';
export * from './features/password/index.js';
export * from './features/payment/index.js';
export * from './features/session/index.js';
