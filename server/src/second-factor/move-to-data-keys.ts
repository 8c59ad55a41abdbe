import { createDataKeys, generationOf } from '../crypto/data-keys.js';
import type { Secrets } from '../crypto/secrets.js';
import type { Log } from '../log.js';
import type { Store } from '../store/store.js';
import { keepFormerKeys, slowHashPrefix } from './recovery-codes.js';
import { createTotps } from './totp.js';

type StoredTotp = Awaited<ReturnType<Store['listTotp']>>[number];

const batch = 500;

/** All sealed secrets of authenticator apps. */
export async function* listTotps(store: Store): AsyncGenerator<StoredTotp> {
  let last: string | undefined = '';
  while (last !== undefined) {
    const rows: StoredTotp[] = await store.listTotp(last, batch);
    yield* rows;
    last = rows.length < batch ? undefined : rows.at(-1)!.userId;
  }
}

/**
 * Has what former versions of the server sealed or hashed with one of the secrets depend on a data key instead. Logs how
 * many accounts have an authenticator app whose secret cannot be opened.
 */
export async function moveToDataKeys(store: Store, secrets: Secrets, log: Log): Promise<void> {
  const dataKeys = createDataKeys(store, secrets);
  if ((await store.countOtherRecoveryCodes(slowHashPrefix)) > 0) await keepFormerKeys(dataKeys, secrets);
  const totps = createTotps(dataKeys, secrets);
  let accounts = 0;
  for await (const { userId, sealed, isConfirmed } of listTotps(store)) {
    const isReadable = await totps.isReadable(userId, sealed);
    if (!isReadable && isConfirmed) accounts += 1;
    if (!isReadable || generationOf(sealed) !== undefined) continue;
    const next = await totps.reseal(userId, sealed);
    if (typeof next === 'object') await store.replaceTotp(userId, sealed, next.sealed);
  }
  if (accounts > 0) log({ level: 'error', event: 'second-factors-unreadable', accounts });
}
