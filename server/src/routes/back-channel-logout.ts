import type { Handler } from 'hono';
import { formType, mediaType, readForm } from '../http/middleware/body.js';
import { Refusal } from '../http/refusal.js';
import type { Env } from '../http/request-context.js';
import { issuerOfToken, LogoutTokenRefused, nameLogout, type VerifyLogoutToken } from '../oidc/logout-token.js';
import { ProviderFailure } from '../oidc/provider-failure.js';
import type { Services } from '../services.js';

/** Turns why a token was not accepted into an answer for the provider, and an entry for the operator. */
function refuseToken({ log }: Services, error: unknown): never {
  if (error instanceof LogoutTokenRefused) {
    log({ level: 'warn', event: 'logout-token-refused', reason: error.message });
    throw new Refusal(400, 'rejected', { message: `The logout token is not accepted: ${error.message}.` });
  }
  if (!(error instanceof ProviderFailure)) throw error;
  log({ level: 'warn', event: 'provider-failed', reason: error.reason });
  throw new Refusal(502, 'provider_failed', { message: 'The keys of the provider cannot be fetched.' });
}

/**
 * `POST /auth/backchannel-logout`: a provider, not a page, ends sessions that began there. A token is accepted once.
 *
 * @see {@link https://openid.net/specs/openid-connect-backchannel-1_0.html OpenID Connect Back-Channel Logout}
 */
export function backChannelLogout(services: Services, verifiers: ReadonlyMap<string, VerifyLogoutToken>): Handler<Env> {
  const { grants, now, store } = services;
  return async (context) => {
    if (mediaType(context) !== formType)
      throw new Refusal(400, 'bad_request', { message: `The Content-Type must be ${formType}.` });
    const { logout_token: token } = readForm(context);
    if (!token) throw new Refusal(400, 'bad_request', { message: 'logout_token: missing' });
    const issuer = issuerOfToken(token);
    const verify = verifiers.get(issuer);
    if (!verify) refuseToken(services, new LogoutTokenRefused('it is of no provider'));
    const { subject, providerSession, key, expires } = await verify(token).catch((error: unknown) =>
      refuseToken(services, error),
    );
    const { failed: uses } = await store.countFailure(key, now(), expires);
    if (uses > 1) refuseToken(services, new LogoutTokenRefused('it was used before'));
    try {
      // First, so that a sign-in in progress is refused or found.
      await store.noteProviderLogout(nameLogout(issuer, { subject, providerSession }), now());
      const userId = subject === undefined ? undefined : await store.findOwner(issuer, subject);
      // A user who never signed in here has no session to end.
      if (subject === undefined || userId !== undefined)
        await store.endSessionsOfProvider(issuer, userId, providerSession, now());
    } catch (error) {
      // The provider sends it again.
      await store.forgiveFailure(key).catch(() => {});
      throw error;
    }
    grants.giveBackLeft();
    context.header('Cache-Control', 'no-store');
    return context.body(null, 200);
  };
}
