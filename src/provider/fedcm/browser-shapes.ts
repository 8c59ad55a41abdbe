import type { FedCmContextName } from '../../base/element/known-words.js';
import type { FedCmProvider } from '../../base/contract/types.js';
import { read } from '../../base/attempt.js';
import { LatchError } from '../../base/client/errors.js';

/** The wording of the browser's dialog: "Sign in to …", "Sign up to …", "Use … with …", "Continue to …". */
export type FedCmContext = FedCmContextName;

/** What a user signs in with, and how the browser should ask. */
export interface TokenRequest {
  /** Where the user may have an account: one provider, or several if {@link canAskSeveral} is true. */
  providers: readonly FedCmProvider[];
  nonce: string;
  mode: 'active' | 'passive';
  mediation?: 'optional' | 'required' | 'silent' | undefined;
  context?: FedCmContext | undefined;
  fields?: readonly string[] | undefined;
  loginHint?: string | undefined;
  scope?: string | undefined;
}

/** Builds a request in the form that this browser accepts. */
export function describeRequest({
  providers,
  nonce,
  mode,
  mediation,
  context,
  fields,
  loginHint,
  scope,
}: TokenRequest): CredentialRequestOptions {
  const described = providers.map(({ format, ...provider }) => ({
    ...provider,
    params: { nonce, ...(scope && { scope }) },
    // Chromium before 143 hands providers the nonce that stands here. The same release gave its error the attribute
    // `error`. https://developer.chrome.com/blog/fedcm-chrome-143-updates With delegation the browser signs it.
    ...((format || !('error' in (globals.IdentityCredentialError?.prototype ?? {}))) && { nonce }),
    ...(format && { format }),
    ...(fields?.length && { fields: [...fields] }),
    ...(loginHint && { loginHint }),
  }));
  // Passive is the default wherever there is a choice.
  const identity = { providers: described, ...(mode === 'active' && { mode }), ...(context && { context }) };
  return { identity, ...(mediation && { mediation }) } as CredentialRequestOptions;
}

const globals = globalThis as {
  IdentityCredential?: { prototype: object };
  IdentityCredentialError?: { prototype: object };
};

/**
 * Whether one request may name several providers, in passive mode at least. Chromium can since 136, and its credentials
 * name the provider since then.
 */
export function canAskSeveral(): boolean {
  return 'configURL' in (globals.IdentityCredential?.prototype ?? {});
}

/**
 * The token in the browser's response. The response may come from an extension that replaces the browser's function, so
 * everything about it is checked.
 *
 * @throws {LatchError} `cancelled` for no response at all, `bad_response` for a response without a token. Tokens other
 *   than strings are not part of the contract.
 */
export function tokenOf(credential: unknown): string {
  if (credential == null) throw new LatchError('cancelled', 'The browser returned no credential.', { retryable: true });
  const token = read(credential, 'token');
  if (typeof token !== 'string' || token === '') throw new LatchError('bad_response', 'The credential has no token.');
  return token;
}

/**
 * The config file of the provider that issued the token. A request to one provider has one answer; among several the
 * credential names it.
 *
 * @throws {LatchError} `bad_response` if it names none that was asked.
 */
export function issuerOf(credential: unknown, providers: readonly FedCmProvider[]): string {
  const [first, ...others] = providers;
  if (others.length === 0) return first!.configURL;
  const configURL = read(credential, 'configURL');
  if (!providers.some((provider) => provider.configURL === configURL))
    throw new LatchError('bad_response', 'The credential does not say which provider it is from.');
  return configURL as string;
}
