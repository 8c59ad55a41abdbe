import type { Client } from '../base/client/client.js';
import * as contract from '../base/contract/session-list.js';
import { isRunningInstalled, isWebKit } from '../base/browser/installed-app.js';
import { writeLocal, readLocal } from '../base/storage/local.js';
import { readSession } from './session.js';

/** The backend. */
export interface StartOwnSessionOptions {
  client: Client;
  signal?: AbortSignal | undefined;
}

const marker = 'own-session';

/**
 * Starts a separate session for an installed app. WebKit installs an app with a copy of the browser's cookies, once:
 * app and browser then share a session, and signing out in one would sign out the other. Call it when the app starts.
 * It sends a request at the first start of an installed app in WebKit only, and does nothing in other browsers or
 * later: an app that was signed out at its first start gets separate sessions anyway. A failed call is retried at the
 * next start.
 *
 * @returns whether a session was started; false where the session that the cookie was copied from has one already, or is
 *   one: then both still share it.
 * @throws {LatchError} `unsupported` where the backend lacks the chapter, and the other errors of {@link Client.call}.
 */
export async function startOwnSession({ client, signal }: StartOwnSessionOptions): Promise<boolean> {
  if (!isRunningInstalled() || !isWebKit() || readLocal(marker) === true) return false;
  const { status } = await readSession(client, signal);
  const started = status === 'signed-in' && (await client.call(contract.startOwnSession, { signal })).started !== false;
  writeLocal(marker, true);
  return started;
}
