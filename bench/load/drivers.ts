import { randomUUID } from 'node:crypto';
import type { PasskeyCreationOptions } from '../../src/base/contract/types.js';
import { expectStatus, type Browser } from './browser.js';

/** How one backend is used: each is one thing that a user does, whole, and throws if it is not answered as it should. */
export interface Driver {
  /** Creates an account with a passkey, which stays signed in. */
  signUp(browser: Browser, name: string, origin: string): Promise<void>;
  /** Signs in with the passkey, in a browser that has no session: options and verification. */
  signIn(browser: Browser): Promise<void>;
  /** Reads who is signed in. */
  readSession(browser: Browser): Promise<void>;
  /** Writes one entry of an outbox; undefined if the backend has nothing of the kind. */
  write?(browser: Browser): Promise<void>;
}

const json = <Body>({ text }: { text: string }): Body => JSON.parse(text) as Body;

export const latchkey: Driver = {
  async signUp(browser, name, origin) {
    const options = json<PasskeyCreationOptions>(
      expectStatus(await browser.send('POST', '/signup/options', { username: name }), 200),
    );
    const response = await browser.authenticator.create(options, { origin });
    expectStatus(await browser.send('POST', '/signup/verify', response), 201);
    const session = json<{ user: { id: string } }>(await browser.send('GET', '/session'));
    browser.handle = session.user.id;
  },

  async signIn(browser) {
    browser.cookies.delete('__Host-sid');
    const { text } = expectStatus(await browser.send('POST', '/webauthn/login/options'), 200);
    expectStatus(await browser.send('POST', '/webauthn/login/verify', await browser.choosePasskey(text)), 200);
  },

  async readSession(browser) {
    const { text } = expectStatus(await browser.send('GET', '/session'), 200);
    if (!json<{ signedIn: boolean }>({ text }).signedIn) throw new Error(`No user is signed in: ${text}`);
  },

  async write(browser) {
    const id = randomUUID();
    const reply = await browser.send(
      'PUT',
      `/notes/${id}`,
      { title: 'A note', text: 'x'.repeat(500) },
      { 'If-None-Match': '*', 'Idempotency-Key': randomUUID(), 'Latch-User': browser.handle },
    );
    expectStatus(reply, 201);
  },
};

export const betterAuth: Driver = {
  async signUp(browser, name, origin) {
    const account = { email: `${name}@example.com`, password: 'correct horse battery', name };
    expectStatus(await browser.send('POST', '/api/auth/sign-up/email', account), 200);
    const { text } = expectStatus(await browser.send('GET', '/api/auth/passkey/generate-register-options'), 200);
    const response = await browser.authenticator.create(json<PasskeyCreationOptions>({ text }), { origin });
    expectStatus(await browser.send('POST', '/api/auth/passkey/verify-registration', { response }), 200);
  },

  async signIn(browser) {
    browser.cookies.delete('better-auth.session_token');
    const { text } = expectStatus(await browser.send('GET', '/api/auth/passkey/generate-authenticate-options'), 200);
    const response = await browser.choosePasskey(text);
    expectStatus(await browser.send('POST', '/api/auth/passkey/verify-authentication', { response }), 200);
  },

  async readSession(browser) {
    const { text } = expectStatus(await browser.send('GET', '/api/auth/get-session'), 200);
    if (json<object | null>({ text }) === null) throw new Error('No user is signed in.');
  },
};
