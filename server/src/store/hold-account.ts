import type { Statement } from './database.js';

/**
 * Changes nothing, but makes additions and removals of an account wait for each other, so that the second sees what the
 * first has left.
 */
export function holdAccountStatement(userId: string): Statement {
  return { sql: 'update users set name = name where id = ? returning id', values: [userId], required: true };
}
