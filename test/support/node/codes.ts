import assert from 'node:assert/strict';
import type { Message } from '../../../server/src/one-time-codes/sender.js';
import type { Person } from './people.js';
import type { TestServer } from './server.js';
import type { Visitor } from './visitor.js';

/** The code in a message, from the line that binds it to an origin. */
export function codeIn({ text }: Message): string {
  return /^@\S+ #(\d+)(?: @\S+)?$/.exec(text.split('\n').at(-1)!)![1]!;
}

/** Another code than this one. */
export function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

/** Asks for a code as `browser` and returns the one that was sent; fails if none was. */
export async function receiveCode(server: TestServer, browser: Visitor, to: string): Promise<string> {
  const before = (await server.sent()).length;
  const { status, text } = await browser.post('/otp/request', { to });
  assert.equal(status, 202, text);
  // A notice about a sign-in before may arrive only now.
  const [message, ...others] = (await server.sent()).slice(before).filter(({ text: sent }) => /#\d{6}/.test(sent));
  assert.ok(message && others.length === 0, `${others.length} messages beside ${message?.text ?? 'none'}`);
  return codeIn(message);
}

/** Gives the user, who must be freshly signed in, an address that is verified. */
export async function verifyAddress(server: TestServer, { browser }: Person, address: string): Promise<void> {
  const changed = await browser.patch('/account', { [address.includes('@') ? 'email' : 'phone']: address });
  assert.equal(changed.status, 200, changed.text);
  const { status, text } = await browser.post('/otp/verify', { code: await receiveCode(server, browser, address) });
  assert.equal(status, 200, text);
}
