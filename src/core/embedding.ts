import { attempt } from './attempt.js';

/**
 * Whether the page is shown in a frame of a page of another origin, at whatever depth. There a person cannot see whose
 * page they are using, and the session cookie does not go along to other sites.
 */
export function isEmbedded(): boolean {
  // Only windows of the same origin let their address be read.
  const readAll = () => {
    for (let frame: Window = window; frame !== frame.parent; frame = frame.parent) void frame.parent.location.href;
    return true;
  };
  return !attempt(readAll);
}
