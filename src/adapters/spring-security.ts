import { isBackedUp, userIdOf, BackendRefusal, type Adapter } from '../base/client/adapter.js';
import { springCsrf } from '../base/client/csrf.js';

/** What is configured differently. */
export interface SpringSecurityOptions {
  /**
   * The app's endpoint that names the user, relative to the base URL: JSON with `name`, and 401 for visitors. Spring
   * Security has none. Defaults to `user`.
   */
  readonly user?: string;
}

/**
 * An adapter for the passkeys of Spring Security: sign-in, creating passkeys and sign-out. Written from its
 * documentation of version 7.0; there are no endpoints that list or name passkeys, and none for a step-up.
 *
 * @see {@link https://docs.spring.io/spring-security/reference/servlet/authentication/passkeys.html Spring Security,
 *   Passkeys}
 */
export function springSecurity({ user: userPath = 'user' }: SpringSecurityOptions = {}): Adapter {
  return {
    headers: springCsrf,
    oneChallenge: true,
    capabilities: {
      'POST /webauthn/login/options': 'webauthn/authenticate/options',
      'POST /webauthn/login/verify': async ({ send, body }) => {
        const { authenticated } = await send<{ authenticated: boolean }>('POST', 'login/webauthn', body);
        if (!authenticated) throw new BackendRefusal(401);
        return { verified: true };
      },
      'POST /webauthn/register/options': 'webauthn/register/options',
      'POST /webauthn/register/verify': async ({ send, body }) => {
        const publicKey = { credential: body, label: new Date().toLocaleDateString() };
        const { success } = await send<{ success: boolean }>('POST', 'webauthn/register', { publicKey });
        if (!success) throw new BackendRefusal(400);
        return { verified: true, backedUp: isBackedUp(body) };
      },
      'GET /session': async ({ send }) => {
        const { name } = await send<{ name: string }>('GET', userPath);
        return { signedIn: true, user: { id: userIdOf(name), name, displayName: name } };
      },
      'POST /logout': async ({ fetch }) => {
        // It redirects to the sign-in page.
        const { status, ok } = await fetch('logout', { method: 'POST' });
        if (!ok && status) throw new BackendRefusal(status);
      },
    },
  };
}
