export { registerVaults } from './local-data.js';
export { createVault, type CreateVaultOptions, type PasskeyList } from './create.js';
export { exportVault } from './export.js';
export { handOverVault, receiveVault, type TransferOptions, type ReceiveVaultOptions } from './transfer.js';
export { importVault } from './import.js';
export type { AskPasskey } from './keys.js';
export { lockWhenLeft, type LockWarning, type LockWhenLeftOptions } from './lock-triggers.js';
export { migrateVault, type Migration } from './migrate.js';
export { openVault, type OpenVaultOptions } from './open.js';
export type { TransferChannel } from './secure-channel.js';
export type { PrfRequest, PrfResult, VaultPasskey } from './slots.js';
export type { LockReason } from './tabs.js';
export { forgetLostVaults, listVaults, unlockVault, type LockedVault, type UnlockVaultOptions } from './unlock.js';
export type { VaultValue } from './values.js';
export {
  Vault,
  type LockOptions,
  type ReadOptions,
  type RotateOptions,
  type SetStreamOptions,
  type StoreChanges,
  type VaultChange,
  type VaultKey,
  type VaultPin,
  type WriteOptions,
} from './vault.js';
export { wipeVaults } from './wipe.js';
