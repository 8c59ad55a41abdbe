import { listSessions, type ListedSession } from './list-sessions.js';
import { PersonalList, type PersonalListHost } from './personal-list.js';

export type { ListedSession } from './list-sessions.js';

/** Follows the sessions of the person who is signed in, that of this device first, for one view. */
export class SessionList extends PersonalList<ListedSession> {
  constructor(host: PersonalListHost) {
    super(host, (client, signal) => listSessions({ client, signal }));
  }
}
