import { readFileSync } from 'node:fs';
import { fromBase64Url } from '../../../src/base/bytes.js';
import type { Format, Generation } from '../../../src/vault/envelope.js';
import { checkKeyRecord, type KeyRecord } from '../../../src/vault/key-record.js';
import type { CoverRow, PageRow } from '../../../src/vault/ledger.js';
import { secretOf } from '../../../src/vault/slots.js';
import { openSlot } from '../../../src/vault/slots.js';

type Stored<Value> = Value extends Uint8Array
  ? string
  : Value extends object
    ? { [Name in keyof Value]: Stored<Value[Name]> }
    : Value;

/** What the database has of a vault, in base64url. */
export interface StoredVault {
  record: Stored<KeyRecord>;
  cover: Stored<CoverRow>;
  pages: Array<[number, Stored<PageRow>]>;
}

interface Vectors extends StoredVault {
  rpId: string;
  userHandle: string;
  keys: [string, string];
  passkeys: Array<{ inputs: { first: string; second: string }; results: { first: string; second: string } }>;
  code: string;
  records: Array<{ store: string; id: string; version: number; format: Format; plaintext: string; sealed: string }>;
  piece: { store: string; id: string; name: string; index: number; isLast: boolean; plaintext: string; sealed: string };
}

/**
 * A vault of version 1 as it was written once. What it holds must open for as long as there are vaults of version 1.
 */
export const vectors = JSON.parse(
  readFileSync(new URL('../../vectors/vault-v1.json', import.meta.url), 'utf8'),
) as Vectors;

/** The record of keys as it stands in the database. */
export function storedRecord({ record }: StoredVault = vectors): KeyRecord {
  const { slots, bridges, vaultId, userHandleHash, mac } = record;
  return checkKeyRecord({
    ...record,
    vaultId: fromBase64Url(vaultId),
    userHandleHash: fromBase64Url(userHandleHash),
    mac: fromBase64Url(mac),
    slots: slots.map((slot) => ({
      ...slot,
      transports: [...slot.transports],
      ...Object.fromEntries(
        (['prfSalt1', 'prfSalt2', 'hkdfSalt', 'iv', 'wrapped', 'commitment'] as const).map((name) => [
          name,
          fromBase64Url(slot[name]),
        ]),
      ),
    })),
    bridges: bridges.map(({ from, ...bytes }) => ({
      from,
      ...Object.fromEntries(Object.entries(bytes).map(([name, text]) => [name, fromBase64Url(text)])),
    })),
  });
}

/** The cover of the ledger, and its pages. */
export function storedLedger(vault: StoredVault = vectors): { cover: CoverRow; pages: Map<number, PageRow> } {
  const withMac = <Row extends { mac: string }>(row: Row) => ({ ...row, mac: fromBase64Url(row.mac) });
  return {
    cover: withMac(vault.cover) as CoverRow,
    pages: new Map(vault.pages.map(([page, row]) => [page, withMac(row) as PageRow])),
  };
}

/** What one of the two passkeys gives, as a fresh copy: the vault overwrites it. */
export function secretOfPasskey(index: number): Promise<CryptoKey> {
  const { first, second } = vectors.passkeys[index]!.results;
  return secretOf({ credentialId: '', first: fromBase64Url(first), second: fromBase64Url(second) });
}

/** The present key, by way of the first passkey. */
export async function presentKey(): Promise<Generation> {
  const record = storedRecord();
  return openSlot(record, record.slots[0]!, await secretOfPasskey(0));
}
