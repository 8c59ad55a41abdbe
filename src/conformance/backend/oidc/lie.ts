/** Claims of an ID token, right or wrong. */
export type Claims = Record<string, unknown>;

/** What a token is signed with: the published key, one that was never published, a shared secret, or nothing. */
export type Signer = 'published' | 'unpublished' | 'secret' | 'public-key-as-secret' | 'nothing';

/** What an endpoint answers. */
export interface ProviderAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** One way to misbehave. What a lie does not mention, the provider does as it should. */
export interface Lie {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly signer?: Signer;
  /** Changes the claims. */
  readonly claims?: (claims: Claims) => Claims;
  /** Changes the signed token. */
  readonly token?: (signed: string) => unknown;
  /** Replaces the answer to the exchange of a code; `body` is the honest one. */
  readonly exchange?: (body: Record<string, unknown>) => ProviderAnswer;
  /** Replaces what UserInfo says of the user; `claims` are the honest ones. */
  readonly userInfo?: (claims: Claims) => ProviderAnswer;
  /** Has this provider sign its tokens and name itself in them, as if they were its own. */
  readonly tokensOf?: 'second';
  /** Signs with the key of this provider. */
  readonly keyOf?: 'second';
  /** Changes the parameters that the browser brings back. */
  readonly callback?: (parameters: URLSearchParams) => void;
}

/** The client that the backend must be configured as. */
export const clientId = 'latchkey-check';
export const clientSecret = 'latchkey-check-secret';
