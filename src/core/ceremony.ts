import { abortError, LatchError } from './errors.js';

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
  const ending = new AbortController();
  const follow = () => ending.abort(abortError(signal!));
  if (signal?.aborted) throw abortError(signal);
  signal?.addEventListener('abort', follow);
  const turn: Turn = {
    mode,
    signal: ending.signal,
    supersede: () => ending.abort(new LatchError('superseded', 'A later ceremony took the place of this one.')),
  };
  try {
    const leave = await turnstile().enter(kind, turn);
    return await attend(ceremony, ending.signal, leave);
  } finally {
    signal?.removeEventListener('abort', follow);
  }
}

/** Runs a ceremony that has its turn, and leaves when the browser has let go of it. An abort answers the caller at once, whatever the browser does. */
function attend<Result>(ceremony: Ceremony<Result>, signal: AbortSignal, leave: () => void): Promise<Result> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      reject(signal.reason);
      setTimeout(leave, patience);
    };
    if (signal.aborted) {
      leave();
      reject(signal.reason);
    } else {
      signal.addEventListener('abort', giveUp);
      ceremony(signal).then(resolve, reject).finally(leave);
    }
  });
}

/** A ceremony as its neighbours see it, whichever copy of Latchkey they come from. */
interface Turn {
  mode: CeremonyMode;
  /** Aborts when the ceremony, or its wait, is over before its time. */
  signal: AbortSignal;
  /** Ends the ceremony because a later one needs its place. */
  supersede(): void;
}

/** Resolves with a function that gives the turn back; calling it again does nothing. Rejects with the reason of the turn's signal. */
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
  const waiting = new Map<string, { turn: Turn; admit: () => void }[]>();

  const admitNext = (kind: string) => {
    const line = waiting.get(kind);
    if (running.has(kind) || !line?.length) return;
    const modal = line.findIndex(({ turn }) => turn.mode === 'modal');
    line.splice(Math.max(modal, 0), 1)[0]!.admit();
  };

  return {
    enter: (kind, turn) =>
      new Promise((resolve, reject) => {
        const line = waiting.get(kind) ?? [];
        waiting.set(kind, line);
        const leave = () => {
          if (running.get(kind) !== turn) return;
          running.delete(kind);
          admitNext(kind);
        };
        const place = {
          turn,
          admit: () => {
            running.set(kind, turn);
            resolve(leave);
          },
        };
        turn.signal.addEventListener('abort', () => {
          const index = line.indexOf(place);
          if (index >= 0) line.splice(index, 1);
          reject(turn.signal.reason);
        });
        if (turn.mode === 'modal') {
          running.get(kind)?.supersede();
          for (const other of line.filter((place) => place.turn.mode === 'modal')) other.turn.supersede();
        }
        line.push(place);
        admitNext(kind);
      }),
  };
}
