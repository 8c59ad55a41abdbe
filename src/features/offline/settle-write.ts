import { LatchError } from '../../core/errors.js';
import { checkPerson } from './check-person.js';
import { forgetWrite, keepWrite, type Precondition, type QueuedWrite, type SealedChange } from './queued-write.js';
import type { ReplayContext } from './replay.js';
import { readTheirs, type ServerAnswer } from './send-write.js';

/** What a person may decide about a write that was refused. */
export type Choice = 'mine' | 'theirs' | 'drop';

/** Changes the queue while no other code changes it. */
type InOrder = (work: () => Promise<void>) => Promise<void>;

/**
 * Does what the person has decided about a write that was refused. One that is not in the queue any more, or not
 * refused, was decided about elsewhere: nothing happens.
 *
 * @throws {LatchError} `unauthenticated`, `wrong_account`, `rejected`; what {@link readTheirs} throws. Nothing is
 *   changed then.
 */
export async function settleWrite(context: ReplayContext, id: string, choice: Choice, inOrder: InOrder): Promise<void> {
  const { vault, queue, whenTheirs } = context;
  const write = await queue.read(id);
  if (!write || write.state === 'waiting') return;
  // Another tab may have decided while the server was asked. Places in the order are given again, keys are not.
  const settle = (find: () => readonly SealedChange[] | Promise<readonly SealedChange[]>) =>
    inOrder(async () => {
      const present = queue.get(id);
      if (present?.key === write.key && present.state !== 'waiting') await vault.write(await find());
    });
  const giveUp = async ({ precondition, isContinuation }: QueuedWrite) => {
    // What was to build on a write that never happens takes its place.
    const continuation = await queue.readContinuation(write);
    return [
      forgetWrite(write),
      ...(continuation ? [keepWrite({ ...continuation, precondition, isContinuation })] : []),
    ];
  };
  if (choice === 'drop') return settle(() => giveUp(write));
  if (choice === 'theirs') {
    const changes = await whenTheirs(write, await askForTheirs(context, write));
    return settle(() => [write, ...queue.continuationsOf(write)].map(forgetWrite).concat(changes));
  }
  const { refusal: _over, ...rest } = write;
  // With the same content it keeps its key: the server may have made it, although the answer was a refusal.
  if (write.state === 'failed') return settle(() => [keepWrite({ ...rest, state: 'waiting' })]);
  const { status, etag } = await askForTheirs(context, write);
  const isGone = status !== 200;
  if (isGone && write.method === 'DELETE') return settle(() => giveUp({ ...write, precondition: 'absent' }));
  const precondition: Precondition | undefined = isGone ? 'absent' : etag === undefined ? undefined : { etag };
  return settle(() => [keepWrite({ ...rest, state: 'waiting', key: crypto.randomUUID(), precondition })]);
}

/**
 * Fetches the server's version as its owner: another user's data at the same path must not end up in this vault.
 *
 * @throws {LatchError} `unauthenticated`, `wrong_account`, `rejected`; what {@link readTheirs} throws.
 */
export async function askForTheirs(context: ReplayContext, { path }: Pick<QueuedWrite, 'path'>): Promise<ServerAnswer> {
  const { client, owner, signal } = context;
  const presence = await checkPerson(client, owner, signal);
  if (presence !== 'same-person')
    throw new LatchError(
      presence === 'signed-out' ? 'unauthenticated' : 'wrong_account',
      'The owner of the change is not signed in.',
    );
  const answer = await readTheirs(context, path, owner);
  if (answer.status === 401) throw new LatchError('unauthenticated', `${path} returned 401.`);
  if (![200, 404, 410].includes(answer.status))
    throw new LatchError('rejected', `${path} returned ${answer.status}.`, { cause: answer.body });
  return answer;
}
