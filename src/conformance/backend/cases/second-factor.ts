import { startOfStep, timeStepAt, totpCode } from '../../totp.js';
import { casesOf, ofRule, type BackendCase } from '../case.js';
import type { Answer, Browser } from '../exchange.js';
import {
  completeSignIn,
  errorOf,
  expect,
  expectNobody,
  expectNoStore,
  expectNotCompleted,
  expectRefused,
  expectStatus,
  isSignedIn,
  nextOf,
  NotChecked,
  randomText,
  readSession,
  requestOptions,
  require,
  signIn,
  type Kit,
  type Member,
} from '../kit.js';

const { must, should } = casesOf('second-factor', { needs: ['passwords'] });
const required = ofRule(must, 'second-factor-required');
const works = ofRule(must, 'second-factor-works');
const checked = ofRule(must, 'second-factor-checked');
const ends = ofRule(must, 'second-factor-ends');
const appPath = 'account/second-factor/totp';
/** As many codes as one sign-in takes at most. */
const mostCodes = 10;

/** A user whose account has a password, a passkey and an authenticator app. */
interface Owner extends Member {
  readonly username: string;
  readonly password: string;
  readonly secret: string;
  readonly recoveryCodes: string[];
  /** The time step of the last code that was accepted. */
  usedStep: number;
}

const confirm = async (browser: Browser, secret: string, step: number): Promise<Answer> =>
  browser.post(`${appPath}/confirm`, { code: await totpCode(secret, step) });

async function withPassword(kit: Kit): Promise<Member & { username: string; password: string }> {
  const member = await kit.newOwner({ password: true });
  if (member.password === undefined) throw new NotChecked('It needs an account with a password.');
  return { ...member, password: member.password };
}

async function enroll(browser: Browser): Promise<string> {
  const answer = await browser.post(appPath);
  require(answer, 201, `POST /${appPath}`);
  return (answer.json as { secret: string }).secret;
}

/** An account with an authenticator app, which no other case uses. */
async function withApp(kit: Kit): Promise<Owner> {
  const member = await withPassword(kit);
  const secret = await enroll(member.browser);
  // The code of the step before leaves the present one to the sign-in, if the backend accepts it.
  let usedStep = timeStepAt(Date.now()) - 1;
  let confirmed = await confirm(member.browser, secret, usedStep);
  if (confirmed.status === 400) {
    usedStep = timeStepAt(Date.now());
    confirmed = await confirm(member.browser, secret, usedStep);
  }
  require(confirmed, 200, `POST /${appPath}/confirm with the present code`);
  const { recoveryCodes } = confirmed.json as { recoveryCodes: string[] };
  return { ...member, secret, recoveryCodes: [...recoveryCodes], usedStep };
}

const shared = new WeakMap<Kit, Promise<Owner>>();

/** An account that several cases share, which leave it as it is, apart from its recovery codes. */
function sharedOwner(kit: Kit): Promise<Owner> {
  const known = shared.get(kit) ?? withApp(kit);
  shared.set(kit, known);
  return known;
}

function takeRecoveryCode({ recoveryCodes }: Owner): string {
  const code = recoveryCodes.pop();
  if (code === undefined) throw new NotChecked('It needs more recovery codes than the backend issues.');
  return code;
}

/** The code of a time step after the last accepted one; waits until that step begins. */
async function takeCode(kit: Kit, owner: Owner): Promise<string> {
  owner.usedStep = Math.max(owner.usedStep + 1, timeStepAt(Date.now()));
  const early = startOfStep(owner.usedStep) - Date.now();
  if (early > 0) await kit.wait(early);
  return totpCode(owner.secret, owner.usedStep);
}

/** Six digits that are the code of no time step near the present one. */
async function wrongCode({ secret }: Pick<Owner, 'secret'>): Promise<string> {
  const now = timeStepAt(Date.now());
  const near = await Promise.all([-3, -2, -1, 0, 1, 2, 3].map((steps) => totpCode(secret, now + steps)));
  let code: string;
  do code = String(crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000).padStart(6, '0');
  while (near.includes(code));
  return code;
}

const logIn = (browser: Browser, { username, password }: Pick<Owner, 'username' | 'password'>): Promise<Answer> =>
  browser.post('login', { username, password });

const enterCode = (browser: Browser, code: string): Promise<Answer> => browser.post('session/second-factor', { code });

/** A browser in which a sign-in with the password waits for the second factor. */
async function beginSignIn(kit: Kit, owner: Owner, browser = kit.visitor()): Promise<Browser> {
  const answer = await logIn(browser, owner);
  require(answer, 200, 'POST /login');
  if (nextOf(answer)?.step !== 'second-factor') throw new NotChecked('The sign-in waits for no second factor.');
  return browser;
}

async function expectNotSignedIn(browser: Browser, what: string): Promise<void> {
  expect(!(await isSignedIn(browser)), `${what} signed in.`);
}

/** Whether the browser is signed in as this user. */
async function expectSignedIn(browser: Browser, { username }: Pick<Owner, 'username'>, what: string): Promise<void> {
  const { signedIn, user } = await readSession(browser);
  expect(signedIn === true, `${what} did not sign in.`);
  expect(user?.name === undefined || user.name === username, `${what} signed another user in.`);
}

/** What a session that waits must not open. */
const closed: ReadonlyArray<
  readonly [id: string, what: string, chapter: string, ask: (browser: Browser) => Promise<Answer>]
> = [
  ['registration', 'registers a passkey', 'core', (browser) => browser.post('webauthn/register/options')],
  ['step-up', 'steps up', 'step-up', (browser) => browser.post('webauthn/login/options?step-up')],
  ['passkeys', 'lists passkeys', 'passkey-settings', (browser) => browser.get('webauthn/credentials')],
  ['account', 'reads the account', 'account', (browser) => browser.get('account')],
  ['change', 'changes the account', 'account', (browser) => browser.patch('account', { displayName: 'x' })],
  ['sessions', 'lists sessions', 'devices', (browser) => browser.get('sessions')],
  ['events', 'lists security events', 'security-events', (browser) => browser.get('security-events')],
  ['sign-out', 'ends all other sessions', 'sign-out-everywhere', (browser) => browser.delete('sessions')],
  [
    'password',
    'changes the password',
    'password-settings',
    (browser) => browser.put('account/password', { password: randomText(24) }),
  ],
  ['deletion', 'reads what a deletion does', 'account-deletion', (browser) => browser.get('account/deletion')],
  ['identities', 'lists linked identities', 'linked-identities', (browser) => browser.get('account/identities')],
  [
    'payment',
    'asks for a payment',
    'payment',
    (browser) => browser.post('payment/options', { amount: '1.00', currency: 'EUR', payee: 'Shop' }),
  ],
  [
    'device',
    'approves the sign-in of a device',
    'other-device',
    (browser) => browser.post('auth/device/approve', { code: '7QX4-M3KF' }),
  ],
  ['settings', 'reads the second factor', 'second-factor', (browser) => browser.get('account/second-factor')],
  ['app', 'sets up another authenticator app', 'second-factor', (browser) => browser.post(appPath)],
  [
    'codes',
    'replaces recovery codes',
    'second-factor',
    (browser) => browser.post('account/second-factor/recovery-codes'),
  ],
  ['removal', 'removes the authenticator app', 'second-factor', (browser) => browser.delete(appPath)],
];

const requiredCases: readonly BackendCase[] = [
  required('second-factor-waits', 'signs in with the password of an account with an authenticator app', async (kit) => {
    const browser = kit.visitor();
    const answer = await logIn(browser, await sharedOwner(kit));
    expectStatus(answer, 200, 'POST /login');
    await expectNotSignedIn(browser, 'The password alone');
    for (const said of [answer, await browser.get('session')]) {
      const next = nextOf(said);
      const path = new URL(said.exchange.url).pathname;
      expect(next?.step === 'second-factor', `The answer of ${path} does not name the step second-factor.`);
      expect(
        Array.isArray(next?.methods) && next.methods.includes('totp'),
        `The methods in the answer of ${path} lack totp.`,
      );
      expect(
        (said.json as { user?: unknown }).user === undefined,
        `The answer of ${path} names a user before the second factor.`,
      );
    }
  }),
  ...closed.map(([id, what, chapter, ask]) =>
    required(
      `second-factor-waits-${id}`,
      `${what} in a session that waits for a second factor`,
      async (kit) => {
        const answer = await ask(await beginSignIn(kit, await sharedOwner(kit)));
        const { method, url } = answer.exchange;
        const name = `${method} ${new URL(url).pathname} in a session that waits`;
        if (chapter === 'step-up' && [404, 405, 501].includes(answer.status))
          throw new NotChecked(`POST /webauthn/login/options?step-up returned ${answer.status}.`);
        expect(answer.status >= 400, `${name} returned ${answer.status}.`);
        expectStatus(answer, 401, name);
      },
      { needs: ['passwords', ...(['core', 'step-up', 'second-factor'].includes(chapter) ? [] : [chapter])] },
    ),
  ),
  required(
    'second-factor-after-unverified-passkey',
    'signs in with a passkey without user verification, which is one factor only',
    async (kit) => {
      const owner = await sharedOwner(kit);
      const browser = kit.visitor();
      const answer = await signIn(browser, owner.authenticator, { userVerified: false });
      await expectNotSignedIn(browser, 'A passkey without user verification');
      expect(
        answer.status >= 400 || nextOf(answer)?.step === 'second-factor',
        'The answer to a passkey without user verification does not name the step second-factor.',
      );
    },
  ),
  required(
    'second-factor-of-step-up',
    'enters the password in a signed-in session, which then waits for the second factor',
    async (kit) => {
      const owner = await sharedOwner(kit);
      const browser = kit.visitor();
      require(await signIn(browser, owner.authenticator), 200, 'A correct sign-in');
      const before = await readSession(browser);
      await beginSignIn(kit, owner, browser);
      const { signedIn, authTime } = await readSession(browser);
      expect(signedIn === true, 'The session is no longer signed in.');
      expect(authTime === before.authTime, 'The password alone counts as a new authentication.');
    },
  ),
];

const workingCases: readonly BackendCase[] = [
  works('second-factor-by-app', 'completes a sign-in with the code of the authenticator app', async (kit) => {
    const owner = await withApp(kit);
    const browser = await beginSignIn(kit, owner);
    const before = browser.copy();
    expectStatus(await enterCode(browser, await takeCode(kit, owner)), 200, 'A correct code');
    await expectSignedIn(browser, owner, 'A correct code');
    const { signedIn } = await readSession(before);
    expect(signedIn !== true, 'The session cookie from before the second factor is signed in, too.');
  }),
  works(
    'second-factor-by-recovery-code',
    'completes a sign-in with a recovery code, in lower case and without hyphens',
    async (kit) => {
      const owner = await sharedOwner(kit);
      const browser = await beginSignIn(kit, owner);
      const code = takeRecoveryCode(owner).toLowerCase().replaceAll('-', '');
      expectStatus(await enterCode(browser, code), 200, 'A correct recovery code');
      await expectSignedIn(browser, owner, 'A correct recovery code');
    },
  ),
  works('second-factor-by-passkey', 'completes a sign-in with a passkey of the account', async (kit) => {
    const owner = await sharedOwner(kit);
    const browser = await beginSignIn(kit, owner);
    expectStatus(await signIn(browser, owner.authenticator), 200, 'A correct passkey');
    await expectSignedIn(browser, owner, 'A correct passkey');
  }),
  works(
    'second-factor-unconfirmed',
    'signs in with the password after a wrong first code of an authenticator app',
    async (kit) => {
      const member = await withPassword(kit);
      const secret = await enroll(member.browser);
      const answer = await member.browser.post(`${appPath}/confirm`, { code: await wrongCode({ secret }) });
      expectStatus(answer, 400, 'A wrong first code');
      const browser = kit.visitor();
      require(await logIn(browser, member), 200, 'POST /login');
      await expectSignedIn(browser, member, 'The password of an account whose app no code has confirmed');
    },
  ),
  works('second-factor-removed', 'signs in with the password after the authenticator app was removed', async (kit) => {
    const owner = await withApp(kit);
    const removed = await owner.browser.delete(appPath);
    if (errorOf(removed) === 'second_factor_required')
      throw new NotChecked('Every account of the backend needs a second factor.');
    expectStatus(removed, 204, `DELETE /${appPath}`);
    const browser = kit.visitor();
    require(await logIn(browser, owner), 200, 'POST /login');
    await expectSignedIn(browser, owner, 'The password of an account without a second factor');
  }),
  must(
    'no-store',
    'second-factor-not-stored',
    'looks whether secrets, recovery codes and sign-ins may be stored in a cache',
    async (kit) => {
      const member = await withPassword(kit);
      const { browser } = member;
      const enrolled = await browser.post(appPath);
      require(enrolled, 201, `POST /${appPath}`);
      const { secret } = enrolled.json as { secret: string };
      const confirmed = await confirm(browser, secret, timeStepAt(Date.now()));
      require(confirmed, 200, `POST /${appPath}/confirm`);
      const renewed = await browser.post('account/second-factor/recovery-codes');
      require(renewed, 200, 'POST /account/second-factor/recovery-codes');
      const visitor = kit.visitor();
      const begun = await logIn(visitor, member);
      require(begun, 200, 'POST /login');
      const waiting = await visitor.get('session');
      const [code] = (renewed.json as { recoveryCodes: string[] }).recoveryCodes;
      const done = await enterCode(visitor, code!);
      require(done, 200, 'POST /session/second-factor');
      for (const answer of [enrolled, confirmed, renewed, begun, waiting, done])
        expectNoStore(answer, `${answer.exchange.method} ${new URL(answer.exchange.url).pathname}`);
    },
  ),
];

/** Sends one code in several browsers at once. At most one may be signed in. */
async function expectOneSignIn(browsers: readonly Browser[], code: string, what: string): Promise<void> {
  const answers = await Promise.all(browsers.map((browser) => enterCode(browser, code)));
  const accepted = answers.filter(({ status }) => status === 200).length;
  expect(accepted === 1, `${what} was accepted ${accepted} times.`);
  const signedIn = (await Promise.all(browsers.map(isSignedIn))).filter(Boolean).length;
  expect(signedIn === 1, `${what} signed ${signedIn} browsers in.`);
}

const copies = <Each>(count: number, create: () => Each): Each[] => Array.from({ length: count }, create);

const checkedCases: readonly BackendCase[] = [
  checked('second-factor-wrong', 'enters a wrong code, then a correct one', async (kit) => {
    const owner = await sharedOwner(kit);
    const browser = await beginSignIn(kit, owner);
    const answer = await enterCode(browser, await wrongCode(owner));
    expectStatus(answer, 400, 'A wrong code');
    expect(errorOf(answer) === 'rejected', 'The error of a wrong code is not "rejected".');
    await expectNotSignedIn(browser, 'A wrong code');
    await expectNotCompleted(browser, await enterCode(browser, 'AAAA-AAAA-AAAA'), 'A wrong recovery code');
    expectStatus(await enterCode(browser, takeRecoveryCode(owner)), 200, 'A correct code after two wrong ones');
  }),
  checked('second-factor-code-twice', 'enters the code of a sign-in again, in another one', async (kit) => {
    const owner = await withApp(kit);
    const code = await takeCode(kit, owner);
    const browsers = [await beginSignIn(kit, owner), await beginSignIn(kit, owner)] as const;
    require(await enterCode(browsers[0], code), 200, 'A correct code');
    await expectNotCompleted(browsers[1], await enterCode(browsers[1], code), 'A code that was used');
  }),
  should(
    'second-factor-checked',
    'second-factor-code-of-set-up',
    'enters the code that has confirmed the authenticator app',
    async (kit) => {
      const owner = await withApp(kit);
      const browser = await beginSignIn(kit, owner);
      await expectNotCompleted(
        browser,
        await enterCode(browser, await totpCode(owner.secret, owner.usedStep)),
        'A code that was used',
      );
    },
  ),
  checked('second-factor-recovery-code-twice', 'uses a recovery code twice', async (kit) => {
    const owner = await sharedOwner(kit);
    const code = takeRecoveryCode(owner);
    require(await enterCode(await beginSignIn(kit, owner), code), 200, 'A correct recovery code');
    const browser = await beginSignIn(kit, owner);
    await expectNotCompleted(browser, await enterCode(browser, code), 'A recovery code that was used');
  }),
  checked('second-factor-code-at-once', 'enters one code in five sign-ins at once', async (kit) => {
    const owner = await withApp(kit);
    const browsers = await Promise.all(copies(5, () => beginSignIn(kit, owner)));
    await expectOneSignIn(browsers, await takeCode(kit, owner), 'One code');
  }),
  checked(
    'second-factor-recovery-code-at-once',
    'enters one recovery code ten times at once in one sign-in',
    async (kit) => {
      const owner = await sharedOwner(kit);
      const browser = await beginSignIn(kit, owner);
      await expectOneSignIn(
        copies(mostCodes, () => browser.copy()),
        takeRecoveryCode(owner),
        'One recovery code',
      );
    },
  ),
  checked('second-factor-of-other-user', 'enters a recovery code of another user', async (kit) => {
    const [owner, other] = [await sharedOwner(kit), await withApp(kit)];
    const browser = await beginSignIn(kit, owner);
    await expectNotCompleted(
      browser,
      await enterCode(browser, takeRecoveryCode(other)),
      'A recovery code of another user',
    );
  }),
  checked(
    'second-factor-passkey-of-other-user',
    'completes a sign-in with a passkey of another user, without user verification',
    async (kit) => {
      const [owner, other] = [await sharedOwner(kit), await kit.otherMember()];
      const browser = await beginSignIn(kit, owner);
      const response = await other.authenticator.get(await requestOptions(browser), {
        origin: kit.origin,
        userVerified: false,
      });
      await browser.post('webauthn/login/verify', response);
      const { user } = await readSession(browser);
      expect(user?.id !== owner.userHandle, 'The passkey of another user completed the sign-in.');
    },
  ),
  checked('second-factor-of-visitor', 'enters a correct code in a browser in which no sign-in waits', async (kit) => {
    const owner = await sharedOwner(kit);
    await beginSignIn(kit, owner);
    const browser = kit.visitor();
    const answer = await enterCode(browser, takeRecoveryCode(owner));
    expectStatus(answer, 401, 'A correct code of a visitor');
    await expectNobody(browser, 'A correct code of a visitor');
  }),
  checked('second-factor-recovery-codes-renewed', 'uses a recovery code that was replaced', async (kit) => {
    const owner = await withApp(kit);
    const renewed = await owner.browser.post('account/second-factor/recovery-codes');
    expectStatus(renewed, 200, 'POST /account/second-factor/recovery-codes');
    const browser = await beginSignIn(kit, owner);
    await expectNotCompleted(
      browser,
      await enterCode(browser, takeRecoveryCode(owner)),
      'A recovery code that was replaced',
    );
    const [code] = (renewed.json as { recoveryCodes: string[] }).recoveryCodes;
    expectStatus(await enterCode(browser, code!), 200, 'A new recovery code');
  }),
  checked(
    'second-factor-set-up-twice',
    'sets up a second authenticator app beside the confirmed one, and looks for the secret',
    async (kit) => {
      const owner = await withApp(kit);
      expectStatus(await owner.browser.post(appPath), 409, `POST /${appPath} of an account with an app`);
      const { text } = await owner.browser.get('account/second-factor');
      expect(!text.includes(owner.secret), 'GET /account/second-factor contains the secret.');
      expect(
        !owner.recoveryCodes.some((code) => text.includes(code)),
        'GET /account/second-factor contains recovery codes.',
      );
    },
  ),
];

const setUp = casesOf('second-factor', { needs: ['accounts', 'passwords'] });

/** A browser whose user has just signed up with a password, and must set up an authenticator app. */
async function beginSetUp(kit: Kit): Promise<{ browser: Browser; username: string; password: string }> {
  const browser = kit.visitor();
  const [username, password] = [kit.newName(), randomText(24)] as const;
  const answer = await browser.post('signup', { username, password });
  require(answer, 201, 'POST /signup');
  kit.created.push(username);
  const next = nextOf(answer);
  if (next?.step !== 'second-factor' || next.setUp !== true)
    throw new NotChecked('A new account needs no second factor.');
  return { browser, username, password };
}

/** Where every account needs a second factor. */
const setUpCases: readonly BackendCase[] = [
  setUp.must(
    'second-factor-required',
    'second-factor-set-up-waits',
    'uses the session of a new account that must set up a second factor',
    async (kit) => {
      const { browser } = await beginSetUp(kit);
      const { step, setUp: isSetUp } = nextOf(await browser.get('session')) ?? {};
      expect(
        step === 'second-factor' && isSetUp === true,
        'The answer of GET /session does not name the step second-factor with setUp.',
      );
      expectStatus(
        await browser.post('webauthn/register/options'),
        401,
        'POST /webauthn/register/options in a session that waits',
      );
      expectStatus(
        await browser.get('account/second-factor'),
        401,
        'GET /account/second-factor in a session that waits',
      );
      await expectNotSignedIn(browser, 'A sign-up without a second factor');
    },
  ),
  setUp.must(
    'second-factor-works',
    'second-factor-set-up',
    'sets up an authenticator app after the sign-up, and signs in with its recovery code',
    async (kit) => {
      const { browser, username, password } = await beginSetUp(kit);
      const secret = await enroll(browser);
      const before = browser.copy();
      const confirmed = await confirm(browser, secret, timeStepAt(Date.now()));
      expectStatus(confirmed, 200, `POST /${appPath}/confirm with the present code`);
      await completeSignIn(browser, confirmed);
      await expectSignedIn(browser, { username }, 'The authenticator app that was set up');
      expect(!(await isSignedIn(before)), 'The session cookie from before the second factor is signed in, too.');
      const [code] = (confirmed.json as { recoveryCodes: string[] }).recoveryCodes;
      const again = kit.visitor();
      const answer = await logIn(again, { username, password });
      require(answer, 200, 'POST /login');
      const { step, setUp: isSetUp } = nextOf(answer) ?? {};
      expect(
        step === 'second-factor' && isSetUp !== true,
        'The answer of POST /login does not ask for the second factor that was set up.',
      );
      expectStatus(await enterCode(again, code!), 200, 'A correct recovery code');
      await expectSignedIn(again, { username }, 'A correct recovery code');
    },
  ),
  setUp.must(
    'second-factor-checked',
    'second-factor-set-up-wrong',
    'enters a wrong code of the authenticator app that a sign-up waits for',
    async (kit) => {
      const { browser } = await beginSetUp(kit);
      const code = await wrongCode({ secret: await enroll(browser) });
      expectStatus(await browser.post(`${appPath}/confirm`, { code }), 400, 'A wrong first code');
      await expectNotSignedIn(browser, 'A wrong first code');
    },
    { buildsOn: 'second-factor-set-up' },
  ),
  setUp.must(
    'second-factor-required',
    'second-factor-kept',
    'removes the only second factor of an account, where every account needs one',
    async (kit) => {
      const { browser, username, password } = await beginSetUp(kit);
      const confirmed = await confirm(browser, await enroll(browser), timeStepAt(Date.now()));
      require(confirmed, 200, `POST /${appPath}/confirm with the present code`);
      await completeSignIn(browser, confirmed);
      expectStatus(await browser.delete(appPath), 409, `DELETE /${appPath} where every account needs a second factor`);
      const again = await logIn(kit.visitor(), { username, password });
      require(again, 200, 'POST /login');
      expect(nextOf(again)?.setUp !== true, 'The authenticator app is gone after a DELETE that was refused.');
    },
  ),
];

const endingCases: readonly BackendCase[] = [
  ends('second-factor-guesses', `enters ${mostCodes} wrong codes at once, then a correct one`, async (kit) => {
    const owner = await withApp(kit);
    const browser = await beginSignIn(kit, owner);
    const wrong = await wrongCode(owner);
    const answers = await Promise.all(copies(mostCodes, () => enterCode(browser.copy(), wrong)));
    expect(
      answers.every(({ status }) => status >= 400 && status < 500),
      'A wrong code beside others was not refused.',
    );
    // Also 429: the limit of a sign-in is not one of those that are off for the check.
    const { status } = await enterCode(browser, takeRecoveryCode(owner));
    expect(
      status >= 400 && status < 500,
      `A sign-in takes a code after ${mostCodes} wrong ones: codes of six digits are found by trying.`,
    );
    await expectNotSignedIn(browser, `A code after ${mostCodes} wrong ones`);
  }),
  ends('second-factor-cancelled', 'signs out while a sign-in waits, and then enters a correct code', async (kit) => {
    const owner = await sharedOwner(kit);
    const browser = await beginSignIn(kit, owner);
    const copy = browser.copy();
    await browser.post('logout');
    expect(nextOf(await copy.get('session')) === undefined, 'GET /session has a next step after POST /logout.');
    await expectNotCompleted(copy, await enterCode(copy, takeRecoveryCode(owner)), 'A code after POST /logout');
  }),
  ends(
    'second-factor-replaced',
    'signs in as another user while a sign-in waits, and then enters a correct code',
    async (kit) => {
      const [owner, other] = [await sharedOwner(kit), await kit.otherMember()];
      const browser = await beginSignIn(kit, owner);
      const copy = browser.copy();
      require(await signIn(browser, other.authenticator), 200, 'A correct sign-in');
      const code = takeRecoveryCode(owner);
      await expectNotCompleted(copy, await enterCode(copy, code), 'A code after another sign-in');
      expectRefused(await enterCode(browser, code), 'A code in the session of another user');
      const { user } = await readSession(browser);
      expect(user?.id !== owner.userHandle, 'The sign-in before was completed.');
    },
  ),
  ends(
    'second-factor-after-password-change',
    'changes the password while a sign-in with the one before waits',
    async (kit) => {
      const owner = await withApp(kit);
      const browser = await beginSignIn(kit, owner);
      const changed = await owner.browser.put('account/password', { password: randomText(24) });
      require(changed, 204, 'PUT /account/password');
      await expectNotCompleted(
        browser,
        await enterCode(browser, takeRecoveryCode(owner)),
        'A code after the password was changed',
      );
    },
    { needs: ['passwords', 'password-settings'] },
  ),
  ends(
    'second-factor-expired',
    'enters a correct code ten minutes after the password',
    async (kit) => {
      const owner = await sharedOwner(kit);
      const browser = await beginSignIn(kit, owner);
      await kit.wait(10 * 60_000);
      await expectNotCompleted(browser, await enterCode(browser, takeRecoveryCode(owner)), 'A code after ten minutes');
    },
    { isSlow: true },
  ),
];

/** Cases of the second factor after a password. */
export const secondFactorCases: readonly BackendCase[] = [
  ...requiredCases,
  ...workingCases,
  ...checkedCases,
  ...setUpCases,
  ...endingCases,
];
