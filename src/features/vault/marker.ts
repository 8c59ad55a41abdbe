import { keep, recall } from '../../core/kept.js';

const name = 'vaults';

/** The names of the vaults that this device should have. They are random, and say nothing about anybody. */
export function rememberedVaults(): string[] {
  const kept = recall(name);
  return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
}

/** Notes beside the database that there is a vault, so that one that the browser has deleted is missed. */
export function rememberVault(vault: string): void {
  keep(name, [...new Set([...rememberedVaults(), vault])]);
}

/** Notes that vaults are gone with intent. */
export function forgetVaults(vaults: readonly string[]): void {
  const left = rememberedVaults().filter((one) => !vaults.includes(one));
  keep(name, left.length > 0 ? left : undefined);
}
