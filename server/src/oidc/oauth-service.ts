/** What a provider of OAuth 2.0 without OpenID knows of its user. */
export interface OAuthUser {
  /** Its immutable id of the account. */
  id: unknown;
  name?: unknown;
  username?: unknown;
  email?: unknown;
  /** Whether the provider has verified the address. An address without it is not used. */
  isEmailVerified?: boolean;
}

/** A provider of OAuth 2.0 without OpenID: its endpoints, and how its user is read, from its documentation. */
export interface OAuthService {
  authorizationEndpoint: string;
  tokenEndpoint: string;
  /** Below which address `readUser` asks. */
  api: string;
  /** Parameters of a step-up, which make the service ask a user who is already signed in there. */
  again?: Record<string, string>;
  /** Reads the user. `ask` resolves to the JSON at a path of the API, asked with the access token. */
  readUser(ask: (path: string) => Promise<unknown>): Promise<OAuthUser>;
}

/** A member of what may be no object. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
