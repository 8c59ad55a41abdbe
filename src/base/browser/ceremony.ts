import { abortError, LatchError, unlessAborted } from '../client/errors.js';
import { pageWide } from './page-wide.js';

/** The ceremonies that wait for a turn, by rank: the highest comes first. */
const rank = { ambient: 0, calm: 1, modal: 2 };

/**
 * How much of the user's attention a ceremony asks for: `ambient` waits in autofill, `modal` answers a click; `calm`
 * asks for none, and interrupts no other ceremony.
 */
export type CeremonyMode = keyof typeof rank;

/**
 * Which turn a ceremony needs: the member of `CredentialRequestOptions` that it uses. Different kinds may be pending at
 * the same time.
 */
export type TurnKind = 'publicKey' | 'password' | 'identity' | 'otp' | 'digital';

/**
 * One request to the browser, and what follows. It must end when `signal` aborts; the turn is taken from it 500 ms later
 * if it does not. It calls `commit` once the browser has answered, if the answer goes to the backend: from then on no
 * other ceremony ends it, because the backend may already have signed the user in.
 */
export type Ceremony<Result> = (signal: AbortSignal, commit: () => void) => Promise<Result>;

/** How a ceremony takes its turn. */
export interface CeremonyOptions {
  mode: CeremonyMode;
  /** Defaults to `publicKey`. */
  kind?: TurnKind;
  /** Ends the ceremony, or its wait for a turn. */
  signal?: AbortSignal | undefined;
}

/** How long an aborted ceremony may take to release the browser before it is abandoned, in ms. */
const settleTimeout = 500;

/**
 * Runs `ceremony` as soon as it is the only one of its kind on the page. A modal ceremony ends the running one and
 * replaces it; an ambient one waits its turn. A calm one replaces an ambient or another calm one, and waits for a modal
 * one. All of them wait for one that has committed. Every copy of Latchkey on the page shares the same turns.
 *
 * @throws {LatchError} `superseded` if a later ceremony took this one's place; `aborted`, or the signal's reason if
 *   that is a LatchError, if `signal` was aborted. Other rejections of `ceremony` are passed on.
 * @see {@link https://www.w3.org/TR/credential-management-1/#algorithm-request Credential Management, Request a
 *   Credential}
 */
export async function run<Result>(
  ceremony: Ceremony<Result>,
  { mode, kind = 'publicKey', signal }: CeremonyOptions,
): Promise<Result> {
  const displaced = new AbortController();
  const ending = signal ? AbortSignal.any([signal, displaced.signal]) : displaced.signal;
  const turn: Turn = {
    mode,
    signal: ending,
    supersede: () => displaced.abort(new LatchError('superseded', 'Superseded.')),
  };
  const leave = await queueFor(kind)(turn);
  if (ending.aborted) leave();
  let timer: ReturnType<typeof setTimeout> | undefined;
  ending.onabort = () => (timer = setTimeout(leave, settleTimeout));
  // An abort rejects the caller's promise at once, even if the browser ignores it.
  return unlessAborted(ending, async () => {
    try {
      return await ceremony(ending, () => (turn.supersede = () => {}));
    } finally {
      ending.onabort = null;
      clearTimeout(timer);
      leave();
    }
  });
}

/** A ceremony as its neighbours see it, whichever copy of Latchkey they come from. */
interface Turn {
  readonly mode: CeremonyMode;
  /** Aborts when the ceremony, or its wait, ends early. */
  signal: AbortSignal;
  /** Ends the ceremony because a later one needs its place. Does nothing once the ceremony keeps its turn. */
  supersede(): void;
}

/**
 * Resolves with a function that gives the turn back; calling it again does nothing. Rejects once the turn's signal
 * aborts.
 */
type Queue = (turn: Turn) => Promise<() => void>;

/** The page's only queue for one kind of ceremony. */
function queueFor(kind: TurnKind): Queue {
  return (pageWide()[kind] ??= createQueue()) as Queue;
}

function createQueue(): Queue {
  let running: Turn | undefined;
  const waiting = new Map<Turn, () => void>();

  const admitNext = () => {
    // Of those alike the one that has waited longest comes first: sorting keeps their order.
    if (!running) [...waiting].sort(([one], [other]) => rank[other.mode] - rank[one.mode])[0]?.[1]();
  };

  return (turn) =>
    new Promise((resolve, reject) => {
      const leave = () => {
        if (running !== turn) return;
        running = undefined;
        admitNext();
      };
      const giveUp = () => {
        waiting.delete(turn);
        reject(abortError(turn.signal));
      };
      if (turn.signal.aborted) return giveUp();
      // Once it has the turn, this does nothing, and the ceremony replaces it by its own.
      turn.signal.onabort = giveUp;
      if (turn.mode !== 'ambient') {
        if (running && rank[running.mode] <= rank[turn.mode]) running.supersede();
        for (const other of waiting.keys()) if (other.mode === turn.mode) other.supersede();
      }
      waiting.set(turn, () => {
        waiting.delete(turn);
        running = turn;
        resolve(leave);
      });
      admitNext();
    });
}
