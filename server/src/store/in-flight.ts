import type { Statement } from './database.js';
import { leavePendingStatements } from './pending-sign-ins.js';

/**
 * Ends what a user has begun and not finished, in the transaction that ends their sessions or changes what these began
 * with: sign-ins that wait, hand-offs that they have approved or proven, flows at a provider, and codes. Grants are left. It
 * comes before the statements that end sessions, which then see what was just finished.
 */
export function endInFlightStatements(userId: string): Statement[] {
  return [
    ...leavePendingStatements('user_id = ?', [userId]),
    ...['user_id = ?', '(issuer, subject) in (select issuer, subject from identities where user_id = ?)'].map(
      (isTheirs) => ({
        sql: `update hand_offs set status = 'ended' where status in ('proven', 'confirmed', 'taken') and ${isTheirs} returning id`,
        values: [userId],
      }),
    ),
    { sql: 'delete from flows where user_id = ? returning state', values: [userId] },
    { sql: 'delete from codes where user_id = ? returning hash', values: [userId] },
  ];
}
