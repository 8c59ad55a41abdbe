import { LatchError } from '../base/client/errors.js';
import type { ServerAnswer } from '../base/client/exchange.js';
import { copyValue } from '../base/json-value.js';
import { checkUser } from './check-user.js';
import { copyChange } from './check-write.js';
import { forgetWrite, keepWrite, type Precondition, type QueuedWrite, type SealedChange } from './queued-write.js';
import type { ReplayContext } from './replay.js';
import { readTheirs } from './send-write.js';

/** What a user may decide about a write that was refused. */
export type Choice = 'mine' | 'theirs' | 'drop';

/** Changes the queue while no other code changes it. */
type InOrder = (work: () => Promise<void>) => Promise<void>;

/** What goes along with a decision. */
export interface SettleOptions {
  /** With `mine`: the content to send instead, such as both versions merged. The write gets a new key then. */
  body?: unknown;
  /** With `drop` and `theirs`: also drops the writes of the same ordered batch that come later. */
  withRest?: boolean;
  /** Changes of the app in the vault, which are stored together with the decision, or neither. */
  changes?: readonly SealedChange[];
}

/**
 * Does what the user has decided about a write that was refused. One that is not in the queue any more, or not
 * refused, was decided about elsewhere: nothing happens.
 *
 * @throws {TypeError} naming what is wrong with the options.
 * @throws {LatchError} `unauthenticated`, `wrong_account`, `rejected`; what {@link readTheirs} throws. Nothing is
 *   changed then.
 */
export async function settleWrite(
  context: ReplayContext,
  id: string,
  choice: Choice,
  options: SettleOptions,
  inOrder: InOrder,
): Promise<void> {
  const { vault, queue, whenTheirs } = context;
  const { body, changes, withRest } = checkOptions(choice, options);
  const write = await queue.read(id);
  if (!write || write.state === 'waiting') return;
  // Another tab may have decided while the server was asked. Places in the order are given again, keys are not.
  const settle = (find: () => readonly SealedChange[] | Promise<readonly SealedChange[]>) =>
    inOrder(async () => {
      const present = queue.get(id);
      if (present?.key === write.key && present.state !== 'waiting') await vault.write([...(await find()), ...changes]);
    });
  const rest = () => (withRest ? queue.restOf(write) : []);
  if (choice === 'drop') return settle(() => giveUp(context, [write, ...rest()]));
  if (choice === 'theirs') {
    const theirs = await whenTheirs(write, await askForTheirs(context, write));
    return settle(async () => {
      const gone = [write, ...queue.continuationsOf(write)];
      const ids = new Set(gone.map((one) => one.id));
      const others = rest().filter((one) => !ids.has(one.id));
      return [...gone.map(forgetWrite), ...(await giveUp(context, others)), ...theirs];
    });
  }
  const { refusal: _over, response: _read, stream, ...unsettled } = write;
  const content = body === undefined ? stream && { stream } : { body };
  const edited: QueuedWrite = { ...unsettled, state: 'waiting', ...content };
  const key = crypto.randomUUID();
  // With the same content it keeps its key: the server may have made it, although the answer was a refusal.
  if (write.state === 'failed') return settle(() => [keepWrite({ ...edited, ...(body !== undefined && { key }) })]);
  const { status, etag } = await askForTheirs(context, write);
  const isGone = status !== 200;
  if (isGone && write.method === 'DELETE') return settle(() => giveUp(context, [{ ...write, precondition: 'absent' }]));
  const precondition: Precondition | undefined = isGone ? 'absent' : etag === undefined ? undefined : { etag };
  return settle(() => [keepWrite({ ...edited, key, precondition })]);
}

function checkOptions(choice: Choice, { body, withRest = false, changes = [] }: SettleOptions) {
  if (!['mine', 'theirs', 'drop'].includes(choice)) throw new TypeError('"choice" must be mine, theirs or drop');
  if (body !== undefined && choice !== 'mine') throw new TypeError('"body" goes with "mine" only');
  if (typeof withRest !== 'boolean' || (withRest && choice === 'mine'))
    throw new TypeError('"withRest" must be a boolean, and goes with "theirs" and "drop" only');
  return { body: body === undefined ? body : copyValue('body', body), withRest, changes: changes.map(copyChange) };
}

/**
 * The changes that drop writes. What was to build on one that never happens takes its place, and keeps its own
 * precondition if that one had none.
 *
 * @param gone In the order of the queue.
 */
async function giveUp({ queue }: ReplayContext, gone: readonly QueuedWrite[]): Promise<SealedChange[]> {
  const ids = new Set(gone.map(({ id }) => id));
  const paths = new Set<string>();
  const changes = gone.map(forgetWrite);
  for (const write of gone) {
    if (paths.has(write.path)) continue;
    paths.add(write.path);
    const { precondition, isContinuation } = write;
    const [next] = queue.continuationsOf(write, ids);
    const continuation = next && precondition && (await queue.read(next.id));
    if (continuation) changes.push(keepWrite({ ...continuation, precondition, isContinuation }));
  }
  return changes;
}

/**
 * Fetches the server's version as its owner: another user's data at the same path must not end up in this vault.
 *
 * @throws {LatchError} `unauthenticated`, `wrong_account`, `rejected`; what {@link readTheirs} throws.
 */
export async function askForTheirs(context: ReplayContext, { path }: Pick<QueuedWrite, 'path'>): Promise<ServerAnswer> {
  const { client, owner, signal } = context;
  const presence = await checkUser(client, owner, signal);
  if (presence !== 'same-user')
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
