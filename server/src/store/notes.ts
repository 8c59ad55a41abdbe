import type { Database, Row, Statement } from './database.js';
import { holdOwnSessionStatement } from './session-statements.js';

/** A note of a user. `version` is another one after each change. */
export interface Note {
  id: string;
  title: string;
  text: string;
  version: string;
  /** Epoch milliseconds. */
  changedAt: number;
}

/** The precondition of a change: the note is absent, exists in any version, or exists in exactly this version. */
export type Precondition = 'absent' | 'present' | { version: string };

/** What a change has come to. */
export interface NoteOutcome {
  status: 200 | 201 | 204;
  version: string | null;
  changedAt: number;
}

/**
 * What names one request of a user, so that it has its effect once however often it arrives. `fingerprint` stands for
 * all that it asks for.
 */
export interface RequestKey {
  key: string;
  fingerprint: string;
  /** How long it is remembered, epoch milliseconds. */
  expires: number;
}

/** A change of one note. */
export interface NoteChange {
  sessionId: string;
  userId: string;
  /** The user handle of the user whose change it is, where the request names one. */
  owner: string | undefined;
  id: string;
  /** What is to be there afterwards; null for nothing. */
  content: { title: string; text: string } | null;
  precondition: Precondition;
  version: string;
  request: RequestKey | undefined;
}

/**
 * Why a change did not happen: the session is over, or that of another user than the owner of the change; the key
 * names another request; the precondition does not hold; or the user has as many notes as an account may have.
 */
export type NoteRefusal = 'signed-out' | 'wrong-account' | 'key-reused' | 'conflict' | 'full';

/** How many notes a user may have, and how many answers to repeated writes are kept for them. */
export interface NotesAtMost {
  notes: number;
  requests: number;
}

/** The notes of people, and which requests have changed them. */
export interface NoteStore {
  /** All notes of a user, in the order of their ids. */
  listNotes(userId: string): Promise<Note[]>;
  findNote(userId: string, id: string): Promise<Note | undefined>;
  /**
   * Changes a note, or says what it has come to when the same request did so before. Of any number of changes of one
   * version at once exactly one happens.
   */
  changeNote(change: NoteChange, now: number, atMost: NotesAtMost): Promise<NoteOutcome | NoteRefusal>;
}

function readNote(row: Row): Note {
  return {
    id: row['id'] as string,
    title: row['title'] as string,
    text: row['text'] as string,
    version: row['version'] as string,
    changedAt: row['changed_at'] as number,
  };
}

/** Makes the change; fails the transaction when the note is not what the precondition says. */
function changeStatement({ userId, id, content, precondition, version }: NoteChange, now: number): Statement {
  if (precondition === 'absent') {
    return {
      sql: `insert into notes (user_id, id, title, text, version, changed_at) values (?, ?, ?, ?, ?, ?)
        on conflict (user_id, id) do nothing returning id`,
      values: [userId, id, content?.title ?? '', content?.text ?? '', version, now],
      required: true,
    };
  }
  const [condition, expected] = precondition === 'present' ? ['', []] : [' and version = ?', [precondition.version]];
  if (!content)
    return {
      sql: `delete from notes where user_id = ? and id = ?${condition} returning id`,
      values: [userId, id, ...expected],
      required: true,
    };
  return {
    sql: `update notes set title = ?, text = ?, version = ?, changed_at = ? where user_id = ? and id = ?${condition} returning id`,
    values: [content.title, content.text, version, now, userId, id, ...expected],
    required: true,
  };
}

/** What a change comes to that happens. */
function outcomeOf({ content, precondition, version }: NoteChange, now: number): NoteOutcome {
  if (!content) return { status: 204, version: null, changedAt: now };
  return { status: precondition === 'absent' ? 201 : 200, version, changedAt: now };
}

/** The operations on notes, over an open database. */
export function createNoteStore(database: Database): NoteStore {
  const findOutcome = async (
    userId: string,
    { key, fingerprint }: RequestKey,
  ): Promise<NoteOutcome | 'key-reused' | undefined> => {
    const [row] = await database.query({
      sql: 'select * from note_requests where user_id = ? and key = ?',
      values: [userId, key],
    });
    if (!row) return undefined;
    if (row['fingerprint'] !== fingerprint) return 'key-reused';
    return {
      status: row['status'] as NoteOutcome['status'],
      version: row['version'] as string | null,
      changedAt: row['changed_at'] as number,
    };
  };

  return {
    async listNotes(userId) {
      return (await database.query({ sql: 'select * from notes where user_id = ? order by id', values: [userId] })).map(
        readNote,
      );
    },

    async findNote(userId, id) {
      const [row] = await database.query({
        sql: 'select * from notes where user_id = ? and id = ?',
        values: [userId, id],
      });
      return row && readNote(row);
    },

    async changeNote(change, now, atMost) {
      const { sessionId, userId, owner, precondition, request } = change;
      const outcome = outcomeOf(change, now);
      const steps: [NoteRefusal, Statement][] = [['signed-out', holdOwnSessionStatement(sessionId, userId, now)]];
      if (owner !== undefined) {
        const sql = 'select id from users where id = ? and handle = ?';
        steps.push(['wrong-account', { sql, values: [userId, owner], required: true }]);
      }
      if (request) {
        const { key, fingerprint, expires } = request;
        steps.push([
          'key-reused',
          {
            sql: `insert into note_requests (user_id, key, fingerprint, status, version, changed_at, expires) values (?, ?, ?, ?, ?, ?, ?)
              on conflict (user_id, key) do nothing returning key`,
            values: [userId, key, fingerprint, outcome.status, outcome.version, now, expires],
            required: true,
          },
        ]);
        steps.push([
          'key-reused',
          {
            sql: `delete from note_requests where user_id = ? and changed_at <
              (select changed_at from note_requests where user_id = ? order by changed_at desc limit 1 offset ?) returning key`,
            values: [userId, userId, atMost.requests - 1],
          },
        ]);
      }
      if (precondition === 'absent') {
        // Simultaneous creations wait here, so that no user exceeds the limit.
        steps.push([
          'full',
          { sql: 'update users set id = id where id = ? returning id', values: [userId], required: true },
        ]);
      }
      steps.push(['conflict', changeStatement(change, now)]);
      if (precondition === 'absent') {
        const sql = 'select id from users where id = ? and (select count(*) from notes where user_id = ?) <= ?';
        steps.push(['full', { sql, values: [userId, userId, atMost.notes], required: true }]);
      }
      const done = await database.transact(steps.map(([, statement]) => statement));
      if (done.committed) return outcome;
      const [refusal] = steps[done.refusedBy]!;
      return refusal === 'key-reused' ? ((await findOutcome(userId, request!)) ?? 'key-reused') : refusal;
    },
  };
}
