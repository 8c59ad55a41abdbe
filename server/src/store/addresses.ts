import type { Database, Row, Statement } from './database.js';
import type { Address, AddressChange, AddressKind } from './records.js';

/** The addresses of accounts. Of any number of accounts that have one, at most one has it verified. */
export interface AddressStore {
  listAddresses(userId: string): Promise<Address[]>;
  /** Returns the account that has verified the address, and `userId` if that account has it, verified or not. */
  findOwners(address: string, userId: string | undefined): Promise<Address[]>;
}

/** A row of the table. */
export function readAddressRow(row: Row): Address {
  return {
    userId: row['user_id'] as string,
    kind: row['kind'] as AddressKind,
    address: row['address'] as string,
    verifiedAt: row['verified_at'] as number | null,
  };
}

/** Lists the addresses of the account. */
export const listAddressesStatement = (userId: string): Statement => ({
  sql: 'select * from addresses where user_id = ? order by kind',
  values: [userId],
});

/** Replaces the account's address of this kind, or removes it. The same address again stays verified. */
export function changeAddressStatement(userId: string, { kind, address }: AddressChange): Statement {
  if (address === null)
    return { sql: 'delete from addresses where user_id = ? and kind = ? returning kind', values: [userId, kind] };
  return {
    sql: `insert into addresses (user_id, kind, address) values (?, ?, ?) on conflict (user_id, kind) do update set
      verified_at = case when addresses.address = excluded.address then addresses.verified_at else null end, address = excluded.address returning kind`,
    values: [userId, kind, address],
  };
}

/** Fails the transaction unless the account has this address verified, and makes a concurrent change of it wait. */
export function holdVerifiedAddressStatement(userId: string, address: string): Statement {
  return {
    sql: 'update addresses set verified_at = verified_at where user_id = ? and address = ? and verified_at is not null returning kind',
    values: [userId, address],
    required: true,
  };
}

/**
 * Marks the address of the account as verified at `now`; fails the transaction when it has another by now, or another
 * account has this one verified.
 */
export function verifyAddressStatement(userId: string, address: string, now: number): Statement {
  return {
    sql: `update addresses set verified_at = ? where user_id = ? and address = ?
      and not exists (select 1 from addresses others where others.address = ? and others.user_id <> ? and others.verified_at is not null) returning kind`,
    values: [now, userId, address, address, userId],
    required: true,
  };
}

/** The operations on addresses, over an open database. */
export function createAddressStore(database: Database): AddressStore {
  return {
    async listAddresses(userId) {
      return (await database.query(listAddressesStatement(userId))).map(readAddressRow);
    },

    async findOwners(address, userId) {
      const sql = 'select * from addresses where address = ? and (verified_at is not null or user_id = ?)';
      return (await database.query({ sql, values: [address, userId ?? ''] })).map(readAddressRow);
    },
  };
}
