import { isBackedUp, userIdOf, type Adapter, type BackendRequest } from '../base/client/adapter.js';
import { aspNetCsrf } from '../base/client/csrf.js';

/** The app's own endpoints, relative to the base URL. */
export interface AspNetIdentityOptions {
  /** Takes the credential as JSON and calls `PasskeySignInAsync`. Defaults to `Account/PasskeySignIn`. */
  readonly signIn?: string;
  /** Takes the credential as JSON and calls `PerformPasskeyAttestationAsync`. Defaults to `Account/PasskeyRegistration`. */
  readonly registration?: string;
}

/**
 * An adapter for ASP.NET Core Identity 10: sign-in, passwords, creating passkeys and sign-out. Written from its
 * documentation, which leaves to the app where credentials are sent, and has no endpoints that list or name passkeys.
 *
 * @see {@link https://learn.microsoft.com/aspnet/core/security/authentication/passkeys/?view=aspnetcore-10.0 ASP.NET
 *   Core, passkeys}
 * @see {@link https://learn.microsoft.com/aspnet/core/security/authentication/identity-api-authorization?view=aspnetcore-10.0
 *   ASP.NET Core, Identity for single-page applications}
 */
export function aspNetIdentity({
  signIn = 'Account/PasskeySignIn',
  registration = 'Account/PasskeyRegistration',
}: AspNetIdentityOptions = {}): Adapter {
  const post =
    <Options>(path: string) =>
    ({ send }: BackendRequest) =>
      send<Options>('POST', path);
  return {
    headers: aspNetCsrf,
    oneChallenge: true,
    // The options of a visitor.
    refusal: (status, _answer, { body }) =>
      status === 404 && body === undefined ? { error: 'unauthenticated' } : undefined,
    capabilities: {
      'POST /webauthn/login/options': post('Account/PasskeyRequestOptions'),
      'POST /webauthn/login/verify': async ({ send, body }) => {
        await send('POST', signIn, body);
        return { verified: true };
      },
      'POST /webauthn/register/options': post('Account/PasskeyCreationOptions'),
      'POST /webauthn/register/verify': async ({ send, body }) => {
        await send('POST', registration, body);
        return { verified: true, backedUp: isBackedUp(body) };
      },
      'GET /session': async ({ send }) => {
        const { email } = await send<{ email: string }>('GET', 'manage/info');
        return { signedIn: true, user: { id: userIdOf(email), name: email, displayName: email } };
      },
      'POST /logout': async ({ send }) => {
        await send('POST', 'logout', {});
      },
      'POST /login': async ({ send, body: { username, password } }) => {
        await send('POST', 'login?useCookies=true', { email: username, password });
      },
    },
  };
}
