/** How IndexedDB fails. */
export interface StorageFaults {
  /** The calls since the last `start`, by the names of their methods. */
  readonly calls: readonly string[];
  /** Whether nothing can be added, as on a full disk; the calls that this refuses fail beside the plan. */
  isFull: boolean;
  /** Has call number `at`, from 1, fail by `fail`, and with `isLasting` every later one too. */
  start(at: number, fail: Fault, isLasting: boolean): void;
  /** No call fails any more. */
  stop(): void;
  /** Gives the page its own IndexedDB back. */
  restore(): void;
}

/** Throws, or does something to what the browser answered. */
export type Fault = { throws: string } | { aborts: true } | { hangs: true };

type Method = (this: unknown, ...parameters: unknown[]) => unknown;

/** Puts itself before every method of IndexedDB that reads or writes. */
export function breakStorage(): StorageFaults {
  const methods: Array<[object, string]> = [
    [IDBFactory.prototype, 'open'],
    [IDBDatabase.prototype, 'transaction'],
    ...['get', 'getAll', 'getAllKeys', 'put', 'delete', 'clear'].map((name): [object, string] => [
      IDBObjectStore.prototype,
      name,
    ]),
  ];
  const calls: string[] = [];
  let plan: { at: number; fail: Fault; isLasting: boolean } | undefined;
  const originals = methods.map(([prototype, name]) => {
    const original = (prototype as Record<string, Method>)[name]!;
    (prototype as Record<string, Method>)[name] = function (...parameters) {
      calls.push(name);
      if (faults.isFull && name === 'put') throw new DOMException('Injected.', 'QuotaExceededError');
      const isDue = plan && (plan.isLasting ? calls.length >= plan.at : calls.length === plan.at);
      return isDue ? spoil(plan!.fail, () => original.apply(this, parameters)) : original.apply(this, parameters);
    };
    return () => Object.assign(prototype, { [name]: original });
  });
  const faults: StorageFaults = {
    calls,
    isFull: false,
    start(at, fail, isLasting) {
      calls.length = 0;
      plan = { at, fail, isLasting };
    },
    stop() {
      plan = undefined;
    },
    restore() {
      for (const restore of originals) restore();
    },
  };
  return faults;
}

function spoil(fault: Fault, call: () => unknown): unknown {
  if ('throws' in fault) throw new DOMException('Injected.', fault.throws);
  const answer = call() as (IDBRequest | IDBTransaction) & Partial<IDBRequest>;
  // What never tells that it has ended, hangs.
  if ('hangs' in fault) Object.assign(answer, { addEventListener: () => {} });
  else if (answer instanceof IDBTransaction) answer.abort();
  else if (answer.transaction) answer.transaction.abort();
  return answer;
}

/**
 * Has the browser say nothing of the next transaction that writes to `store`, once that is stored, and drop the connection
 * if `isDropped`. Resolves when it is stored.
 */
export function storeInSilence(store: string, { isDropped }: { isDropped: boolean }): Promise<void> {
  const prototype = IDBObjectStore.prototype as unknown as Record<string, Method>;
  const originals = ['put', 'add', 'delete'].map((name) => [name, prototype[name]!] as const);
  return new Promise((resolve) => {
    const watch = ({ name, transaction }: IDBObjectStore) => {
      if (name !== store) return;
      Object.assign(prototype, Object.fromEntries(originals));
      const { db } = transaction;
      // Before the listeners of the transaction, which were there first.
      const silence = (event: Event) => {
        if (event.target !== transaction) return;
        event.stopPropagation();
        db.removeEventListener('complete', silence, { capture: true });
        if (isDropped) db.dispatchEvent(new Event('close'));
        resolve();
      };
      db.addEventListener('complete', silence, { capture: true });
    };
    for (const [name, original] of originals)
      prototype[name] = function (...parameters) {
        watch(this as IDBObjectStore);
        return original.apply(this, parameters);
      };
  });
}
