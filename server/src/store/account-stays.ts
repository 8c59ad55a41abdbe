/**
 * A condition on a row of the table: its user, if it has one, has no account whose deletion is due. Such an account is
 * there until the next sweep. Takes the time, after the values of the conditions before it.
 */
export function accountStays(table: 'sessions' | 'pending_sign_ins'): string {
  return `not exists (select 1 from users where users.id = ${table}.user_id and users.deletes_at <= ?)`;
}
