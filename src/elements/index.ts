export { LatchInstallButton } from './install-button/install-button.js';
export { LatchPasskeyField } from './passkey-field/passkey-field.js';
export { LatchPasskeyButton } from './passkey-button/passkey-button.js';
export { LatchPasskeyCreate } from './passkey-create/passkey-create.js';
export { LatchPasskeyList } from './passkey-list/passkey-list.js';
export { LatchSessionList } from './session-list/session-list.js';
export { LatchSignOutButton } from './sign-out-button/sign-out-button.js';
export * from '../events.js';
