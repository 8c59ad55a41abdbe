import { LatchError, readSession, type Client } from 'latchkey/session';
import type { Note, NotePath } from './note.js';

/** What the server has, compared with what is kept. */
export interface Download {
  /** All notes that there are. */
  present: ReadonlySet<NotePath>;
  /** Those of which another version is kept, or none. */
  changed: ReadonlyMap<NotePath, { note: Note; etag: string }>;
}

/** How many notes are fetched in parallel. */
const atOnce = 6;

/**
 * Fetches the signed-in user's notes, only those whose stored version is outdated.
 *
 * @throws {LatchError} `network`, `unauthenticated` or `bad_response`. Nothing is half fetched then.
 */
export async function downloadNotes(client: Client, kept: ReadonlyMap<string, string>): Promise<Download> {
  const listed = (await (await ask(client, '/notes')).json()) as { notes: { id: string; etag: string }[] };
  const paths = listed.notes.map(({ id, etag }) => ({ path: `/notes/${id}` as const, etag }));
  const wanted = paths.filter(({ path, etag }) => kept.get(path) !== etag).map(({ path }) => path);
  const changed = new Map<NotePath, { note: Note; etag: string }>();
  for (let start = 0; start < wanted.length; start += atOnce) {
    await Promise.all(
      wanted.slice(start, start + atOnce).map(async (path) => {
        const response = await ask(client, path);
        // it may have been deleted since the list was made; the next one will tell
        if (response.status === 404) return;
        const { title, text, changedAt } = (await response.json()) as Note;
        changed.set(path, {
          note: { title, text, ...(changedAt !== undefined && { changedAt }) },
          etag: response.headers.get('etag')!,
        });
      }),
    );
  }
  return { present: new Set(paths.map(({ path }) => path)), changed };
}

/**
 * Makes sure that this user is signed in, before something of the server is kept with what is theirs.
 *
 * @throws {LatchError} `wrong_account`, `unauthenticated`, `network`.
 */
export async function expectPerson(client: Client, userId: string): Promise<void> {
  const session = await readSession(client);
  if (session.status === 'signed-out') throw new LatchError('unauthenticated', 'The session has ended.');
  if (session.user?.id !== userId) throw new LatchError('wrong_account', 'Another person is signed in.');
}

async function ask({ baseUrl }: Client, path: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(new URL(path, baseUrl), { cache: 'no-store' });
  } catch (cause) {
    throw new LatchError('network', `${path} did not respond.`, { cause, retryable: true });
  }
  if (response.ok || response.status === 404) return response;
  throw new LatchError(
    response.status === 401 ? 'unauthenticated' : 'bad_response',
    `${path} answered ${response.status}.`,
    { retryable: response.status >= 500 },
  );
}
