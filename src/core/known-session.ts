import type { Client } from './client.js';
import { keepDurably } from './durable.js';
import { recall } from './kept.js';

/** Which session it is, as far as this device knows. */
export interface KnownSession {
  /** The `user.id` of its person. */
  readonly person?: string | undefined;
  /** When that person authenticated. */
  readonly authTime?: number | undefined;
}

const nameFor = ({ baseUrl }: Client) => `session:${baseUrl.pathname}`;

/** What this page has read last, which outlives a sign-out in another tab. */
const seen = new Map<string, KnownSession>();

/** Keeps which session this device had last, for a sign-out without a connection. */
export function noteSession(client: Client, session: KnownSession): void {
  const name = nameFor(client);
  seen.set(name, session);
  if (JSON.stringify(session) !== JSON.stringify(recall(name))) void keepDurably(name, session);
}

/** The session that this device had last, as far as any of its pages has read it. */
export function lastSession(client: Client): KnownSession | undefined {
  const name = nameFor(client);
  return (recall(name) as KnownSession | null | undefined) ?? seen.get(name);
}

/** Removes what is stored about the last session, once it has ended permanently. */
export function forgetSession(client: Client): Promise<void> {
  return keepDurably(nameFor(client), undefined);
}
