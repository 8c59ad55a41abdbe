import {
  BackendRefusal,
  isBackedUp,
  sentAgain,
  userIdOf,
  type Adapter,
  type BackendRequest,
} from '../base/client/adapter.js';
import type { NextStep, SignInAnswer } from '../base/contract/types.js';
import { aspNetCsrf } from '../base/client/csrf.js';

/** The app's own endpoints, relative to the base URL. */
export interface AspNetIdentityOptions {
  /** Takes the credential as JSON and calls `PasskeySignInAsync`. Defaults to `Account/PasskeySignIn`. */
  readonly signIn?: string;
  /** Takes the credential as JSON and calls `PerformPasskeyAttestationAsync`. Defaults to `Account/PasskeyRegistration`. */
  readonly registration?: string;
}

/** The body of `login`. */
interface Entry {
  readonly email: string;
  readonly password: string;
  readonly twoFactorCode?: string;
  readonly twoFactorRecoveryCode?: string;
}

/** How long the password is kept for the code, in ms. */
const longestWait = 5 * 60_000;

/**
 * An adapter for ASP.NET Core Identity 10: sign-in, passwords with a second factor, sign-up, creating passkeys and
 * sign-out. Written from its documentation, which leaves to the app where credentials are sent, and has no endpoints that
 * list or name passkeys. The endpoint takes the password again with the code of the second factor: until then, and for 5
 * minutes at most, the adapter keeps it in memory.
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
  /** The sign-in that waits for a code. */
  let waiting: { readonly next: NextStep; readonly entry: Entry } | undefined;
  const waitFor = (entry: Entry, next: NextStep): SignInAnswer => {
    const mine = { next, entry };
    waiting = mine;
    setTimeout(() => {
      if (waiting === mine) waiting = undefined;
    }, longestWait);
    return { next };
  };
  const logIn = async ({ send }: BackendRequest, entry: Entry): Promise<SignInAnswer> => {
    try {
      await send('POST', 'login?useCookies=true', entry);
      waiting = undefined;
      return {};
    } catch (error) {
      const { status, answer } = error as BackendRefusal;
      const { detail } = Object((answer as { backend?: unknown } | undefined)?.backend) as { detail?: string };
      const { email, password } = entry;
      if (status !== 401 || !detail) throw error;
      if (detail === 'RequiresTwoFactor')
        return waitFor({ email, password }, { step: 'second-factor', methods: ['totp', 'recovery-code'] });
      if (detail === 'LockedOut') throw new BackendRefusal(429, { error: 'rate_limited' });
      if (detail !== 'NotAllowed') throw error;
      await sentAgain(send('POST', 'resendConfirmationEmail', { email }));
      return waitFor({ email, password: '' }, { step: 'verify-address', address: email, sent: 'link' });
    }
  };
  return {
    headers: aspNetCsrf,
    names: 'email',
    oneChallenge: true,
    refusal(status, answer, { body, name }) {
      // What is asked for a user who is not there: the options of a visitor, and all of a user who was deleted.
      if (status === 404 && body === undefined) return { error: 'unauthenticated', status: 401 };
      const { errors = {} } = Object(answer) as { errors?: object };
      const isTaken = Object.keys(errors).some((code) => /^Duplicate(Email|UserName)$/.test(code));
      return name === 'POST /signup' && isTaken ? { error: 'taken', status: 409 } : undefined;
    },
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
        const info = await send<{ email: string } | undefined>('GET', 'manage/info').catch((error: unknown) => {
          if (!waiting || (error as BackendRefusal).status !== 401) throw error;
        });
        if (!info) return { signedIn: false, ...(waiting && { next: waiting.next }) };
        waiting = undefined;
        const { email } = info;
        return { signedIn: true, user: { id: userIdOf(email), name: email, displayName: email } };
      },
      'POST /logout': async ({ send }) => {
        waiting = undefined;
        await send('POST', 'logout', {});
      },
      'POST /login': (request) => logIn(request, { email: request.body.username, password: request.body.password }),
      'POST /session/second-factor': async (request) => {
        const { entry } = waiting ?? {};
        if (!entry) throw new BackendRefusal(401, { error: 'unauthenticated' });
        const { code } = request.body;
        const kind = /^\d+$/.test(code) ? 'twoFactorCode' : 'twoFactorRecoveryCode';
        const answer = await logIn(request, { ...entry, [kind]: code }).catch((error: unknown) => {
          // The password was right: it is the code that is wrong.
          if ((error as BackendRefusal).status !== 401) throw error;
          throw new BackendRefusal(400, { error: 'wrong_code' });
        });
        if (answer.next) throw new BackendRefusal(400, { error: 'wrong_code' });
        return answer;
      },
      // Registration begins no session.
      'POST /signup': async (request) => {
        const { username: email, password = '' } = request.body;
        await request.send('POST', 'register', { email, password });
        return logIn(request, { email, password });
      },
    },
  };
}
