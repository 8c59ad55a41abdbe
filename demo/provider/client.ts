/** The one client of the development provider, which every app on this machine may be. */
export const client = { id: 'latchkey-demo', secret: 'for-development-only' };

/** Whether pages of the origin are pages of the client: those of this machine are. */
export function isClientOrigin(origin: string | undefined): origin is string {
  return origin !== undefined && /^https?:\/\/(?:[a-z0-9-]+\.)*localhost(?::\d+)?$/.test(origin);
}
