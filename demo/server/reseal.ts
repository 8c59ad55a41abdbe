import type { Config } from './config/config.js';
import { readSecrets, type Secrets } from './crypto/secrets.js';
import { logToConsole, type Log } from './log.js';
import { createGrants } from './oidc/grants.js';
import { createTotps } from './second-factor/totp.js';
import { openState } from './start.js';
import type { Store } from './store/store.js';

const batch = 500;

/** Seals the secrets of authenticator apps with the first secret. */
async function resealTotp(store: Store, secrets: Secrets): Promise<{ resealed: number; unreadable: number }> {
  const totps = createTotps(secrets);
  const counts = { resealed: 0, unreadable: 0 };
  let last = '';
  for (;;) {
    const rows = await store.listTotp(last, batch);
    for (const { userId, sealed } of rows) {
      const next = totps.reseal(userId, sealed);
      if (next === 'unreadable') counts.unreadable += 1;
      else if (next !== 'current' && (await store.replaceTotp(userId, sealed, next.sealed))) counts.resealed += 1;
    }
    if (rows.length < batch) return counts;
    last = rows.at(-1)!.userId;
  }
}

/**
 * Seals what the database holds encrypted with the first secret, so that older secrets can be removed. Servers may run
 * meanwhile. Running it again continues.
 *
 * @returns one sentence that says what was done.
 * @throws {StartError} when the data folder or the database cannot be used.
 */
export async function reseal(config: Config, log: Log = logToConsole): Promise<string> {
  const { store, sessionSecret } = await openState(config, log);
  try {
    const grants = createGrants(undefined, store, readSecrets(sessionSecret), Date.now, log);
    const { resealed, unreadable } = await grants.reseal();
    const totp = await resealTotp(store, readSecrets(sessionSecret));
    const unread = unreadable + totp.unreadable;
    const lost = unread > 0 ? ` ${unread} cannot be read with any secret of the list.` : '';
    return `Sealed ${resealed} refresh tokens and ${totp.resealed} secrets of authenticator apps with the first secret.${lost}`;
  } finally {
    await store.close();
  }
}
