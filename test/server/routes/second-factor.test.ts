import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type {
  NextStep,
  RecoveryCodes,
  SecondFactorAnswer,
  SecurityEventList,
  SessionAnswer,
  TotpEnrollment,
} from '../../../src/base/contract/types.js';
import { minutes } from '../../support/node/clock.js';
import { receiveCode, verifyAddress } from '../../support/node/codes.js';
import { describeOnBothEngines } from '../../support/node/engines.js';
import { copyOf, createPerson, signUp, type Person } from '../../support/node/people.js';
import {
  appWith,
  enterCode,
  logIn,
  setUpApp,
  timeStep,
  type AuthenticatorApp,
} from '../../support/node/second-factors.js';
import { openTestStore, startServer, type TestServer } from '../../support/node/server.js';
import type { Visitor } from '../../support/node/visitor.js';

const password = 'correct horse battery';
const session = async (browser: Visitor): Promise<SessionAnswer> => (await browser.get<SessionAnswer>('/session')).body;
const settings = async (browser: Visitor): Promise<SecondFactorAnswer> =>
  (await browser.get<SecondFactorAnswer>('/account/second-factor')).body;
const eventsOf = async ({ browser }: Person): Promise<string[]> =>
  (await browser.get<SecurityEventList>('/security-events')).body.events.map(({ type }) => type);

/** A user with a password and an authenticator app, signed in. */
async function memberWithApp(server: TestServer, name: string): Promise<Person & { app: AuthenticatorApp }> {
  const endUser = await signUp(server, name, password);
  return { ...endUser, app: await setUpApp(endUser.browser, server.clock) };
}

/** A browser in which the user's password was entered, and whose sign-in waits. */
async function waitingBrowser(server: TestServer, endUser: Person): Promise<Visitor> {
  const browser = server.visitor();
  const { status, text } = await logIn(browser, endUser, password);
  assert.equal(status, 200, text);
  return browser;
}

const both: NextStep = { step: 'second-factor', methods: ['totp', 'recovery-code'] };

describe('a sign-in with a second factor', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  test('waits after the password, signs no user in until the code, and gets a new session id each time', async () => {
    const ada = await memberWithApp(server, 'ada');
    const browser = server.visitor();
    await browser.post('/webauthn/login/options');
    const visitors = browser.cookie;
    const { body } = await logIn(browser, ada, password);
    assert.deepEqual(body, { next: both });
    assert.deepEqual(await session(browser), { signedIn: false, next: both });
    const waiting = browser.cookie;
    const began = server.clock.now();
    server.clock.advance(1000);
    const { status, body: done } = await enterCode(browser, ada.app.code());
    assert.deepEqual([status, done], [200, {}]);
    const { signedIn, user, authMethod, authTime } = await session(browser);
    assert.deepEqual([signedIn, user?.name, authMethod, authTime], [true, 'ada', 'password', began]);
    assert.equal(new Set([visitors, waiting, browser.cookie]).size, 3);
    for (const former of [visitors, waiting]) {
      const witness = server.visitor();
      witness.cookie = former;
      assert.deepEqual(await session(witness), { signedIn: false });
    }
  });

  test('refuses a code twice, the codes of earlier steps after it, and those of other times', async () => {
    const bo = await memberWithApp(server, 'bo');
    const [late, first] = [bo.app.code(-1), bo.app.code()];
    assert.equal((await enterCode(await waitingBrowser(server, bo), first)).status, 200);
    for (const code of [first, late, bo.app.code(2), bo.app.code(-2)])
      assert.deepEqual((await enterCode(await waitingBrowser(server, bo), code)).body, { error: 'rejected' });
    assert.equal((await enterCode(await waitingBrowser(server, bo), bo.app.code(1))).status, 200);
    server.clock.advance(2 * timeStep);
    assert.equal((await enterCode(await waitingBrowser(server, bo), bo.app.code(-1))).status, 400, 'used as the next');
  });

  test('takes each recovery code once, in place of a code, and notifies the owner', async () => {
    const cy = await memberWithApp(server, 'cy');
    await verifyAddress(server, cy, 'cy@example.com');
    const [first, second] = cy.app.recoveryCodes;
    const browser = await waitingBrowser(server, cy);
    assert.equal((await enterCode(browser, first!.toLowerCase().replaceAll('-', ' '))).status, 200);
    assert.equal((await settings(browser)).recoveryCodes, 9);
    assert.ok((await server.sent()).some(({ subject }) => /recovery code .* was used/.test(subject)));
    assert.ok((await eventsOf({ ...cy, browser })).includes('recovery-code-used'));
    assert.equal((await enterCode(await waitingBrowser(server, cy), first!)).status, 400);
    assert.equal((await enterCode(await waitingBrowser(server, cy), second!)).status, 200);
  });

  test('takes no code of another account', async () => {
    const [di, ed] = [await memberWithApp(server, 'di'), await memberWithApp(server, 'ed')];
    const browser = await waitingBrowser(server, di);
    for (const code of [ed.app.code(), ed.app.recoveryCodes[0]!])
      assert.equal((await enterCode(browser, code)).status, 400);
    assert.equal((await session(browser)).signedIn, false);
  });

  test('takes no code where nothing waits: without a cookie, before the password, in a signed-in session, after it', async () => {
    const fay = await memberWithApp(server, 'fay');
    const fresh = server.visitor();
    await fresh.post('/webauthn/login/options');
    const done = await waitingBrowser(server, fay);
    await enterCode(done, fay.app.code());
    for (const browser of [server.visitor(), fresh, fay.browser, done])
      assert.deepEqual((await enterCode(browser, fay.app.code(1))).body, { error: 'unauthenticated' });
  });

  test('ends after 10 minutes, with a sign-out, and with a sign-in of another user', async () => {
    const guy = await memberWithApp(server, 'guy');
    const late = await waitingBrowser(server, guy);
    server.clock.advance(10 * minutes - 1);
    assert.equal((await enterCode(late, '000000')).status, 400);
    server.clock.advance(1);
    assert.equal((await enterCode(late, guy.app.code())).status, 401);

    const signedOut = await waitingBrowser(server, guy);
    const copy = copyOf({ ...guy, browser: signedOut }, server);
    await signedOut.post('/logout');
    assert.equal((await enterCode(copy, guy.app.code())).status, 401);

    const shared = await waitingBrowser(server, guy);
    const hal = await signUp(server, 'hal', password);
    await logIn(shared, hal, password);
    assert.equal((await enterCode(shared, guy.app.code())).status, 401);
    assert.equal((await session(shared)).user?.name, 'hal');
  });

  test('has 10 attempts, and then needs the password again', async () => {
    const ida = await memberWithApp(server, 'ida');
    const browser = await waitingBrowser(server, ida);
    for (let count = 0; count < 9; count += 1) assert.equal((await enterCode(browser, 'AAAA-AAAA-AAAA')).status, 400);
    const last = await waitingBrowser(server, ida);
    for (let count = 0; count < 10; count += 1) await enterCode(last, 'AAAA-AAAA-AAAA');
    assert.equal((await enterCode(last, ida.app.code())).status, 400);
    assert.equal((await enterCode(browser, ida.app.code())).status, 200);
  });

  test('takes the passkey of the account too, with and without user verification, and no other passkey', async () => {
    const jo = await memberWithApp(server, 'jo');
    assert.equal((await jo.addPasskey()).status, 200);
    const elsewhere = createPerson(server, 'jo');
    const withPasskey: Person = { ...jo, browser: elsewhere.browser };
    const use = async (endUser: Person, userVerified: boolean) => {
      const { body } = await elsewhere.browser.post('/webauthn/login/options');
      return elsewhere.browser.post(
        '/webauthn/login/verify',
        await endUser.authenticator.get(body as never, { origin: server.origin, userVerified }),
      );
    };
    for (const userVerified of [true, false]) {
      await logIn(elsewhere.browser, jo, password);
      assert.deepEqual((await session(elsewhere.browser)).next?.methods, ['totp', 'recovery-code', 'passkey']);
      assert.deepEqual((await use(jo, userVerified)).body, { verified: true });
      assert.equal((await session(elsewhere.browser)).user?.name, 'jo');
      await elsewhere.browser.post('/logout');
    }
    const kim = await memberWithApp(server, 'kim');
    assert.equal((await kim.addPasskey()).status, 200);
    await logIn(elsewhere.browser, jo, password);
    assert.deepEqual((await use(kim, false)).body['next'], {
      step: 'second-factor',
      methods: ['totp', 'recovery-code', 'password'],
    });
    assert.equal((await session(withPasskey.browser)).signedIn, false);
    // The passkey of another user has begun that user's sign-in, which the password of the first does not complete.
    assert.deepEqual(((await logIn(elsewhere.browser, jo, password)).body['next'] as NextStep).methods, [
      'totp',
      'recovery-code',
      'passkey',
    ]);
    await elsewhere.browser.post('/logout');
    assert.equal(((await use(kim, false)).body['next'] as NextStep).step, 'second-factor');
    assert.deepEqual((await logIn(elsewhere.browser, kim, password)).body, {});
    assert.equal((await session(elsewhere.browser)).user?.name, 'kim');
  });

  test('is a step-up in a session of the same user, which stays as old as it was until the code', async () => {
    const lea = await memberWithApp(server, 'lea');
    server.clock.advance(6 * minutes);
    const { browser } = lea;
    const before = await session(browser);
    const tryIt = async () => (await browser.post('/account/second-factor/recovery-codes')).status;
    assert.equal(await tryIt(), 403);
    assert.deepEqual((await logIn(browser, lea, password)).body, { next: both });
    assert.deepEqual({ ...(await session(browser)), expires: before.expires }, before);
    assert.equal(await tryIt(), 403);
    assert.equal((await enterCode(browser, lea.app.code())).status, 200);
    assert.equal(await tryIt(), 200);
  });

  test('drops what waits when the password is changed or removed, a passkey is removed, or all devices are signed out', async () => {
    const mia = await memberWithApp(server, 'mia');
    await mia.addPasskey();
    const changes = [
      () => mia.browser.put('/account/password', { password }),
      () => mia.browser.delete('/sessions'),
      () => mia.browser.delete('/account/password'),
    ];
    for (const change of changes) {
      const browser = await waitingBrowser(server, mia);
      assert.ok((await change()).status < 300);
      assert.equal((await enterCode(browser, mia.app.code())).status, 401);
    }
  });

  test('by a form without script goes to the sign-in page, signed in by nothing', async () => {
    const ned = await memberWithApp(server, 'ned');
    const browser = server.visitor();
    const { status, headers } = await browser.post('/login', new URLSearchParams({ username: 'ned', password }));
    assert.deepEqual([status, headers.get('Location')], [303, '/login?error=next_step']);
    assert.deepEqual(await session(browser), { signedIn: false, next: both });
    assert.equal((await enterCode(browser, ned.app.code())).status, 200);
  });

  test('is entered in a form without script, which leads on, or back to the sign-in page with the reason', async () => {
    const pia = await memberWithApp(server, 'pia');
    const browser = await waitingBrowser(server, pia);
    const send = async (code: string) => {
      const { status, headers } = await browser.post('/session/second-factor', new URLSearchParams({ code }));
      return [status, headers.get('Location')];
    };
    assert.deepEqual(await send('000000'), [303, '/login?error=wrong_code']);
    assert.deepEqual(await send(pia.app.code()), [303, '/']);
    assert.deepEqual(await send(pia.app.code()), [303, '/login?error=next_step'], 'nothing waits any more');
  });

  test('is not needed by a password that is wrong, which is refused as for any account', async () => {
    const ola = await memberWithApp(server, 'ola');
    const [wrong, unknown] = [
      await logIn(server.visitor(), ola, 'wrong wrong'),
      await logIn(server.visitor(), { name: 'x y' }, 'wrong wrong'),
    ];
    assert.deepEqual([wrong.status, wrong.text], [unknown.status, unknown.text]);
  });
});

describe('setting up an authenticator app', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  const enroll = (browser: Visitor) => browser.post<TotpEnrollment>('/account/second-factor/totp');
  const confirm = (browser: Visitor, code: string) =>
    browser.post<RecoveryCodes>('/account/second-factor/totp/confirm', { code });

  test('counts once a code has come back, shows recovery codes once, and tells the owner', async () => {
    const ada = await signUp(server, 'ada', password);
    await verifyAddress(server, ada, 'ada@example.com');
    assert.deepEqual((await confirm(ada.browser, '123456')).body, { error: 'rejected' }, 'nothing was begun');
    const { body } = await enroll(ada.browser);
    const app = appWith(body.secret, server.clock);
    assert.deepEqual(await settings(ada.browser), { required: false, policy: 'optional', recoveryCodes: 0 });
    assert.deepEqual((await logIn(server.visitor(), ada, password)).body, {}, 'nothing changes before the code');
    assert.equal((await confirm(ada.browser, app.code(2))).status, 400);
    const confirmed = await confirm(ada.browser, app.code());
    assert.equal(confirmed.body.recoveryCodes.length, 10);
    assert.deepEqual(await settings(ada.browser), {
      required: true,
      policy: 'optional',
      totp: { createdAt: server.clock.now() },
      recoveryCodes: 10,
    });
    assert.deepEqual((await confirm(ada.browser, app.code(1))).body, { error: 'rejected' });
    assert.equal((await enroll(ada.browser)).status, 409);
    assert.ok((await server.sent()).some(({ subject }) => /authenticator app was added/.test(subject)));
    assert.ok((await eventsOf(ada)).includes('second-factor-added'));
    // The code of the confirmation is used.
    assert.equal((await enterCode(await waitingBrowser(server, ada), app.code())).status, 400);
  });

  test('with another secret forgets the one before, and 10 minutes later the last one', async () => {
    const bo = await signUp(server, 'bo', password);
    const former = appWith((await enroll(bo.browser)).body.secret, server.clock);
    const { body } = await enroll(bo.browser);
    assert.equal(body.expires, server.clock.now() + 10 * minutes);
    assert.equal((await confirm(bo.browser, former.code())).status, 400);
    server.clock.advance(10 * minutes);
    await logIn(bo.browser, bo, password);
    assert.equal((await confirm(bo.browser, appWith(body.secret, server.clock).code())).status, 400);
  });

  test('needs a fresh authentication, as removing it and new recovery codes do', async () => {
    const cy = await memberWithApp(server, 'cy');
    const di = await signUp(server, 'di', password);
    const pending = appWith((await enroll(di.browser)).body.secret, server.clock);
    server.clock.advance(5 * minutes);
    for (const { status, body } of [
      await enroll(di.browser),
      await confirm(di.browser, pending.code()),
      await cy.browser.delete('/account/second-factor/totp'),
      await cy.browser.post('/account/second-factor/recovery-codes'),
      await cy.browser.patch('/account/second-factor', { required: true }),
    ])
      assert.deepEqual([status, (body as unknown as { error: string }).error], [403, 'step_up_required']);
  });

  test('is removed with its recovery codes, after which the password alone signs in', async () => {
    const ed = await memberWithApp(server, 'ed');
    assert.equal((await ed.browser.delete('/account/second-factor/totp')).status, 204);
    assert.deepEqual(await settings(ed.browser), { required: false, policy: 'optional', recoveryCodes: 0 });
    assert.deepEqual((await logIn(server.visitor(), ed, password)).body, {});
    assert.ok((await eventsOf(ed)).includes('second-factor-removed'));
    assert.deepEqual((await ed.browser.delete('/account/second-factor/totp')).body, { error: 'not_found' });
    assert.deepEqual((await ed.browser.post('/account/second-factor/recovery-codes')).body, { error: 'not_found' });
  });

  test('has new recovery codes in place of all old ones', async () => {
    const flo = await memberWithApp(server, 'flo');
    const { body } = await flo.browser.post<RecoveryCodes>('/account/second-factor/recovery-codes');
    assert.equal(body.recoveryCodes.length, 10);
    assert.equal((await enterCode(await waitingBrowser(server, flo), flo.app.recoveryCodes[0]!)).status, 400);
    assert.equal((await enterCode(await waitingBrowser(server, flo), body.recoveryCodes[0]!)).status, 200);
  });

  test('is not needed to require the passkey after the password; without either, that is refused', async () => {
    const guy = await signUp(server, 'guy', password);
    const change = (required: boolean) => guy.browser.patch<SecondFactorAnswer>('/account/second-factor', { required });
    assert.deepEqual([(await change(true)).status, (await change(false)).status], [409, 200]);
    await guy.addPasskey();
    assert.equal((await change(true)).body.required, true);
    const { body } = await logIn(server.visitor(), guy, password);
    assert.deepEqual(body, { next: { step: 'second-factor', methods: ['passkey'] } });
    assert.equal((await change(false)).body.required, false);
    assert.deepEqual((await logIn(server.visitor(), guy, password)).body, {});
  });

  test('is needed after a code to an address only by accounts that have one', async () => {
    const hal = await memberWithApp(server, 'hal');
    await verifyAddress(server, hal, 'hal@example.com');
    const browser = server.visitor();
    const { body } = await browser.post('/otp/verify', { code: await receiveCode(server, browser, 'hal@example.com') });
    assert.deepEqual(body, { next: both });
    assert.equal((await enterCode(browser, hal.app.code())).status, 200);
    assert.equal((await session(browser)).authMethod, 'otp');
    const ida = await signUp(server, 'ida', password);
    await ida.addPasskey();
    await verifyAddress(server, ida, 'ida@example.com');
    await ida.browser.patch('/account/second-factor', { required: true });
    const lost = server.visitor();
    assert.deepEqual(
      (await lost.post('/otp/verify', { code: await receiveCode(server, lost, 'ida@example.com') })).body,
      {},
    );
  });
});

describe('the policy', () => {
  test('off has no chapter, and has no sign-in wait, not even for accounts with an app', async () => {
    const server = await startServer();
    try {
      const ada = await memberWithApp(server, 'ada');
      const off = await startServer({ config: { secondFactor: 'off' } });
      try {
        const bo = await signUp(off, 'bo', password);
        for (const { status, body } of [
          await bo.browser.get('/account/second-factor'),
          await bo.browser.patch('/account/second-factor', { required: true }),
          await bo.browser.post('/account/second-factor/totp'),
          await bo.browser.delete('/account/second-factor/totp'),
          await bo.browser.post('/account/second-factor/totp/confirm', { code: '123456' }),
          await bo.browser.post('/account/second-factor/recovery-codes'),
          await bo.browser.post('/session/second-factor', { code: '123456' }),
        ])
          assert.deepEqual([status, body], [404, { error: 'unsupported' }]);
      } finally {
        await off.stop();
      }
      assert.deepEqual((await logIn(server.visitor(), ada, password)).body, { next: both });
    } finally {
      await server.stop();
    }
  });

  test('required has an account without one set it up at its sign-in, and keeps the last one', async () => {
    const server = await startServer({ config: { secondFactor: 'required' } });
    try {
      const ada = createPerson(server, 'ada');
      const { status, body } = await ada.browser.post('/signup', { username: 'ada', password });
      const setUp: NextStep = { step: 'second-factor', methods: ['totp'], setUp: true };
      assert.deepEqual([status, body], [201, { next: setUp }]);
      assert.deepEqual(await session(ada.browser), { signedIn: false, next: setUp });
      const app = await setUpApp(ada.browser, server.clock);
      assert.equal((await session(ada.browser)).authMethod, 'signup');
      assert.deepEqual((await eventsOf(ada)).sort(), ['account-created', 'second-factor-added', 'signed-in']);

      const browser = await waitingBrowser(server, ada);
      assert.equal((await browser.post('/account/second-factor/totp')).status, 401, 'no second app beside the first');
      assert.equal((await enterCode(browser, app.code())).status, 200);
      assert.deepEqual((await browser.delete('/account/second-factor/totp')).body['error'], 'second_factor_required');
      await ada.addPasskey();
      assert.equal((await ada.browser.delete('/account/second-factor/totp')).status, 204);
      assert.deepEqual((await logIn(server.visitor(), ada, password)).body, {
        next: { step: 'second-factor', methods: ['passkey'] },
      });
      assert.equal((await settings(ada.browser)).policy, 'required');

      const bo = await signUp(server, 'bo');
      assert.equal((await session(bo.browser)).signedIn, true, 'an account without a password protects nothing yet');
      assert.equal((await bo.addPasskey()).status, 200);
      await bo.signOut();
      assert.deepEqual((await bo.signIn()).body, { verified: true });
      await bo.signOut();
      assert.deepEqual((await bo.signIn({ userVerified: false })).body['next'], setUp);
    } finally {
      await server.stop();
    }
  });

  test('limits the guesses of all browsers that never signed in to the account, and not those of the others', async () => {
    const server = await startServer({ config: { limitFailures: true } });
    try {
      const ada = await memberWithApp(server, 'ada');
      const statuses: number[] = [];
      for (let client = 0; client < 8; client += 1) {
        const browser = server.visitor({ address: `192.0.2.${client}` });
        await logIn(browser, ada, password);
        for (let count = 0; count < 7; count += 1) statuses.push((await enterCode(browser, '000000')).status);
      }
      assert.deepEqual([statuses.filter((status) => status === 400).length, statuses.at(-1)], [50, 429]);
      const stranger = server.visitor({ address: '198.51.100.1' });
      await logIn(stranger, ada, password);
      assert.equal((await enterCode(stranger, ada.app.code())).status, 429);
      assert.equal((await enterCode(stranger, ada.app.recoveryCodes[0]!)).status, 200, 'a recovery code is no guess');
      const known = server.visitor({ address: '198.51.100.2' });
      known.knownCookie = ada.browser.knownCookie;
      await logIn(known, ada, password);
      assert.equal((await enterCode(known, ada.app.code())).status, 200);
    } finally {
      await server.stop();
    }
  });
});

await describeOnBothEngines('second factors in parallel', (engine) => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ store: engine });
  });
  after(() => server.stop());

  const signedInOf = async (browsers: Visitor[]): Promise<number> =>
    (await Promise.all(browsers.map(session))).filter(({ signedIn }) => signedIn).length;

  test('50 verifications of one code in one session give one session', async () => {
    const ada = await memberWithApp(server, 'ada');
    const first = await waitingBrowser(server, ada);
    const copies = Array.from({ length: 50 }, () => copyOf({ ...ada, browser: first }, server));
    const answers = await Promise.all(copies.map((browser) => enterCode(browser, ada.app.code())));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    // A copy may read as the session that has just moved, but only one has its cookie.
    assert.equal(new Set(copies.map(({ cookie }) => cookie)).size, 2);
    assert.equal(await signedInOf(copies), 1);
  });

  test('50 verifications of one code in 50 sessions give one session', async () => {
    const bo = await memberWithApp(server, 'bo');
    const browsers: Visitor[] = [];
    for (let count = 0; count < 50; count += 1) browsers.push(await waitingBrowser(server, bo));
    const answers = await Promise.all(browsers.map((browser) => enterCode(browser, bo.app.code())));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(await signedInOf(browsers), 1);
  });

  test('a recovery code that is used 20 times at once gives one session', async () => {
    const cy = await memberWithApp(server, 'cy');
    const browsers: Visitor[] = [];
    for (let count = 0; count < 20; count += 1) browsers.push(await waitingBrowser(server, cy));
    const answers = await Promise.all(browsers.map((browser) => enterCode(browser, cy.app.recoveryCodes[0]!)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(await signedInOf(browsers), 1);
  });

  test('20 confirmations of one secret at once give one set of recovery codes', async () => {
    const di = await signUp(server, 'di', password);
    const { body } = await di.browser.post<TotpEnrollment>('/account/second-factor/totp');
    const code = appWith(body.secret, server.clock).code();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => di.browser.post('/account/second-factor/totp/confirm', { code })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal((await settings(di.browser)).recoveryCodes, 10);
  });
});

test('the session keeps what was accepted as the second factor', async () => {
  const { store, discard } = await openTestStore('libsql');
  const kept: unknown[] = [];
  const server = await startServer({
    wrapStore: () => ({
      ...store,
      signInWithSecondFactor: (userId, proof, move) => {
        kept.push(move.session.secondFactor);
        return store.signInWithSecondFactor(userId, proof, move);
      },
    }),
  });
  try {
    const ada = await memberWithApp(server, 'ada');
    for (const code of [ada.app.code(), ada.app.recoveryCodes[0]!])
      assert.equal((await enterCode(await waitingBrowser(server, ada), code)).status, 200);
    assert.deepEqual(kept, ['totp', 'recovery-code']);
  } finally {
    await server.stop();
    await discard();
  }
});

test('secrets of apps are sealed, and recovery codes are hashed, in the database', async () => {
  const { store, discard } = await openTestStore('libsql');
  const server = await startServer({ wrapStore: () => store });
  try {
    const endUser = await signUp(server, 'ada', password);
    const { body } = await endUser.browser.post<TotpEnrollment>('/account/second-factor/totp');
    const app = appWith(body.secret, server.clock);
    const { recoveryCodes } = (
      await endUser.browser.post<RecoveryCodes>('/account/second-factor/totp/confirm', { code: app.code() })
    ).body;
    const userId = (await store.findAccountByUsername('ada'))!.id;
    const { sealed } = (await store.findTotp(userId))!;
    assert.ok(!sealed.includes(body.secret) && !Buffer.from(sealed, 'base64url').includes(body.secret));
    const hashes = await store.listRecoveryHashes(userId);
    assert.equal(hashes.length, 10);
    for (const code of recoveryCodes) assert.ok(!hashes.join(' ').includes(code));
    const logged = JSON.stringify(server.entries);
    for (const secret of [body.secret, ...recoveryCodes]) assert.ok(!logged.includes(secret));
  } finally {
    await server.stop();
    await discard();
  }
});
