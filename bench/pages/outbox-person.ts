/** How many of the writes are sent in one round. */
export const sentCount = 300;

/** What one round took, in µs for each write. */
export interface OutboxTimes {
  enqueue: number;
  /** In batches of 1,000. */
  batch?: number;
  replay: number;
}

/** The body of a write, as long as a short note. */
export const noteOf = (index: number) => ({ title: `Note ${index}`, text: 'x'.repeat(900) });

/** Signs up a user whose notes the reference server keeps. Returns their user handle. */
export async function signUp(): Promise<string> {
  const credentials = { username: `somebody-${crypto.randomUUID()}`, password: 'correct horse battery staple' };
  const { status } = await fetch('/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  if (status !== 201) throw new Error(`Signing up answered ${status}.`);
  const { user } = (await (await fetch('/session')).json()) as { user: { id: string } };
  return user.id;
}
