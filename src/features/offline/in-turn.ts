/**
 * Does `work` when nobody else does, in any tab of the origin: two tabs that change the queue at once must not number
 * two writes alike, or miss what one of them has left behind.
 *
 * @throws what `work` rejects with.
 */
export async function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  // There are no locks outside of secure contexts, and a page has no vault there.
  return navigator.locks.request(name, work) as Promise<Result>;
}
