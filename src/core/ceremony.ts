import { abortError, LatchError, unlessAborted } from './errors.js';

/** How much of the person's attention a ceremony asks for: `ambient` waits in autofill, `modal` answers a click. */
export type CeremonyMode = 'ambient' | 'modal';

/** Which turn a ceremony needs: the member of `CredentialRequestOptions` it asks with. Different kinds may be pending side by side. */
export type CeremonyKind = 'publicKey' | 'password' | 'identity' | 'otp' | 'digital';

/** One request to the browser. It must end when `signal` aborts; the turn is taken from it 500 ms later if it does not. */
export type Ceremony<Result> = (signal: AbortSignal) => Promise<Result>;

export interface CeremonyOptions {
  mode: CeremonyMode;
  /** Defaults to `publicKey`. */
  kind?: CeremonyKind;
  /** Ends the ceremony, or its wait for a turn. */
  signal?: AbortSignal | undefined;
}

/** How long an aborted ceremony may take to let go of the browser before it is given up, in ms. */
const patience = 500;

/**
 * Runs `ceremony` as soon as it is the only one of its kind on the page. A modal ceremony ends the running one and takes its place; an ambient one waits its turn.
 * Every copy of Latchkey on the page shares the same turns.
 *
 * @throws {LatchError} `superseded` if a later modal ceremony took this one's place; `aborted`, or the signal's reason if that is a LatchError, if `signal` was aborted.
 * Whatever else `ceremony` rejects with is passed on.
 * @see {@link https://www.w3.org/TR/credential-management-1/#algorithm-request Credential Management, Request a Credential}
 */
export async function run<Result>(ceremony: Ceremony<Result>, { mode, kind = 'publicKey', signal }: CeremonyOptions): Promise<Result> {
  const displaced = new AbortController();
  const ending = AbortSignal.any(signal ? [signal, displaced.signal] : [displaced.signal]);
  const supersede = () => displaced.abort(new LatchError('superseded', 'A later ceremony took the place of this one.'));
  const leave = await turnstile().enter(kind, { mode, signal: ending, supersede });
  if (ending.aborted) leave();
  ending.addEventListener('abort', () => setTimeout(leave, patience));
  // An abort answers the caller at once, whatever the browser makes of it.
  return unlessAborted(ending, () => ceremony(ending).finally(leave));
}

/** A ceremony as its neighbours see it, whichever copy of Latchkey they come from. */
interface Turn {
  mode: CeremonyMode;
  /** Aborts when the ceremony, or its wait, is over before its time. */
  signal: AbortSignal;
  /** Ends the ceremony because a later one needs its place. */
  supersede(): void;
}

/** Resolves with a function that gives the turn back; calling it again does nothing. Rejects once the turn's signal aborts. */
interface Turnstile {
  enter(kind: string, turn: Turn): Promise<() => void>;
}

/** The page's only turnstile. The first copy of Latchkey puts it up; the name changes when its meaning does. */
function turnstile(): Turnstile {
  const page = globalThis as { [shared]?: Turnstile };
  return (page[shared] ??= createTurnstile());
}

const shared = Symbol.for('latchkey.turnstile.v1');

function createTurnstile(): Turnstile {
  const running = new Map<string, Turn>();
  const waiting = new Map<Turn, { kind: string; admit: () => void }>();

  const admitNext = (kind: string) => {
    if (running.has(kind)) return;
    const line = [...waiting].filter(([, place]) => place.kind === kind);
    const [turn, place] = line.find(([{ mode }]) => mode === 'modal') ?? line[0] ?? [];
    if (turn) waiting.delete(turn);
    place?.admit();
  };

  return {
    enter: (kind, turn) =>
      new Promise((resolve, reject) => {
        const leave = () => {
          if (running.get(kind) !== turn) return;
          running.delete(kind);
          admitNext(kind);
        };
        const admit = () => {
          running.set(kind, turn);
          resolve(leave);
        };
        const giveUp = () => {
          waiting.delete(turn);
          reject(abortError(turn.signal));
        };
        if (turn.signal.aborted) return giveUp();
        turn.signal.addEventListener('abort', giveUp);
        if (turn.mode === 'modal') {
          running.get(kind)?.supersede();
          for (const [other, place] of waiting) if (place.kind === kind && other.mode === 'modal') other.supersede();
        }
        waiting.set(turn, { kind, admit });
        admitNext(kind);
      }),
  };
}
