import type { OAuthService } from './oauth-service.js';

/** How the server proves itself at the token endpoint. `apple` is the secret that Apple wants made of a key. */
export type ClientAuthentication =
  'client_secret_basic' | 'client_secret_post' | 'client_secret_jwt' | 'private_key_jwt' | 'apple' | 'none';

/** A key with which the server proves itself. */
export interface ClientKey {
  /** PKCS #8 in PEM. */
  privateKey: string;
  keyId?: string | undefined;
  algorithm: string;
  /** The team at Apple. */
  teamId?: string | undefined;
}

/** A provider that users can sign in with: who the server is to it, and what it asks for. */
export interface ProviderSettings {
  /** Names it in addresses: lower-case letters, digits and hyphens. */
  id: string;
  /** What users call it. */
  name: string;
  /** The name of an icon of the client, such as `google`, or the address of an image on the origin of the pages. */
  icon?: string | undefined;
  issuer: string;
  clientId: string;
  /** Absent for a public client, and for one with a key. */
  clientSecret?: string | undefined;
  /** Defaults to what the metadata of the provider say. */
  clientAuthentication?: ClientAuthentication | undefined;
  key?: ClientKey | undefined;
  /** Names separated by spaces; `openid` is among them unless `oauth` is given. */
  scope: string;
  /** The domains of e-mail addresses whose users sign in here. */
  domains?: readonly string[] | undefined;
  /** Whether users with such an address must sign in here, and the names of accounts that need not. */
  isRequired?: boolean | undefined;
  exceptions?: readonly string[] | undefined;
  /** Whether it has a button of its own; false unless given for a provider with `domains`, else true. */
  isListed?: boolean | undefined;
  /** Whether the authorization request is pushed (RFC 9126). Defaults to whether the metadata name an endpoint. */
  pushedRequests?: boolean | undefined;
  /** Whether tokens are bound to a key (RFC 9449). Defaults to whether the metadata name ES256, except for a public client. */
  dpop?: boolean | undefined;
  prompt?: string | undefined;
  /** One of these must be the `acr` of the ID token. */
  acrValues?: string | undefined;
  /** Further parameters of the authorization request. */
  parameters?: Readonly<Record<string, string>> | undefined;
  responseMode?: 'form_post' | undefined;
  /** `absent`: its ID tokens have no nonce. PKCE alone binds an answer to its flow then. */
  nonce?: 'absent' | undefined;
  /** Whether its issuer has a tenant in the place of `{tenantid}`, so that a subject is unique for its tenant only. */
  hasTenants?: boolean | undefined;
  /** Whether a sign-out continues at its `end_session_endpoint`. */
  logout?: boolean | undefined;
  /** A provider of OAuth 2.0 without OpenID. */
  oauth?: OAuthService | undefined;
}
