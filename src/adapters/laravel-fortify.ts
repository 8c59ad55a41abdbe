import { isBackedUp, userIdOf, type Adapter, type BackendRequest } from '../base/client/adapter.js';
import type { CreationOptions, RequestOptions } from '../base/contract/types.js';
import { laravelCsrf } from '../base/client/csrf.js';

/** What is configured differently. */
export interface LaravelFortifyOptions {
  /**
   * The app's endpoint that returns the user as JSON, relative to the base URL, and 401 for visitors. Fortify has none.
   * Defaults to `api/user`, which Sanctum protects in a new app.
   */
  readonly user?: string;
}

/**
 * An adapter for Laravel Fortify with its passkeys: sign-in, passwords, sign-up, creating passkeys and sign-out. Written
 * from its documentation for Laravel 13 and that of `@laravel/passkeys`; there are no endpoints that list or name
 * passkeys. A password that has to be confirmed is a step-up.
 *
 * @see {@link https://laravel.com/docs/13.x/fortify#passkeys Laravel, Fortify}
 */
export function laravelFortify({ user: userPath = 'api/user' }: LaravelFortifyOptions = {}): Adapter {
  const options =
    <Options>(path: string) =>
    async ({ send }: BackendRequest) =>
      (await send<{ options: Options }>('GET', path)).options;
  return {
    headers: laravelCsrf,
    oneChallenge: true,
    refusal: (status) => (status === 423 ? { error: 'step_up_required', methods: ['password'] } : undefined),
    capabilities: {
      'POST /webauthn/login/options': options<RequestOptions>('passkeys/login/options'),
      'POST /webauthn/login/verify': async ({ send, body }) => {
        await send('POST', 'passkeys/login', { credential: body, remember: false });
        return { verified: true };
      },
      'POST /webauthn/register/options': options<CreationOptions>('user/passkeys/options'),
      'POST /webauthn/register/verify': async ({ send, body }) => {
        await send('POST', 'user/passkeys', { name: new Date().toLocaleDateString(), credential: body });
        return { verified: true, backedUp: isBackedUp(body) };
      },
      'GET /session': async ({ send }) => {
        const { id, email, name } = await send<{ id: number | string; email: string; name: string }>('GET', userPath);
        return { signedIn: true, user: { id: userIdOf(id), name: email, displayName: name } };
      },
      'POST /logout': async ({ send }) => {
        await send('POST', 'logout');
      },
      // In a session, it is the password that has to be confirmed.
      'POST /login': async ({ send, body: { username, password } }) => {
        const isKnown = await send('GET', userPath).then(
          () => true,
          () => false,
        );
        if (isKnown) await send('POST', 'user/confirm-password', { password });
        else await send('POST', 'login', { email: username, password });
      },
      'POST /signup': async ({ send, body: { username, password } }) => {
        await send('POST', 'register', {
          name: username,
          email: username,
          password,
          password_confirmation: password,
        });
      },
    },
  };
}
