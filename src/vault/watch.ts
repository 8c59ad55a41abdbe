import { LatchError } from '../base/client/errors.js';
import { listenToTabs } from './tabs.js';

/** What of a vault is needed to watch it. */
interface Watched<Changes> {
  readonly id: string;
  readonly locked: AbortSignal;
  getChanges(store: string, since?: unknown): Promise<Changes>;
}

/** Reads a store of `vault` now and after each change, until the vault is locked or `signal` aborts. */
export async function* watchStore<
  Changes extends { mark: unknown; isWhole: boolean; changed: ReadonlyMap<string, unknown> },
>(vault: Watched<Changes>, store: string, signal: AbortSignal | undefined): AsyncGenerator<Changes, void, undefined> {
  const over = new AbortController();
  const ending = AbortSignal.any([over.signal, vault.locked, ...(signal ? [signal] : [])]);
  let isStale = true;
  let wake = (): void => {};
  const note = () => {
    isStale = true;
    wake();
  };
  ending.addEventListener('abort', () => wake());
  listenToTabs(({ type, vault: name }) => type === 'changed' && name === vault.id && note(), ending, note);
  try {
    for (let mark: unknown, isFirst = true; !ending.aborted;) {
      if (!isStale) {
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      isStale = false;
      const read = await vault.getChanges(store, mark);
      ({ mark } = read);
      if (ending.aborted) return;
      if (isFirst || read.isWhole || read.changed.size > 0) yield read;
      isFirst = false;
    }
  } catch (error) {
    // A lock in the middle of a reading is the end, not a failure.
    if (!(error instanceof LatchError && vault.locked.aborted)) throw error;
  } finally {
    over.abort();
  }
}
