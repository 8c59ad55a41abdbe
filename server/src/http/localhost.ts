/** Whether the name is `localhost` or one below it, which browsers take for this machine and trust without https. */
export function isLocalhost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost');
}
