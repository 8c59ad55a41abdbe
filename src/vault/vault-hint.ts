import { readLocal } from '../base/storage/local.js';

/** Where the names of the vaults are kept that this device should have. */
export const markerName = 'vaults';

/** The names in what was kept, which other script of the origin may have written. */
export const readNames = (kept: unknown): string[] =>
  Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : [];

/** Says at once whether this device seems to have a vault, before anything is loaded that could look. */
export const seemsToHaveVaults = (): boolean => readNames(readLocal(markerName)).length > 0;
