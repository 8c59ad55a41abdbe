import type { Client } from '../base/client/client.js';
import { keepDurably } from '../base/storage/durable.js';
import { recall } from '../base/storage/kept.js';

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

/** Keeps which session this page has read last, and this device had last, for a sign-out without a connection. */
export function noteSession(client: Client, session: KnownSession): void {
  const name = nameFor(client);
  seen.set(name, session);
  if (JSON.stringify(session) !== JSON.stringify(recall(name))) void keepDurably(name, session);
}

/**
 * The session that this device had last, as far as any of its pages has read it. Another tab may have changed it since
 * this page was shown: it does not say whose the data of this page is, see {@link pageSession}.
 */
export function lastSession(client: Client): KnownSession | undefined {
  return deviceSession(client) ?? seen.get(nameFor(client));
}

/** The session that this page has read last, whatever other tabs have read since. */
export function pageSession(client: Client): KnownSession | undefined {
  return seen.get(nameFor(client));
}

/** The session that this device had last; undefined once it has ended permanently. */
export function deviceSession(client: Client): KnownSession | undefined {
  return (recall(nameFor(client)) as KnownSession | null | undefined) ?? undefined;
}

/**
 * Removes what is stored about the last session, once it has ended permanently. The session of another user than
 * `person` stays: they have signed in since.
 */
export async function forgetSession(client: Client, person?: string): Promise<void> {
  const present = deviceSession(client)?.person;
  if (person !== undefined && present !== undefined && present !== person) return;
  await keepDurably(nameFor(client), undefined);
}
