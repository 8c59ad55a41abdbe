import { createDataKeys } from '../crypto/data-keys.js';
import type { Secrets } from '../crypto/secrets.js';
import type { Log } from '../log.js';
import type { Store } from '../store/store.js';
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

/** Logs how many accounts have an authenticator app whose secret cannot be opened. */
export async function logUnreadableTotps(store: Store, secrets: Secrets, log: Log): Promise<void> {
  const totps = createTotps(createDataKeys(store, secrets));
  let accounts = 0;
  for await (const { userId, sealed, isConfirmed } of listTotps(store))
    if (isConfirmed && !(await totps.isReadable(userId, sealed))) accounts += 1;
  if (accounts > 0) log({ level: 'error', event: 'second-factors-unreadable', accounts });
}
