import assert from 'node:assert/strict';
import type {
  PasskeyCreationOptions,
  RegistrationResponse,
  PasskeyRequestOptions,
  AuthenticationResponse,
} from '../../../src/base/contract/types.js';
import {
  createAuthenticator,
  type Authenticator,
  type AuthenticatorOptions,
  type RegistrationContext,
  type SignInContext,
} from '../../../src/conformance/index.js';
import type { Answer, Visitor } from './visitor.js';

/** Where the page is that the user looks at. */
interface Site {
  origin: string;
  visitor(): Visitor;
}

/** What may differ in one ceremony. */
export type RegistrationChanges = Partial<RegistrationContext>;
export type SignInChanges = Partial<SignInContext>;

/** A user with a browser and an authenticator. */
export interface Person {
  name: string;
  browser: Visitor;
  authenticator: Authenticator;
  /** Fetches options and answers them with a new passkey, without posting it. */
  createPasskey(query?: string, changes?: RegistrationChanges): Promise<RegistrationResponse>;
  /** The whole registration. */
  addPasskey(query?: string, changes?: RegistrationChanges): Promise<Answer>;
  /** Fetches options for an account with the user's name and answers them with a new passkey, without posting it. */
  beginSignUp(changes?: RegistrationChanges): Promise<RegistrationResponse>;
  /** The whole sign-up, passkey first. */
  signUpByPasskey(changes?: RegistrationChanges): Promise<Answer>;
  /** Fetches options and answers them with a passkey, without posting it. */
  choosePasskey(changes?: SignInChanges, query?: string): Promise<AuthenticationResponse>;
  /** The whole sign-in. */
  signIn(changes?: SignInChanges): Promise<Answer>;
  /** The whole step-up. */
  stepUp(changes?: SignInChanges): Promise<Answer>;
  signOut(): Promise<Answer>;
}

/** A user without an account. */
export function createPerson(site: Site, name: string, options?: AuthenticatorOptions): Person {
  const browser = site.visitor();
  const authenticator = createAuthenticator(options);
  const { origin } = site;
  const endUser: Person = {
    name,
    browser,
    authenticator,
    async createPasskey(query = '', changes) {
      const { status, body } = await browser.post<PasskeyCreationOptions>(`/webauthn/register/options${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return authenticator.create(body, { origin, ...changes }) as Promise<RegistrationResponse>;
    },
    async addPasskey(query = '', changes) {
      return browser.post(`/webauthn/register/verify${query}`, await endUser.createPasskey(query, changes));
    },
    async beginSignUp(changes) {
      const { status, body } = await browser.post<PasskeyCreationOptions>('/signup/options', { username: name });
      assert.equal(status, 200, JSON.stringify(body));
      return authenticator.create(body, { origin, ...changes }) as Promise<RegistrationResponse>;
    },
    async signUpByPasskey(changes) {
      return browser.post('/signup/verify', await endUser.beginSignUp(changes));
    },
    async choosePasskey(changes, query = '') {
      const { status, body } = await browser.post<PasskeyRequestOptions>(`/webauthn/login/options${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return authenticator.get(body, { origin, ...changes }) as Promise<AuthenticationResponse>;
    },
    async signIn(changes) {
      return browser.post('/webauthn/login/verify', await endUser.choosePasskey(changes));
    },
    async stepUp(changes) {
      return browser.post('/webauthn/login/verify?step-up', await endUser.choosePasskey(changes, '?step-up'));
    },
    signOut: () => browser.post('/logout'),
  };
  return endUser;
}

/** A user who has just signed up, without a passkey. */
export async function signUp(
  site: Site,
  name: string,
  password?: string,
  options?: AuthenticatorOptions,
): Promise<Person> {
  const endUser = createPerson(site, name, options);
  const { status, body } = await endUser.browser.post('/signup', {
    username: name,
    ...(password !== undefined && { password }),
  });
  assert.equal(status, 201, JSON.stringify(body));
  return endUser;
}

/** A user with an account and a passkey, still signed in from signing up. */
export async function signUpWithPasskey(site: Site, name: string, options?: AuthenticatorOptions): Promise<Person> {
  const endUser = await signUp(site, name, undefined, options);
  const { status, body } = await endUser.addPasskey();
  assert.equal(status, 200, JSON.stringify(body));
  return endUser;
}

/** Adds another passkey, in a separate authenticator, and returns its id. The session must be fresh. */
export async function addAnotherPasskey(
  { browser }: Person,
  { origin }: Site,
  options?: AuthenticatorOptions,
): Promise<string> {
  const { status, body } = await browser.post<PasskeyCreationOptions>('/webauthn/register/options');
  assert.equal(status, 200, JSON.stringify(body));
  const response = await createAuthenticator(options).create(body, { origin });
  const added = await browser.post('/webauthn/register/verify', response);
  assert.equal(added.status, 200, added.text);
  return response.id;
}

/** A browser that came by the user's cookie. */
export function copyOf({ browser }: Person, site: Site): Visitor {
  const copy = site.visitor();
  copy.cookie = browser.cookie;
  return copy;
}
