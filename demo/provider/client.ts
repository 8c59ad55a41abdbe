/** The one client of the development provider, which every app on this machine may be. */
export const client = { id: 'latchkey-demo', secret: 'for-development-only' };
