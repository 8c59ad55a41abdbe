import assert from 'node:assert/strict';
import type { SessionAnswer } from '../../../src/base/contract/types.js';
import { createDevice, type BoundDevice } from '../../support/node/bound-device.js';
import { startServer, type ServerOptions, type TestServer } from '../../support/node/server.js';
import type { Answer, Visitor } from '../../support/node/visitor.js';

/** A server that binds sessions. */
export function startBoundServer(options: ServerOptions = {}): Promise<TestServer> {
  return startServer({ ...options, config: { boundSessions: true, ...options.config } });
}

/** A user in a bound session, with the device it is bound to. */
export interface BoundPerson {
  browser: Visitor;
  device: BoundDevice;
  /** The id of the session, which browsers call its identifier. */
  id: string;
}

/** Opens an account, and returns the invitation that came with it. */
export async function signUp(
  server: TestServer,
  username: string,
  password?: string,
): Promise<{ browser: Visitor; invitation: Answer }> {
  const browser = server.visitor();
  const invitation = await browser.post('/signup', { username, ...(password !== undefined && { password }) });
  assert.equal(invitation.status, 201, invitation.text);
  return { browser, invitation };
}

/** Opens an account in a session that is bound at once. */
export async function signUpBound(
  server: TestServer,
  username: string,
  alg?: 'ES256' | 'RS256',
  password?: string,
): Promise<BoundPerson> {
  const { browser, invitation } = await signUp(server, username, password);
  const device = await createDevice(alg);
  const { status, text, body } = await device.bind(browser, invitation);
  assert.equal(status, 200, text);
  return { browser, device, id: body['session_identifier'] as string };
}

/** An attacker who has copied the cookie of the session. */
export function stealCookie(server: TestServer, { cookie }: Visitor): Visitor {
  const thief = server.visitor();
  thief.cookie = cookie;
  return thief;
}

/** An attacker who has copied all cookies. */
export function stealCookies(server: TestServer, { cookie, boundCookie }: Visitor): Visitor {
  return Object.assign(server.visitor(), { cookie, boundCookie });
}

/** Who the server says is signed in, if any. */
export async function whoIs(browser: Visitor): Promise<string | undefined> {
  return (await browser.get<SessionAnswer>('/session')).body.user?.name;
}
