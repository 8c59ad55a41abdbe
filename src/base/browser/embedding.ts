import { attempt } from '../attempt.js';

/**
 * Whether the page is in a frame on another origin's page, at any depth. Users cannot see there whose page they use,
 * and browsers do not send the session cookie in frames on other sites.
 */
export function isEmbedded(): boolean {
  // Only windows of the same origin let their address be read. On a server there is none.
  const readAll = () => {
    for (let frame = globalThis.window; frame !== frame?.parent; frame = frame.parent as typeof window)
      void frame.parent.location.href;
    return true;
  };
  return !attempt(readAll);
}
