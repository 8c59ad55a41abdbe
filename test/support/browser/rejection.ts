/** What `promise` rejects with; fails the test if it does not. */
export async function rejection<Reason = Error & { code?: string }>(promise: Promise<unknown>): Promise<Reason> {
  const reason = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('value' in reason) throw new Error(`Expected a rejection, but it resolved with ${JSON.stringify(reason.value)}.`);
  return reason.error as Reason;
}
