import type { Client } from '../client/client.js';
import { writeStored } from './stored.js';
import { readLocal } from './local.js';

/** Which session it is, as far as this device knows. */
export interface KnownSession {
  /** The `user.id` of its user. */
  readonly userId?: string | undefined;
  /** When that user authenticated. */
  readonly authTime?: number | undefined;
}

const nameFor = ({ baseUrl }: Client) => `session:${baseUrl.pathname}`;

/** What this page has read last, which outlives a sign-out in another tab. */
const seen = new Map<string, KnownSession>();

/** Keeps which session this page has read last, and this device had last, for a sign-out without a connection. */
export function noteSession(client: Client, session: KnownSession): void {
  const name = nameFor(client);
  seen.set(name, session);
  if (JSON.stringify(session) !== JSON.stringify(readLocal(name))) void writeStored(name, session);
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
  return (readLocal(nameFor(client)) as KnownSession | null | undefined) ?? undefined;
}

/**
 * Removes what is stored about the last session, once it has ended permanently. The session of another user than
 * `user` stays: they have signed in since.
 */
export async function forgetSession(client: Client, userId?: string): Promise<void> {
  const present = deviceSession(client)?.userId;
  if (userId !== undefined && present !== undefined && present !== userId) return;
  await writeStored(nameFor(client), undefined);
}
