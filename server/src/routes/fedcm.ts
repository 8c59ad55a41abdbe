import { decodeJwt } from 'jose';
import type { Handler } from 'hono';
import type { FedCmNonceAnswer, SignInAnswer } from '../../../src/base/contract/types.js';
import { useUpChallenge } from '../sessions/challenges.js';
import { checkShape } from '../http/contract.js';
import type { FedCmProvider, PresentationNonce } from '../fedcm/provider.js';
import { readJson } from '../http/middleware/body.js';
import { signInProviderUser } from '../oidc/complete-flow.js';
import { ProviderFailure } from '../oidc/provider-failure.js';
import type { ProviderUser } from '../oidc/provider.js';
import { Refusal } from '../http/refusal.js';
import type { Env } from '../http/request-context.js';
import type { Services } from '../services.js';

/** `GET /auth/fedcm/nonce`: a nonce for the browser that asks, and the providers that it may take it to. */
export function issueNonce(services: Services, providers: readonly FedCmProvider[]): Handler<Env> {
  const { now, sessions } = services;
  const named = providers.map(({ configURL, clientId, format, issuer }) => ({
    configURL,
    clientId,
    provider: services.providers.nameOf(issuer).id,
    ...(format && { format }),
  }));
  return async (context) => {
    const nonce = await sessions.issueSignInChallenge(context, 'fedcm', String(now()));
    return context.json({ nonce, providers: named } satisfies FedCmNonceAnswer);
  };
}

/**
 * The nonce that the token names, if it names one that could be ours; nothing when it is no token at all. In what a
 * browser presents it is in the last part, which the browser signed. Nothing in it is believed yet.
 */
function readNonce(token: string): string | undefined {
  let nonce: unknown;
  try {
    ({ nonce } = decodeJwt(token.slice(token.lastIndexOf('~') + 1)));
  } catch {
    // The reason would quote what could not be read.
    return undefined;
  }
  return typeof nonce === 'string' && /^[\w-]{43}$/.test(nonce)
    ? nonce
    : refuseNonce('The token names no nonce of this server.');
}

function refuseNonce(message: string): never {
  throw new Refusal(400, 'challenge_expired', { message });
}

async function verify(
  { log }: Services,
  provider: FedCmProvider,
  token: string,
  nonce: PresentationNonce,
): Promise<ProviderUser> {
  try {
    return await provider.verify(token, nonce);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    log({ level: 'warn', event: 'provider-failed', reason: error.reason });
    throw new Refusal(502, 'provider_failed', { message: 'The keys of the provider cannot be fetched.' });
  }
}

/** `POST /auth/fedcm`: signs in the user of the token. The nonce is used up in every case. */
export function signInByToken(services: Services, providers: readonly FedCmProvider[]): Handler<Env> {
  const { sessions } = services;
  return async (context) => {
    const { token, configURL } = checkShape('FedCmToken', readJson(context));
    const nonce = readNonce(token);
    const requestedAt =
      nonce === undefined ? 0 : Number(await useUpChallenge(services, sessions.readId(context), nonce, 'fedcm'));
    const provider = providers.find((candidate) => candidate.configURL === configURL);
    if (!provider)
      throw new Refusal(403, 'unknown_provider', { message: 'configURL: not one of a configured provider' });
    if (nonce === undefined)
      throw new Refusal(401, 'rejected', { message: 'The token is not accepted: it is not a JSON Web Token.' });
    const providerUser = await verify(services, provider, token, { nonce, requestedAt });
    const previous = await sessions.read(context);
    const signedIn =
      previous &&
      (await signInProviderUser({
        services,
        context,
        authMethod: 'fedcm',
        issuer: provider.issuer,
        providerUser,
        previous,
      }));
    if (!signedIn) return refuseNonce('The session has ended.');
    return context.json(signedIn satisfies SignInAnswer);
  };
}
