import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TotpEnrollment } from '../../../src/base/contract/types.js';
import { receiveCode, verifyAddress } from '../../support/node/codes.js';
import { signUp, type Person } from '../../support/node/people.js';
import {
  appWith,
  enterCode,
  logIn,
  setUpApp,
  timeStep,
  type AuthenticatorApp,
} from '../../support/node/second-factors.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Visitor } from '../../support/node/visitor.js';

const password = 'correct horse battery';
const inDigits = (zero: string) => (code: string) =>
  code.replace(/\d/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)));
const inFullWidth = (code: string) =>
  code.replace(/[!-~]/g, (character) => String.fromCodePoint(character.codePointAt(0)! + 0xfee0));
const spellings: Record<string, (code: string) => string> = {
  'with a space': (code) => code.replace(/...$/, ' $&'),
  'with a hyphen': (code) => code.replace(/...$/, '-$&'),
  'with a dash of Japanese keyboards': (code) => code.replace(/...$/, 'ー$&'),
  'with an invisible mark': (code) => code.replace(/...$/, '\u200b$&'),
  'between marks of direction': (code) => `\u202d${code}\u202c`,
  'after a byte order mark': (code) => `\ufeff${code}`,
  'in full width': inFullWidth,
  'in Arabic-Indic digits': inDigits('٠'),
  'in Persian digits': inDigits('۰'),
  'in Devanagari digits': inDigits('०'),
};

describe('a right user name is right', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  for (const [name, typed] of [
    ['ada2', 'ada2\u200b'],
    ['bo', '\u202aｂｏ\u202c'],
    ['eve3', 'eve۳'],
    ['cy@example.com', 'cy＠example.com\u200b'],
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['محمد\u200cعلی', 'محمدعلی'],
    ['क्\u200dष', 'क्ष'],
  ] as const)
    test(`as ${JSON.stringify(typed)}, for ${JSON.stringify(name)}`, async () => {
      await signUp(server, name, password);
      const { status, text } = await logIn(server.visitor(), { name: typed }, password);
      assert.equal(status, 200, text);
    });
});

describe('a right code is right', () => {
  let server: TestServer;
  let app: AuthenticatorApp;
  let ada: Person;
  before(async () => {
    server = await startServer();
    ada = await signUp(server, 'ada', password);
    await verifyAddress(server, ada, 'ada@example.com');
    app = await setUpApp(ada.browser, server.clock);
  });
  after(() => server.stop());

  /** A browser whose sign-in waits for a code. */
  async function waitingBrowser(): Promise<Visitor> {
    const browser = server.visitor();
    assert.equal((await logIn(browser, ada, password)).status, 200);
    return browser;
  }

  for (const [name, spell] of Object.entries(spellings)) {
    test(`${name}, of an authenticator app`, async () => {
      const browser = await waitingBrowser();
      const { status, text } = await enterCode(browser, spell(app.code()));
      server.clock.advance(timeStep);
      assert.equal(status, 200, text);
    });

    test(`${name}, sent to an address`, async () => {
      const browser = server.visitor();
      const code = await receiveCode(server, browser, 'ada@example.com');
      const { status, text } = await browser.post('/otp/verify', { code: spell(code) });
      assert.equal(status, 200, text);
      server.clock.advance(60 * 60_000);
    });

    test(`${name}, at the set-up of an authenticator app`, async () => {
      const bo = await signUp(server, `bo ${name}`, password);
      const { secret } = (await bo.browser.post<TotpEnrollment>('/account/second-factor/totp')).body;
      const code = spell(appWith(secret, server.clock).code());
      const { status, text } = await bo.browser.post('/account/second-factor/totp/confirm', { code });
      assert.equal(status, 200, text);
    });
  }

  for (const [name, spell] of Object.entries({
    'in full width': inFullWidth,
    'in lower case, with invisible marks': (code: string) => code.toLowerCase().replaceAll('-', '\u200b\u00ad'),
    'with dashes and spaces': (code: string) => code.replaceAll('-', ' \u2013 '),
  }))
    test(`${name}, for recovery`, async () => {
      const { status, text } = await enterCode(await waitingBrowser(), spell(app.recoveryCodes.pop()!));
      assert.equal(status, 200, text);
    });
});
