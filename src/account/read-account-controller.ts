import { readAccount, type AccountAnswer } from './account.js';
import { LatchError } from '../base/client/errors.js';
import { PersonalList, type PersonalListHost } from '../session/personal-list.js';

export type { AccountAnswer } from './account.js';

/**
 * Follows the account of the user who is signed in, for one view. Its list has one item; it is empty where the backend
 * lacks `GET /account`, which the other chapters do not need.
 */
export class AccountOutline extends PersonalList<AccountAnswer> {
  constructor(host: PersonalListHost) {
    super(host, async (client, signal) => {
      try {
        return [await readAccount({ client, signal })];
      } catch (error) {
        if (error instanceof LatchError && error.code === 'unsupported') return [];
        throw error;
      }
    });
  }
}
