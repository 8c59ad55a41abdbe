import { LatchError } from '../base/client/errors.js';
import type { RecordChange } from './sealed-records.js';

/** How many records, and how many bytes, go out together. */
const maxBatchRecords = 10_000;
const maxBatchBytes = 16_777_216;

interface Write {
  changes: readonly RecordChange[];
  durability: IDBTransactionDurability;
  resolve(): void;
  reject(reason: unknown): void;
}

/**
 * Collects changes during a pending write, and writes them in one transaction: the ledger, the locks and the disk cost
 * the same for one record as for many.
 */
export class WriteQueue {
  readonly #flush: (changes: readonly RecordChange[], durability: IDBTransactionDurability) => Promise<void>;
  #waiting: Write[] = [];
  #isFlushing = false;

  constructor(flush: (changes: readonly RecordChange[], durability: IDBTransactionDurability) => Promise<void>) {
    this.#flush = flush;
  }

  /**
   * Resolves when all of `changes` are stored; with `strict` on the disk, and with them all that goes along. Those of
   * one call are never parted.
   */
  add(changes: readonly RecordChange[], durability: IDBTransactionDurability): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ changes, durability, resolve, reject });
      void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    // Everything written in the same task is included.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const writes = this.#takeSome();
      const outcome = await this.#store(writes);
      // Where not all of them have room, some may have it: those that delete something.
      const isSplit = writes.length > 1 && outcome instanceof LatchError && outcome.code === 'storage_full';
      for (const write of writes) {
        const error = isSplit ? await this.#store([write]) : outcome;
        error === undefined ? write.resolve() : write.reject(error);
      }
    }
    this.#isFlushing = false;
  }

  /** Resolves with the error, if there is one. */
  #store(writes: readonly Write[]): Promise<unknown> {
    const isStrict = writes.some(({ durability }) => durability === 'strict');
    return this.#flush(lastOfEach(writes), isStrict ? 'strict' : 'relaxed').then(
      () => undefined,
      (reason: unknown) => reason,
    );
  }

  #takeSome(): Write[] {
    let records = 0;
    let bytes = 0;
    const fits = ({ changes }: Write, index: number) => {
      records += changes.length;
      for (const { content } of changes) bytes += content?.plaintext.byteLength ?? 0;
      return index === 0 || (records <= maxBatchRecords && bytes <= maxBatchBytes);
    };
    const end = this.#waiting.findIndex((write, index) => !fits(write, index));
    return this.#waiting.splice(0, end < 0 ? Infinity : end);
  }
}

/** Of several changes of one record the last one counts. */
function lastOfEach(writes: readonly Write[]): RecordChange[] {
  const last = new Map<string, RecordChange>();
  for (const change of writes.flatMap(({ changes }) => changes))
    last.set(JSON.stringify([change.store, change.id]), change);
  return [...last.values()];
}
