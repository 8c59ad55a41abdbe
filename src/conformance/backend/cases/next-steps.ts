import { casesOf, ofRule, type BackendCase } from '../case.js';
import type { Answer, Browser } from '../exchange.js';
import {
  completeSignIn,
  expect,
  expectNobody,
  expectNotCompleted,
  expectRefused,
  expectStatus,
  isSignedIn,
  nextOf,
  NotChecked,
  randomText,
  readSession,
  require,
  type Kit,
} from '../kit.js';
import { createToken, readNonce } from './email-tokens.js';

const terms = casesOf('next-steps', { needs: ['accounts', 'terms'] });
const termsAccepted = ofRule(terms.must, 'terms-accepted');
const choice = casesOf('next-steps', { needs: ['passwords', 'account-choice'] });
const accountChosen = ofRule(choice.must, 'account-chosen');
const address = casesOf('one-time-codes', { needs: ['accounts', 'passwords', 'account'] });
const addressVerified = ofRule(address.must, 'address-verified');

/** Expects a session that waits for `step`: signed in as no user, and good for nothing else. */
async function expectWaiting(browser: Browser, step: string): Promise<void> {
  const said = await browser.get('session');
  expect((said.json as { signedIn?: unknown }).signedIn === false, `The session is signed in before ${step}.`);
  expect(nextOf(said)?.step === step, `The answer of GET /session does not name the step ${step}.`);
  const asked = await browser.post('webauthn/register/options');
  expectStatus(asked, 401, 'POST /webauthn/register/options in a session that waits');
}

/** A browser whose user has just signed up, with a password. */
async function signUp(kit: Kit): Promise<{ browser: Browser; answer: Answer; username: string; password: string }> {
  const browser = kit.visitor();
  const account = { username: kit.newName(), password: randomText(24) };
  const answer = await browser.post('signup', account);
  require(answer, 201, 'POST /signup');
  kit.created.push(account.username);
  return { browser, answer, ...account };
}

/** A browser whose user has just signed up, and must accept the terms. */
async function beginSignUp(kit: Kit): Promise<{ browser: Browser; url: string }> {
  const { browser, answer } = await signUp(kit);
  const next = nextOf(answer);
  if (next?.step !== 'accept-terms' || typeof next.url !== 'string')
    throw new NotChecked('A new account need not accept any terms.');
  return { browser, url: next.url };
}

const accept = (browser: Browser, url: string): Promise<Answer> => browser.post('session/terms', { url });

const termsCases: readonly BackendCase[] = [
  termsAccepted('terms-wait', 'uses a session that waits for terms', async (kit) => {
    const { browser } = await beginSignUp(kit);
    await expectWaiting(browser, 'accept-terms');
  }),
  termsAccepted(
    'terms-accepted',
    'accepts other terms than those that the sign-in waits for, and then these, twice',
    async (kit) => {
      const { browser, url } = await beginSignUp(kit);
      await expectNotCompleted(browser, await accept(browser, `${url}#other`), 'Other terms');
      const copy = browser.copy();
      expectStatus(await accept(browser, url), 200, 'POST /session/terms');
      expect(await isSignedIn(browser), 'The accepted terms did not sign in.');
      expect(!(await isSignedIn(copy)), 'The session cookie from before the terms is signed in, too.');
      expectRefused(await accept(copy, url), 'A second POST /session/terms');
    },
  ),
  termsAccepted('terms-of-visitor', 'accepts terms in a browser in which no sign-in waits', async (kit) => {
    const { url } = await beginSignUp(kit);
    const browser = kit.visitor();
    expectStatus(await accept(browser, url), 401, 'POST /session/terms of a visitor');
    await expectNobody(browser, 'The terms alone');
  }),
];

/** A sign-in that waits for the address of its account to be verified. */
interface AddressSignIn {
  browser: Browser;
  answer: Answer;
  to: string;
  username: string;
  password: string;
}

async function beginAddressSignIn(kit: Kit): Promise<AddressSignIn> {
  const account = await signUp(kit);
  const { username, password } = account;
  const to = `${kit.newName()}@${kit.emailIssuer?.email.split('@')[1] ?? 'example.com'}`;
  // Where every account needs an address, the sign-up waits for one.
  if (nextOf(account.answer)?.step === 'verify-address') return { ...account, to };
  await completeSignIn(account.browser, account.answer);
  require(await account.browser.patch('account', { email: to }), 200, 'PATCH /account with an address');
  const browser = kit.visitor();
  const answer = await browser.post('login', { username, password });
  require(answer, 200, 'POST /login');
  if (nextOf(answer)?.step !== 'verify-address')
    throw new NotChecked('A sign-in to an account whose address is not verified does not wait for that.');
  return { browser, answer, to, username, password };
}

/** Proves the address, in `browser`. */
async function proveAddress(kit: Kit, browser: Browser, to: string): Promise<Answer> {
  if (!kit.emailIssuer || !kit.chapters.has('email-tokens'))
    throw new NotChecked(
      'The kit cannot read codes. It needs GET /otp/nonce, and an issuer that the backend finds in the DNS: "emailIssuer".',
    );
  const nonce = await readNonce(browser);
  return browser.post('otp/token', { to, token: await createToken(kit, nonce, { payload: { email: to } }), nonce });
}

const addressCases: readonly BackendCase[] = [
  addressVerified('address-waits', 'uses a session that waits for a verified address', async (kit) => {
    const { browser, answer, to } = await beginAddressSignIn(kit);
    await expectWaiting(browser, 'verify-address');
    expect(!answer.text.includes(to), 'The answer contains the whole address before the user is signed in.');
  }),
  addressVerified('address-wrong-code', 'requests a code for the address, and enters wrong ones', async (kit) => {
    const { browser, to } = await beginAddressSignIn(kit);
    expectStatus(await browser.post('otp/request', { to }), 202, 'POST /otp/request in a session that waits');
    for (const code of ['000000', '123456', '999999'])
      expectRefused(await browser.post('otp/verify', { code }), `The code ${code}`);
    expect(!(await isSignedIn(browser)), 'A wrong code signed in.');
  }),
  addressVerified('address-verified', 'verifies the address, and signs in again', async (kit) => {
    const { browser, to, username, password } = await beginAddressSignIn(kit);
    const copy = browser.copy();
    const answer = await proveAddress(kit, browser, to);
    expectStatus(answer, 200, 'A correct token for the address');
    await completeSignIn(browser, answer);
    expect(await isSignedIn(browser), 'The verified address did not sign in.');
    expect(!(await isSignedIn(copy)), 'The session cookie from before the address was verified is signed in, too.');
    const again = await kit.visitor().post('login', { username, password });
    require(again, 200, 'POST /login');
    expect(nextOf(again)?.step !== 'verify-address', 'The next sign-in waits for the verified address again.');
  }),
  addressVerified(
    'address-in-other-browser',
    'proves the address in a browser in which no sign-in waits',
    async (kit) => {
      const { browser, to } = await beginAddressSignIn(kit);
      const other = kit.visitor();
      await proveAddress(kit, other, to);
      await expectNobody(other, 'An address that no account has verified');
      await expectWaiting(browser, 'verify-address');
    },
  ),
];

/** A browser in which the sign-in with the name and the password that the kit was given waits for a choice. */
async function beginChoice(
  kit: Kit,
): Promise<{ browser: Browser; accounts: readonly [{ id: string; name?: unknown }, ...unknown[]] }> {
  const given = kit.givenPassword;
  const hint = 'Name one with --user and --password (in code, signIn).';
  if (!given) throw new NotChecked(`It needs a name and a password that lead to several accounts. ${hint}`);
  const browser = kit.visitor();
  const answer = await browser.post('login', given);
  require(answer, 200, 'POST /login with the given account');
  const { step, accounts } = nextOf(answer) ?? {};
  if (step !== 'choose-account') throw new NotChecked(`The given account leads to no choice of accounts. ${hint}`);
  const [first, ...others] = accounts ?? [];
  expect(typeof first?.id === 'string', 'The answer of POST /login lists no accounts to choose from.');
  return { browser, accounts: [{ ...first, id: first.id }, ...others] };
}

const chooseAccount = (browser: Browser, id: string): Promise<Answer> => browser.post('session/account', { id });

const choiceCases: readonly BackendCase[] = [
  accountChosen('account-choice-waits', 'uses a session that waits for a choice of accounts', async (kit) => {
    const { browser } = await beginChoice(kit);
    await expectWaiting(browser, 'choose-account');
  }),
  accountChosen(
    'account-chosen',
    'chooses an account that is not in the list, and then one that is, twice',
    async (kit) => {
      const { browser, accounts } = await beginChoice(kit);
      const [{ id, name }] = accounts;
      expectStatus(await chooseAccount(browser, `${id}${randomText(8)}`), 404, 'An account that is not in the list');
      await expectWaiting(browser, 'choose-account');
      const copy = browser.copy();
      const answer = await chooseAccount(browser, id);
      expectStatus(answer, 200, 'POST /session/account');
      await completeSignIn(browser, answer);
      const { signedIn, user } = await readSession(browser);
      expect(signedIn === true, 'The chosen account did not sign in.');
      expect(
        name === undefined || user?.name === name || user?.displayName === name,
        'Another account than the chosen one is signed in.',
      );
      expect(!(await isSignedIn(copy)), 'The session cookie from before the choice is signed in, too.');
      expectRefused(await chooseAccount(copy, id), 'A second POST /session/account');
    },
  ),
  accountChosen(
    'account-choice-of-visitor',
    'chooses an account in a browser in which no sign-in waits',
    async (kit) => {
      const { accounts } = await beginChoice(kit);
      const browser = kit.visitor();
      expectStatus(await chooseAccount(browser, accounts[0].id), 401, 'POST /session/account of a visitor');
      await expectNobody(browser, 'The id of an account alone');
    },
  ),
];

/** Cases of the steps other than a second factor. */
export const nextStepCases: readonly BackendCase[] = [...termsCases, ...addressCases, ...choiceCases];
