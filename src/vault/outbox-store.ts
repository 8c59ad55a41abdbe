/** The store of a vault in which the outbox keeps its writes: one row each, which can be counted without a key. */
export const outboxStore = 'latchkey.outbox';
