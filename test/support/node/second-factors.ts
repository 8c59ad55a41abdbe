import assert from 'node:assert/strict';
import { TOTP } from 'otpauth';
import type { RecoveryCodes, TotpEnrollment } from '../../../src/base/contract/types.js';
import type { Clock } from './clock.js';
import type { Person } from './people.js';
import type { Answer, Visitor } from './visitor.js';

/** One time step of a code, in milliseconds. */
export const timeStep = 30_000;

/** An authenticator app with one secret. */
export interface AuthenticatorApp {
  /** The code of the present step, or of one that is `steps` away. */
  code(steps?: number): string;
  recoveryCodes: string[];
}

/** The app that was shown this secret. */
export function appWith(secret: string, clock: Pick<Clock, 'now'>): AuthenticatorApp {
  const totp = new TOTP({ secret });
  return { code: (steps = 0) => totp.generate({ timestamp: clock.now() + steps * timeStep }), recoveryCodes: [] };
}

/** Sets an authenticator app up in the browser, whose session must be fresh or wait for it. */
export async function setUpApp(browser: Visitor, clock: Clock): Promise<AuthenticatorApp> {
  const enrolled = await browser.post<TotpEnrollment>('/account/second-factor/totp');
  assert.equal(enrolled.status, 201, enrolled.text);
  const app = appWith(enrolled.body.secret, clock);
  const confirmed = await browser.post<RecoveryCodes>('/account/second-factor/totp/confirm', { code: app.code() });
  assert.equal(confirmed.status, 200, confirmed.text);
  // The step of the confirmation is used.
  clock.advance(timeStep);
  return { ...app, recoveryCodes: confirmed.body.recoveryCodes };
}

/** Posts the name and password of a user. */
export function logIn(browser: Visitor, { name }: Pick<Person, 'name'>, password: string): Promise<Answer> {
  return browser.post('/login', { username: name, password });
}

/** Enters a code for the sign-in that waits in the browser. */
export function enterCode(browser: Visitor, code: string): Promise<Answer> {
  return browser.post('/session/second-factor', { code });
}
