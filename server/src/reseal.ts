import type { Config } from './config/config.js';
import { createDataKeys, generationOf, readKeySealers, type DataKeys } from './crypto/data-keys.js';
import { sealedBy } from './crypto/sealed-text.js';
import { readSecrets, type Secrets } from './crypto/secrets.js';
import { logToConsole, type Log } from './log.js';
import { requireDatabase, requireSecretFile } from './existing-database.js';
import { createGrants } from './oidc/grants.js';
import { createProviders } from './oidc/providers.js';
import { createTotps } from './second-factor/totp.js';
import { listTotps } from './second-factor/unreadable-totps.js';
import { openState } from './start.js';
import type { Store } from './store/store.js';

const batch = 500;

/** Opens what is stored, and creates neither a database nor a secret. */
async function openExisting(config: Config, log: Log, isNoted = true): ReturnType<typeof openState> {
  await requireDatabase(config);
  if (config.sessionSecret === undefined) await requireSecretFile(config);
  return openState(config, log, isNoted);
}

type StoredGrant = Awaited<ReturnType<Store['listGrants']>>[number];

/** All sealed refresh tokens. */
async function* listGrants(store: Store): AsyncGenerator<StoredGrant> {
  let last: string | undefined = '';
  while (last !== undefined) {
    const rows: StoredGrant[] = await store.listGrants(last, batch);
    yield* rows;
    last = rows.length < batch ? undefined : rows.at(-1)!.publicId;
  }
}

/** What accounts would lose without a secret. */
interface Losses {
  apps: number;
  grants: number;
}

/** Counts what depends on each secret, and what none of the list opens. Changes nothing. */
async function countLosses(store: Store, secrets: Secrets): Promise<{ by: Map<string, Losses>; unreadable: number }> {
  const by = new Map(secrets.map(({ id }) => [id, { apps: 0, grants: 0 }]));
  const sealers = await readKeySealers(store);
  const totps = createTotps(createDataKeys(store, secrets));
  let unreadable = 0;
  for await (const { userId, sealed, isConfirmed } of listTotps(store)) {
    if (!isConfirmed) continue;
    const sealer = by.get(sealers.get(generationOf(sealed) ?? '') ?? '');
    if (!(await totps.isReadable(userId, sealed))) unreadable += 1;
    else if (sealer) sealer.apps += 1;
  }
  for await (const { sealed } of listGrants(store)) {
    const sealer = by.get(sealedBy(sealed));
    if (sealer) sealer.grants += 1;
  }
  return { by, unreadable };
}

const nameOf = (id: string): string => (id === '' ? 'the secret without an id' : `the secret "${id}"`);

/** Says what would be lost if each secret was removed now, and what is lost already; one sentence a line. */
async function describeLosses(store: Store, secrets: Secrets): Promise<string> {
  const { by, unreadable } = await countLosses(store, secrets);
  const lines = Array.from(by, ([id, { apps, grants }]) =>
    apps + grants === 0
      ? `Without ${nameOf(id)}, no account would lose an authenticator app or a grant.`
      : `Without ${nameOf(id)}, ${apps} accounts would lose their authenticator app, and ${grants} sessions their grant at the provider.`,
  );
  if (unreadable > 0)
    lines.push(`The authenticator apps of ${unreadable} accounts cannot be read with any secret of the list.`);
  return lines.join('\n');
}

/** Seals the secrets of authenticator apps with the newest data key. */
async function resealTotps(store: Store, dataKeys: DataKeys): Promise<{ resealed: number; unreadable: number }> {
  const totps = createTotps(dataKeys);
  const counts = { resealed: 0, unreadable: 0 };
  for await (const { userId, sealed } of listTotps(store)) {
    const next = await totps.reseal(userId, sealed);
    if (next === 'unreadable') counts.unreadable += 1;
    else if (next !== 'current' && (await store.replaceTotp(userId, sealed, next.sealed))) counts.resealed += 1;
  }
  return counts;
}

/**
 * Seals what the database holds encrypted with the first secret, so that older secrets can be removed. Servers may run
 * meanwhile. Running it again continues. What accounts would lose without a secret is given to `tell` before.
 *
 * @returns one sentence that says what was done.
 * @throws {StartError} when the data folder, the secrets or the database cannot be used.
 */
export async function reseal(
  config: Config,
  log: Log = logToConsole,
  report: (losses: string) => void = () => {},
): Promise<string> {
  const { store, sessionSecret } = await openExisting(config, log);
  try {
    const secrets = readSecrets(sessionSecret);
    report(await describeLosses(store, secrets));
    const dataKeys = createDataKeys(store, secrets);
    await dataKeys.reseal();
    const totp = await resealTotps(store, dataKeys);
    const { resealed, unreadable } = await createGrants(
      createProviders([], []),
      store,
      secrets,
      Date.now,
      log,
    ).reseal();
    const unread = unreadable + totp.unreadable;
    const lost = unread > 0 ? ` ${unread} cannot be read with any secret of the list.` : '';
    return `Sealed ${resealed} refresh tokens and ${totp.resealed} secrets of authenticator apps with the first secret.${lost}`;
  } finally {
    await store.close();
  }
}

/**
 * Says what accounts would lose if a secret was removed now. Changes nothing.
 *
 * @throws {StartError} when the data folder, the secrets or the database cannot be used.
 */
export async function drill(config: Config, log: Log = logToConsole): Promise<string> {
  const { store, sessionSecret } = await openExisting(config, log, false);
  try {
    return await describeLosses(store, readSecrets(sessionSecret));
  } finally {
    await store.close();
  }
}
