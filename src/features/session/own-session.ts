import type { Client } from '../../core/client.js';
import { startOwnSession as startOwnSessionEndpoint } from '../../core/contract/devices.js';
import { isRunningInstalled, isWebKit } from '../../core/installed-app.js';
import { keep, recall } from '../../core/kept.js';
import { readSession } from '../../core/session.js';

/** Where the person may be signed in. */
export interface StartOwnSessionOptions {
  client: Client;
  signal?: AbortSignal | undefined;
}

const marker = 'own-session';

/**
 * Gives an installed app a session of its own. WebKit installs an app with a copy of the browser's cookies, once: both
 * then have the same session, and signing out in one would sign out the other.
 * Call it when the app starts. It asks the backend at the first start of an installed app in WebKit, and does nothing
 * anywhere else or any more after that: an app that was signed out at its first
 * start gets sessions of its own anyway. What fails is tried again at the next start.
 *
 * @returns whether a session was started; false where the session that the cookie was copied from has one already, or is
 *   one: then both still share it.
 * @throws {LatchError} `unsupported` where the backend lacks the chapter, and the other errors of {@link Client.call}.
 */
export async function startOwnSession({ client, signal }: StartOwnSessionOptions): Promise<boolean> {
  if (!isRunningInstalled() || !isWebKit() || recall(marker) === true) return false;
  const { status } = await readSession(client, signal);
  const started = status === 'signed-in' && (await client.call(startOwnSessionEndpoint, { signal })).started !== false;
  keep(marker, true);
  return started;
}
