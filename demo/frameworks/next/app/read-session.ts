import { cookies } from 'next/headers';
import type { SessionState } from 'latchkey/session';

const server = process.env['LATCHKEY_SERVER'] ?? 'http://localhost:3000';

/** Whose session the cookies of the request are, so that the first page is the right one. */
export async function readSession(): Promise<SessionState | undefined> {
  try {
    const response = await fetch(`${server}/api/session`, { headers: { cookie: (await cookies()).toString() } });
    if (!response.ok) return undefined;
    const { signedIn, user } = await response.json();
    return signedIn ? { status: 'signed-in', user } : { status: 'signed-out' };
  } catch {
    // Without the server the page asks again in the browser.
    return undefined;
  }
}
