/**
 * Takes the Web Locks API away from the page, as in a browser without it: what takes a lock goes on at once, in
 * microtasks, and a request that never ends keeps no other one waiting.
 *
 * @returns What gives it back.
 */
export function removeLocks(): () => void {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
  return () => void Reflect.deleteProperty(navigator, 'locks');
}
