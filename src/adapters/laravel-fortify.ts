import {
  BackendRefusal,
  isBackedUp,
  isInSession,
  isOver,
  userIdOf,
  type Adapter,
  type BackendRequest,
} from '../base/client/adapter.js';
import type { PasskeyCreationOptions, NextStep, PasskeyRequestOptions } from '../base/contract/types.js';
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
 * An adapter for Laravel Fortify with its passkeys: sign-in, passwords with a second factor, sign-up, creating passkeys
 * and sign-out. Written from its documentation for Laravel 13 and that of `@laravel/passkeys`; there are no endpoints
 * that list or name passkeys. A password that has to be confirmed is a step-up. That a sign-in waits for a second factor
 * is kept in memory: a page that is loaded again starts over.
 *
 * @see {@link https://laravel.com/docs/13.x/fortify#passkeys Laravel, Fortify}
 */
export function laravelFortify({ user: userPath = 'api/user' }: LaravelFortifyOptions = {}): Adapter {
  const options =
    <Options>(path: string) =>
    async ({ send }: BackendRequest) =>
      (await send<{ options: Options }>('GET', path)).options;
  /** What the sign-in of this page waits for: Fortify does not say so again. */
  let waitsFor: NextStep | undefined;
  return {
    headers: laravelCsrf,
    names: 'email',
    oneChallenge: true,
    refusal(status, answer, { name }) {
      if (status === 423) return { error: 'step_up_required', methods: ['password'] };
      // The token against CSRF ends with the session, and the sign-in that waits with both.
      if (status === 419 && name === 'POST /session/second-factor') return { error: 'unauthenticated', status: 401 };
      const { errors = {} } = Object(answer) as { errors?: { readonly email?: unknown; readonly code?: unknown } };
      if (status !== 422) return undefined;
      // Validation is a 422 for everything. The wrong password is an error of the name, and the code that of its field.
      if (name === 'POST /login') return { error: 'rejected', status: 401 };
      if (name === 'POST /session/second-factor') return { error: 'wrong_code', status: 400 };
      if (name === 'POST /signup' && errors.email) return { error: 'taken', status: 409 };
      return undefined;
    },
    capabilities: {
      'POST /webauthn/login/options': options<PasskeyRequestOptions>('passkeys/login/options'),
      'POST /webauthn/login/verify': async ({ send, body }) => {
        await send('POST', 'passkeys/login', { credential: body, remember: false });
        return { verified: true };
      },
      'POST /webauthn/register/options': options<PasskeyCreationOptions>('user/passkeys/options'),
      'POST /webauthn/register/verify': async ({ send, body }) => {
        await send('POST', 'user/passkeys', { name: new Date().toLocaleDateString(), credential: body });
        return { verified: true, backedUp: isBackedUp(body) };
      },
      'GET /session': async ({ send }) => {
        const user = await send<{ id: number | string; email: string; name: string } | undefined>(
          'GET',
          userPath,
        ).catch((error: unknown) => {
          if (!waitsFor || !(error instanceof BackendRefusal) || error.status !== 401) throw error;
        });
        if (!user) return { signedIn: false, ...(waitsFor && { next: waitsFor }) };
        waitsFor = undefined;
        const { id, email, name } = user;
        return { signedIn: true, user: { id: userIdOf(id), name: email, displayName: name } };
      },
      'POST /logout': async ({ send }) => {
        waitsFor = undefined;
        await send('POST', 'logout');
      },
      // In a session, it is the password that has to be confirmed.
      'POST /login': async ({ send, body: { username, password } }) => {
        const isKnown = await isInSession(send('GET', userPath));
        waitsFor = undefined;
        if (isKnown) {
          await send('POST', 'user/confirm-password', { password });
          return {};
        }
        const { two_factor: isHalf } = await send<{ two_factor?: boolean }>('POST', 'login', {
          email: username,
          password,
        });
        if (!isHalf) return {};
        waitsFor = { step: 'second-factor', methods: ['totp', 'recovery-code'] };
        return { next: waitsFor };
      },
      'POST /session/second-factor': async ({ send, body: { code } }) => {
        try {
          await send('POST', 'two-factor-challenge', { [/^\d+$/.test(code) ? 'code' : 'recovery_code']: code });
          return {};
        } catch (error) {
          if (isOver(error)) waitsFor = undefined;
          throw error;
        }
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
