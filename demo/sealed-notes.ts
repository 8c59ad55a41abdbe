import type { Client } from 'latchkey/session';
import { openOutbox, type Outbox, type SealedChange } from 'latchkey/offline';
import { listPasskeys } from 'latchkey/passkey';
import type { Vault } from 'latchkey/vault';
import { downloadNotes, expectPerson } from './download-notes.js';
import { nameOf, type Note, type NotePath } from './note.js';

const notes = 'notes';
const versions = 'versions';
const person = { store: 'person', id: 'userId' };

/** A user's notes in their vault, and the outbox with the changes that are not synced. */
export class SealedNotes {
  readonly outbox: Outbox;
  readonly #vault: Vault;
  readonly #client: Client;
  readonly #userId: string;

  private constructor(vault: Vault, client: Client, userId: string, outbox: Outbox) {
    this.#vault = vault;
    this.#client = client;
    this.#userId = userId;
    this.outbox = outbox;
  }

  /**
   * Opens the notes in a vault. The first time, it has to be found out whose they are, which takes a connection. What
   * was typed last and cut short goes into the outbox.
   *
   * @throws {LatchError} `wrong_account` if another user is signed in, `unauthenticated`, `network`; the errors of the
   *   vault.
   */
  static async open(vault: Vault, client: Client): Promise<SealedNotes> {
    const kept = await vault.get(person.store, person.id);
    const userId = typeof kept === 'string' ? kept : (await listPasskeys({ client })).userId;
    const outbox = await openOutbox({
      vault,
      client,
      userId,
      whenSent: ({ path, method }, { etag }) => [keep(versions, path, method === 'DELETE' ? undefined : etag)],
      whenTheirs: ({ path }, { status, etag, body }) => {
        const theirs = status === 200 ? (body as Note) : undefined;
        return [keep(notes, path, theirs && contentOf(theirs)), keep(versions, path, theirs && etag)];
      },
    });
    if (kept === undefined) await vault.write([{ ...person, value: userId }]);
    const sealed = new SealedNotes(vault, client, userId, outbox);
    for (const [path, { isDraft }] of await sealed.list()) if (isDraft) await sealed.send(path);
    return sealed;
  }

  /** All notes, the last changed first, including drafts. */
  list(): Promise<[NotePath, Note][]> {
    return this.#inTurn(() => this.#list());
  }

  /** Keeps what is being typed, so that it is not lost when the lock closes. */
  keepDraft(path: NotePath, text: string): Promise<void> {
    return this.#inTurn(async () => {
      const { title } = (await this.#read(path)) ?? { title: '' };
      await this.#vault.write([
        { store: notes, id: path, value: { title, text, changedAt: Date.now(), isDraft: true } },
      ]);
    });
  }

  /** Hands what was typed to the outbox, which sends it as soon as it can. Does nothing if nothing was. */
  send(path: NotePath): Promise<void> {
    return this.#inTurn(async () => {
      const note = await this.#read(path);
      if (!note?.isDraft) return;
      const { title, text } = note;
      await this.outbox.enqueue(
        {
          method: 'PUT',
          path,
          body: { title, text },
          precondition: () => this.#precondition(path),
          subject: nameOf(note),
        },
        [keep(notes, path, contentOf(note))],
      );
    });
  }

  /** Deletes a note, on this device at once, and on the server if it may have been sent. */
  remove(path: NotePath): Promise<void> {
    return this.#inTurn(async () => {
      const note = await this.#read(path);
      const isSent =
        (await this.#vault.get(versions, path)) !== undefined ||
        (await this.outbox.list()).some((write) => write.path === path);
      if (!note || !isSent) return this.#vault.write([keep(notes, path, undefined)]);
      await this.outbox.enqueue(
        { method: 'DELETE', path, precondition: () => this.#precondition(path), subject: nameOf(note) },
        [keep(notes, path, undefined)],
      );
    });
  }

  /**
   * Fetches the server's current notes. A note that was changed here, before or meanwhile, is not overwritten: the
   * outbox handles it.
   *
   * @throws {LatchError} `wrong_account` if another user is signed in, `unauthenticated`, `network`; the errors of the
   *   vault.
   */
  async refresh(): Promise<void> {
    const before = await this.#versions();
    await expectPerson(this.#client, this.#userId);
    const { present, changed } = await downloadNotes(this.#client, before);
    // another tab may have signed another user in meanwhile
    await expectPerson(this.#client, this.#userId);
    await this.#inTurn(async () => {
      const [now, mine, queue] = await Promise.all([this.#versions(), this.#list(), this.outbox.list()]);
      const own = new Set<string>([
        ...queue.map(({ path }) => path),
        ...mine.flatMap(([path, { isDraft }]) => (isDraft ? [path] : [])),
      ]);
      const isOurs = (path: NotePath) => own.has(path) || before.get(path) !== now.get(path);
      const news = [...changed]
        .filter(([path]) => !isOurs(path))
        .flatMap(([path, { note, etag }]) => [keep(notes, path, note), keep(versions, path, etag)]);
      const gone = mine
        .filter(([path]) => !present.has(path) && !isOurs(path))
        .flatMap(([path]) => [keep(notes, path, undefined), keep(versions, path, undefined)]);
      if (news.length + gone.length > 0) await this.#vault.write([...news, ...gone]);
    });
  }

  async #list(): Promise<[NotePath, Note][]> {
    const all = (await this.#vault.getAll(notes)) as Map<NotePath, Note>;
    return [...all]
      .filter(([path]) => path.startsWith('/notes/'))
      .sort(([, one], [, other]) => (other.changedAt ?? 0) - (one.changedAt ?? 0));
  }

  async #read(path: NotePath): Promise<Note | undefined> {
    return (await this.#vault.get(notes, path)) as Note | undefined;
  }

  async #versions(): Promise<Map<string, string>> {
    return (await this.#vault.getAll(versions)) as Map<string, string>;
  }

  async #precondition(path: NotePath) {
    const etag = await this.#vault.get(versions, path);
    return typeof etag === 'string' ? { etag } : ('absent' as const);
  }

  /**
   * One change of the copy after the other, in all tabs: what is typed in one must not be lost to what another has just
   * fetched.
   */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return navigator.locks.request(`demo.notes:${this.#vault.id}`, work) as Promise<Result>;
  }
}

/** The change of the vault after which a record has this value, or is not there. */
function keep(store: string, id: string, value: Note | string | undefined): SealedChange {
  return value === undefined ? { store, id, delete: true } : { store, id, value };
}

const contentOf = ({ title, text, changedAt }: Note): Note => ({
  title,
  text,
  ...(changedAt !== undefined && { changedAt }),
});
