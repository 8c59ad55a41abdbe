import { createAuthenticator, type Authenticator } from '../authenticator.js';
import type { RegistrationContext, SignInContext } from '../ceremony.js';
import type { CreationOptionsJSON, RequestOptionsJSON } from '../ceremony-json.js';
import type { IdentityProvider, IdentityProviders } from './oidc/identity-provider.js';
import { Browser, parseSetCookie, type Answer, type Line } from './exchange.js';

/** The backend does not follow the rule of the case. The message says what it did, and what was expected. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** The case could not be tried. The message says why. */
export class NotChecked extends Error {
  override readonly name = 'NotChecked';
}

/**
 * How the kit signs in where the backend has no sign-up: a name and a password for `POST /login`, or a function that
 * signs in and returns the value of a `Cookie` header.
 */
export type SignInMeans = { readonly username: string; readonly password: string } | (() => Promise<string>);

/** An issuer of tokens for email addresses that the backend can look up, and an address at a domain that names it. */
export interface EmailTokenIssuer {
  /** An address that no account has. The TXT record `_email-verification.` of its domain is `iss=` and `host`. */
  readonly email: string;
  readonly host: string;
  /** The id of the key in the `jwks_uri` of the issuer. */
  readonly kid: string;
  /** The key, for ECDSA on P-256. */
  readonly privateKey: CryptoKey;
}

/** A signed-in user with an authenticator. */
export interface Member {
  readonly browser: Browser;
  readonly authenticator: Authenticator;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** The user handle, base64url. */
  readonly userHandle: string;
}

const namePrefix = 'latchkey-check-';

/** What the cases work with: browsers, users and their passkeys. */
export class Kit {
  readonly #line: Line;
  readonly #signIn: SignInMeans | undefined;
  readonly #providers: IdentityProviders | undefined;
  readonly #shared = new Map<string, Promise<Member>>();
  /** The chapters that the backend has. */
  readonly chapters: ReadonlySet<string>;
  /** An issuer of email tokens that the backend finds, if there is one. */
  readonly emailIssuer: EmailTokenIssuer | undefined;
  /** The names of the accounts that were created. */
  readonly created: string[] = [];

  /** The provider that the kit runs. Only cases that need one ask for it. */
  get identityProvider(): IdentityProvider {
    if (!this.#providers) throw new NotChecked('It needs a provider that the kit runs.');
    return this.#providers.first;
  }

  /** The second provider that the kit runs, for backends that have both. */
  get secondProvider(): IdentityProvider {
    if (!this.#providers) throw new NotChecked('It needs a provider that the kit runs.');
    return this.#providers.second;
  }

  constructor(
    line: Line,
    chapters: ReadonlySet<string>,
    { signIn, emailIssuer }: { signIn?: SignInMeans; emailIssuer?: EmailTokenIssuer },
    providers?: IdentityProviders,
  ) {
    this.emailIssuer = emailIssuer;
    this.#providers = providers;
    this.#line = line;
    this.chapters = chapters;
    this.#signIn = signIn;
  }

  get origin(): string {
    return this.#line.origin;
  }

  /** The name and the password of the account that the kit was given, if it was given these. */
  get givenPassword(): { readonly username: string; readonly password: string } | undefined {
    return typeof this.#signIn === 'object' ? this.#signIn : undefined;
  }

  /** Waits; only for cases that are marked as slow. */
  async wait(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const { signal } = this.#line;
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      }, milliseconds);
      signal.addEventListener('abort', stop, { once: true });
    });
  }

  /** A browser without cookies. */
  visitor(): Browser {
    return new Browser(this.#line);
  }

  /** A name that no account has. */
  newName(): string {
    return namePrefix + randomText(8);
  }

  /** A user who is signed in, with one passkey. Several cases share it: they must leave it as it is. */
  async sharedMember(): Promise<Member> {
    return this.#share('passkey', () => this.newMember());
  }

  /** Another user than the shared one. */
  async otherMember(): Promise<Member> {
    this.#demandSignUp('It needs two accounts, and the kit has one');
    return this.#share('other', () => this.newMember());
  }

  /** A user like {@link newMember}, whose account the kit has created: cases may change its ways in, and delete it. */
  async newOwner(options: { passkey?: boolean; password?: boolean } = {}): Promise<Member & { username: string }> {
    this.#demandSignUp('It needs an account that it may change');
    const member = await this.newMember(options);
    return { ...member, username: member.username! };
  }

  #demandSignUp(reason: string): void {
    if (!this.chapters.has('accounts') && !this.#signsUpByPasskey)
      throw new NotChecked(
        `${reason}: implement POST /signup, or POST /signup/options, in the system that is checked.`,
      );
  }

  #share(name: string, create: () => Promise<Member>): Promise<Member> {
    const known = this.#shared.get(name) ?? create();
    this.#shared.set(name, known);
    return known;
  }

  get #signsUpByPasskey(): boolean {
    return !this.chapters.has('accounts') && this.chapters.has('passkey-sign-up') && !this.#signIn;
  }

  /**
   * A user of one case who has just signed in, with a passkey unless `passkey` is false. Where accounts begin with a
   * passkey, the account has one in every case.
   */
  async newMember({ passkey = true, password = false } = {}): Promise<Member> {
    if (this.#signsUpByPasskey) return this.#signUpByPasskey(password);
    const account = await this.#enter(password);
    const options = await creationOptions(account.browser);
    const authenticator = authenticatorFor(options);
    const member: Member = { ...account, authenticator, userHandle: options.user.id };
    if (passkey) {
      const answer = await account.browser.post(
        'webauthn/register/verify',
        await authenticator.create(options, { origin: this.origin }),
      );
      require(answer, 200, 'A correct registration');
    }
    return member;
  }

  async #signUpByPasskey(withPassword: boolean): Promise<Member> {
    if (withPassword) throw new NotChecked('It needs an account with a password, and accounts begin with a passkey.');
    const [browser, username] = [this.visitor(), this.newName()];
    const asked = await browser.post('signup/options', { username });
    require(asked, 200, 'POST /signup/options');
    const options = asked.json as CreationOptionsJSON;
    const authenticator = authenticatorFor(options);
    const response = await authenticator.create(options, { origin: this.origin });
    const answer = await browser.post('signup/verify', response);
    require(answer, 201, 'A correct sign-up with a passkey');
    this.created.push(username);
    await completeSignIn(browser, answer);
    return { browser, authenticator, username, password: undefined, userHandle: options.user.id };
  }

  async #enter(withPassword: boolean): Promise<Pick<Member, 'browser' | 'username' | 'password'>> {
    const browser = this.visitor();
    if (this.chapters.has('accounts')) {
      const username = this.newName();
      let password = withPassword ? randomText(24) : undefined;
      let answer = await browser.post('signup', { username, ...(password && { password }) });
      if (answer.status === 400 && !password) {
        password = randomText(24);
        answer = await browser.post('signup', { username, password });
      }
      require(answer, 201, 'POST /signup');
      this.created.push(username);
      await completeSignIn(browser, answer);
      return { browser, username, password };
    }
    const means = this.#signIn;
    if (!means)
      throw new NotChecked(
        'It needs a signed-in user, and the backend has neither POST /signup nor POST /signup/options: name an account with --user and --password, --sign-in-command or --cookie (in code, signIn).',
      );
    if (typeof means === 'function') {
      for (const pair of (await means()).split(';')) {
        const { name, value } = parseSetCookie(pair);
        if (name) browser.cookies.set(name, value);
      }
      if (!(await isSignedIn(browser))) throw new NotChecked('The given cookie belongs to no signed-in session.');
      return { browser, username: undefined, password: undefined };
    }
    const answer = await browser.post('login', means);
    require(answer, 200, 'POST /login with the given account');
    await completeSignIn(browser, answer);
    return { browser, ...means };
  }
}

/**
 * Does what a sign-up or sign-in still needs, as far as the kit can, by its answer or by that of `GET /session`. Of
 * several accounts it takes the first.
 *
 * @param before The step before, which a backend must not ask for again.
 */
export async function completeSignIn(browser: Browser, answer: Answer, before?: unknown): Promise<void> {
  const next = nextOf(answer);
  let done: Answer;
  if (next && next.step === before)
    throw new NotChecked(`The sign-in waits for ${String(before)} after that was done.`);
  switch (next?.step) {
    case undefined:
    case 'create-passkey':
      return;
    case 'accept-terms':
      done = await browser.post('session/terms', { url: next!.url });
      require(done, 200, 'POST /session/terms');
      break;
    case 'choose-account':
      done = await browser.post('session/account', { id: next!.accounts?.[0]?.id });
      require(done, 200, 'POST /session/account');
      break;
    default:
      throw new NotChecked(`The sign-in of the kit waits for ${String(next?.step)}. Turn it off for the check.`);
  }
  await completeSignIn(browser, done, next!.step);
}

/** ES256 where the backend offers it: most faults of signatures show with it only. */
function authenticatorFor({ pubKeyCredParams }: CreationOptionsJSON): Authenticator {
  const offersEs256 = pubKeyCredParams?.some(({ alg }) => alg === -7) ?? false;
  return createAuthenticator(offersEs256 ? { algorithms: [-7] } : {});
}

/** Fails the case unless `condition` holds. */
export function expect(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new Broken(sentence);
}

/** Fails the case unless the answer has one of `statuses`. */
export function expectStatus(answer: Answer, statuses: number | readonly number[], what: string): void {
  const wanted = typeof statuses === 'number' ? [statuses] : statuses;
  if (wanted.includes(answer.status)) return;
  refuseToJudge(answer);
  throw new Broken(`${what} returned ${describeAnswer(answer)} instead of ${wanted.join(' or ')}.`);
}

/** Fails the case unless the answer is a refusal: a 4xx. */
export function expectRefused(answer: Answer, what: string): void {
  refuseToJudge(answer);
  if (answer.status >= 400 && answer.status < 500) return;
  throw new Broken(`${what} returned ${describeAnswer(answer)} instead of a 4xx.`);
}

/** Ends the case without a verdict unless a step that it builds on has this status. */
export function require(answer: Answer, status: number, what: string): void {
  if (answer.status === status) return;
  refuseToJudge(answer);
  throw new NotChecked(`${what} returned ${describeAnswer(answer)} instead of ${status}.`);
}

function refuseToJudge({ status, exchange }: Answer): void {
  if (status !== 429) return;
  const { pathname } = new URL(exchange.url);
  throw new NotChecked(`${exchange.method} ${pathname} returned 429. Turn off the rate limits for the check.`);
}

function describeAnswer(answer: Answer): string {
  const error = errorOf(answer);
  return typeof error === 'string' ? `${answer.status} ${error}` : `${answer.status}`;
}

/** The error code of a refusal. */
export const errorOf = ({ json }: Answer): unknown => (json as { error?: unknown } | null | undefined)?.error;

/** What a sign-in still needs. */
export interface Next {
  step?: unknown;
  methods?: unknown;
  setUp?: unknown;
  url?: unknown;
  accounts?: ReadonlyArray<{ id?: unknown; name?: unknown }>;
}

/** What a sign-in still needs, by its answer or by that of `GET /session`. */
export const nextOf = ({ json }: Answer): Next | undefined => (json as { next?: Next } | null | undefined)?.next;

/** Fails the case if a cache may store the answer. */
export function expectNoStore(answer: Answer, what: string): void {
  const directives = (answer.headers.get('cache-control') ?? '').toLowerCase().split(/\s*,\s*/);
  expect(
    directives.includes('no-store'),
    `${what} has Cache-Control: ${answer.headers.get('cache-control') ?? '(none)'}.`,
  );
}

/** Random text of letters and digits. */
export function randomText(length: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % letters.length]).join('');
}

/** What `GET /session` says. */
export interface SessionSaid {
  signedIn?: unknown;
  user?: { id?: unknown; name?: unknown; displayName?: unknown };
  authMethod?: unknown;
  authTime?: unknown;
  expires?: unknown;
}

/** Asks who is signed in. */
export async function readSession(browser: Browser): Promise<SessionSaid> {
  const answer = await browser.get('session');
  require(answer, 200, 'GET /session');
  return (answer.json ?? {}) as SessionSaid;
}

/** Whether a user is signed in. */
export async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await readSession(browser)).signedIn === true;
}

/**
 * Fails the case if a user is signed in, or if a sign-in waits for a step: what began it was accepted, although
 * `GET /session` says that no user is signed in.
 */
export async function expectNobody(browser: Browser, what: string): Promise<void> {
  const answer = await browser.get('session');
  require(answer, 200, 'GET /session');
  expect((answer.json as SessionSaid | undefined)?.signedIn !== true, `${what} signed in.`);
  const next = nextOf(answer);
  expect(!next, `${what} began a sign-in, which waits for ${String(next?.step)}.`);
}

/** Fails the case unless the answer is a refusal, after which no user is signed in and no sign-in waits. */
export async function expectNoSignIn(browser: Browser, answer: Answer, what: string): Promise<void> {
  expectRefused(answer, what);
  await expectNobody(browser, what);
}

/** Fails the case unless the answer is a refusal, after which the sign-in that waits has signed no user in. */
export async function expectNotCompleted(browser: Browser, answer: Answer, what: string): Promise<void> {
  expectRefused(answer, what);
  expect(!(await isSignedIn(browser)), `${what} signed in.`);
}

/** Fetches creation options in the session of a user who has just signed in. */
export async function creationOptions(browser: Browser, query = ''): Promise<CreationOptionsJSON> {
  const answer = await browser.post(`webauthn/register/options${query}`);
  require(answer, 200, 'POST /webauthn/register/options');
  return answer.json as CreationOptionsJSON;
}

/** Fetches request options. */
export async function requestOptions(browser: Browser, query = ''): Promise<RequestOptionsJSON> {
  const answer = await browser.post(`webauthn/login/options${query}`);
  require(answer, 200, `POST /webauthn/login/options${query}`);
  return answer.json as RequestOptionsJSON;
}

/** A whole registration in an authenticator of its own, unless another is named. */
export async function register(
  { browser }: Pick<Member, 'browser'>,
  changes: Partial<RegistrationContext> = {},
  authenticator: Authenticator = createAuthenticator(),
): Promise<Answer> {
  const options = await creationOptions(browser);
  return browser.post(
    'webauthn/register/verify',
    await authenticator.create(options, { origin: browser.origin, ...changes }),
  );
}

/** A whole sign-in with a passkey, in `browser`. */
export async function signIn(
  browser: Browser,
  authenticator: Authenticator,
  changes: Partial<SignInContext> = {},
  query = '',
): Promise<Answer> {
  const options = await requestOptions(browser, query);
  return browser.post(
    `webauthn/login/verify${query}`,
    await authenticator.get(options, { origin: browser.origin, ...changes }),
  );
}

/** Signs the user in anew in another browser, which cases may sign out. */
export async function signInAnew(kit: Kit, { authenticator }: Member): Promise<Browser> {
  const browser = kit.visitor();
  require(await signIn(browser, authenticator), 200, 'A correct sign-in');
  return browser;
}

/** The cookie of the session: the one by which a browser is signed in. */
export async function sessionCookieOf(browser: Browser): Promise<string> {
  for (const name of browser.cookies.keys()) {
    const without = browser.copy();
    without.cookies.delete(name);
    if (!(await isSignedIn(without))) return name;
  }
  throw new NotChecked('No cookie makes the difference between a signed-in session and none.');
}

/** The id of the user's first passkey. */
export const idOf = ({ authenticator }: Member): string => authenticator.credentials[0]!.id;
