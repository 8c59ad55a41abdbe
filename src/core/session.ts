import { listen } from './channel.js';
import type { Client } from './client.js';
import { sessionEndpoint } from './contract/session.js';
import type { SessionAnswer } from './contract-types.js';
import { restoreKept } from './durable.js';
import { LatchError } from './errors.js';
import { finishSignOut } from './finish-sign-out.js';
import { noteSession } from './known-session.js';
import { watchPage } from './page.js';
import { reconcile, unfinishedSignOut } from './unfinished-sign-out.js';

/**
 * Who is signed in, by the backend's word. `unconfirmed`: the person has signed out on this device, and the backend
 * does not know it yet.
 */
export type SessionState = { readonly status: 'signed-out'; readonly unconfirmed?: true } | SignedInState;

/** A session of a person. */
export type SignedInState = { readonly status: 'signed-in'; readonly user?: SessionUser } & Readonly<
  Omit<SessionAnswer, 'signedIn' | 'user'>
>;

/** A person as `GET /session` describes them. Only `id` tells people apart; backends of version 0.1 lack it. */
export type SessionUser = Readonly<Omit<NonNullable<SessionAnswer['user']>, 'id'>> & { readonly id?: string };

/**
 * Asks the backend who is signed in. After a sign-out that the backend has not confirmed, the answer is that nobody is,
 * even while it cannot be reached; this page then sees to the confirmation.
 *
 * @throws {LatchError} what {@link Client.call} throws.
 */
export async function readSession(client: Client, signal?: AbortSignal): Promise<SessionState> {
  const restoring = restoreKept();
  let answer: SessionAnswer;
  try {
    answer = await client.call(sessionEndpoint, { signal });
    await restoring;
  } catch (error) {
    await restoring;
    if (signal?.aborted || !unfinishedSignOut(client)) throw error;
    return awaitConfirmation(client);
  }
  if (reconcile(client, answer)) return awaitConfirmation(client);
  const { signedIn, ...rest } = answer;
  if (!signedIn) return { status: 'signed-out' };
  const state: SignedInState = { status: 'signed-in', ...rest };
  noteSession(client, { person: state.user?.id, authTime: state.authTime });
  return state;
}

/**
 * Returns the opaque id of the person of a session, base64url.
 *
 * @throws {LatchError} `unsupported` if the backend sends none.
 */
export function personOf({ user }: SignedInState): string {
  if (user?.id === undefined) throw new LatchError('unsupported', 'The backend sends no "user.id" in GET /session.');
  return user.id;
}

function awaitConfirmation(client: Client): SessionState {
  void finishSignOut(client);
  return { status: 'signed-out', unconfirmed: true };
}

let signingOut: Promise<unknown> | undefined;

/**
 * Has those who watch the session of this page wait for a sign-out that it has begun itself: a page that shows itself
 * signed out removes the element that has yet to tell how it ended.
 */
export function holdWatchers(until: Promise<unknown>): void {
  const held = until
    .catch(() => {})
    .finally(() => {
      if (signingOut === held) signingOut = undefined;
    });
  signingOut = held;
}

/** Who is told, and for how long. */
export interface WatchSessionOptions {
  /**
   * Called with the first answer, with every other one that says something new, and with the first one after an error.
   */
  onChange(state: SessionState): void;
  /** The backend could not be asked; what was known is all that is known. */
  onError?(error: LatchError): void;
  signal: AbortSignal;
}

/**
 * Tells who is signed in: now, and whenever that has changed. Asks again when this tab or another one of the origin
 * says that somebody has signed in or out, when the page becomes visible or gets the focus,
 * so that it notices a session that was ended from elsewhere, and when it is back from the back-forward cache, where it
 * has heard nothing; until `signal` aborts.
 * What tabs say is only the occasion to ask the backend. An answer that a later question has overtaken is dropped.
 * Another person is a change, and so is another sign-in of the same one.
 */
export function watchSession(client: Client, { onChange, onError, signal }: WatchSessionOptions): void {
  let asked = 0;
  let answered = 0;
  let told: string | undefined;
  const ask = async () => {
    const mine = ++asked;
    const matters = () => mine === asked && !signal.aborted;
    let state: SessionState;
    if (signingOut) await signingOut;
    if (!matters()) return;
    try {
      state = await readSession(client, signal);
    } catch (error) {
      if (!matters()) return;
      answered = mine;
      told = undefined;
      onError?.(error as LatchError);
      return;
    }
    if (!matters()) return;
    answered = mine;
    const news = describe(state);
    if (news === told) return;
    told = news;
    onChange(state);
  };
  if (signal.aborted) return;
  void ask();
  listen(() => void ask(), signal);
  watchPage((event) => {
    // Becoming visible mostly comes with the focus: the question that is under way serves both.
    if (event === 'back' || (event === 'visible' && answered === asked)) void ask();
  }, signal);
}

/**
 * Everything of a state that is worth telling; that the session ends a little later after each request is not, and that
 * the backend knows of a sign-out by now is not either.
 */
function describe(state: SessionState): string {
  return JSON.stringify({ ...state, expires: undefined, unconfirmed: undefined });
}
