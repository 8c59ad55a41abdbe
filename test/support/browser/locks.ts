/**
 * Removes the Web Locks API from the page, as in a browser without it: code that takes a lock continues at once, in
 * microtasks, and a request that never ends blocks no other one.
 *
 * @returns What gives it back.
 */
export function removeLocks(): () => void {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
  return () => void Reflect.deleteProperty(navigator, 'locks');
}
