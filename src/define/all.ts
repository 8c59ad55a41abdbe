export * from './install-button.js';
export * from './passkey-button.js';
export * from './passkey-create.js';
export * from './passkey-field.js';
export * from './passkey-list.js';
export * from './session-list.js';
export * from './sign-out-button.js';
