import { pageAddress } from '../base/browser/embedding.js';
import {
  BackendRefusal,
  complete,
  isBackedUp,
  userIdOf,
  type Adapter,
  type BackendRequest,
} from '../base/client/adapter.js';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '../base/contract/types.js';

/** What `session` answers. Auth.js names the user's id only where the app's `session` callback adds it. */
interface Session {
  readonly user?: { readonly id?: string; readonly name?: string | null; readonly email?: string | null };
  readonly expires: string;
}

/** What is configured differently. */
export interface AuthJsOptions {
  /** The id of the WebAuthn provider. Defaults to the first of that type in `providers`. */
  readonly provider?: string;
}

/** How long a creation may take whose options name no `timeout`, in ms. */
const longestCreation = 5 * 60_000;

/**
 * An adapter for Auth.js (`@auth/core` 0.41) with its WebAuthn provider: sign-in, creating passkeys, their list, and
 * sign-out. Auth.js has no endpoints to name or remove passkeys, none for a step-up, and does not say when a passkey was
 * created. Its challenge is in a cookie that the list replaces too, so no list is asked for while a passkey is created. In
 * Next.js, the `base-url` is `/api/auth`.
 *
 * @see {@link https://authjs.dev/getting-started/authentication/webauthn Auth.js, WebAuthn}
 */
export function authJs({ provider }: AuthJsOptions = {}): Adapter {
  let found: Promise<string> | undefined;
  /** The creation that has options and no answer yet: other options would take its challenge, which is in a cookie. */
  let creating: { readonly options: Promise<PasskeyCreationOptions>; until: number } | undefined;
  /** The options that a list is asking for. */
  let listing: Promise<unknown> = Promise.resolve();
  /** Whether a list has replaced the challenge of the options for a sign-in. */
  let isReplaced = false;
  const providerOf = ({ send }: BackendRequest): Promise<string> =>
    (found ??= send<Record<string, { id: string; type: string }>>('GET', 'providers').then(
      (providers) => provider ?? Object.values(providers).find(({ type }) => type === 'webauthn')?.id ?? 'webauthn',
      (error: unknown) => {
        found = undefined;
        throw error;
      },
    ));

  /** Auth.js redirects after a POST, unless this header asks for the address: that of an error has the word in it. */
  const post = async ({ send }: BackendRequest, path: string, body: object) => {
    const { url } = await send<{ url: string }>('POST', path, body, { 'x-auth-return-redirect': '1' });
    if (new URL(url, location.href).searchParams.has('error')) throw new BackendRefusal(400, { backend: url });
  };
  const askOptions = async <Options>(request: BackendRequest, action: string) => {
    const path = `webauthn-options/${await providerOf(request)}?action=${action}`;
    return (await request.send<{ options: Options }>('GET', path)).options;
  };
  const verify = async (request: BackendRequest, action: string) =>
    post(request, `callback/${await providerOf(request)}`, { action, data: JSON.stringify(request.body) });

  const askCreationOptions = async (request: BackendRequest): Promise<PasskeyCreationOptions> => {
    if (!(await readSession(request))) throw new BackendRefusal(401, { error: 'unauthenticated' });
    const { user, ...others } = await askOptions<PasskeyCreationOptions>(request, 'register');
    // Auth.js sends the user handle as text.
    return complete({ ...others, user: { ...user, id: userIdOf(user.id) } });
  };

  /** The options with which a list is made: those of the creation that is pending, else fresh ones. */
  const optionsForList = (request: BackendRequest): Promise<PasskeyCreationOptions> => {
    if (creating && Date.now() < creating.until) return creating.options;
    const asked = askCreationOptions(request);
    isReplaced = true;
    listing = asked.catch(() => 'the list says so');
    return asked;
  };

  return {
    path: 'auth/',
    oneChallenge: true,
    capabilities: {
      'POST /webauthn/login/options': async (request) => {
        await listing;
        isReplaced = false;
        return askOptions<PasskeyRequestOptions>(request, 'authenticate');
      },
      'POST /webauthn/login/verify': async (request) => {
        if (isReplaced) throw new BackendRefusal(400, { error: 'challenge_expired' });
        await verify(request, 'authenticate');
        return { verified: true };
      },
      'POST /webauthn/register/options': async (request) => {
        isReplaced = true;
        const mine = { options: listing.then(() => askCreationOptions(request)), until: Infinity };
        creating = mine;
        try {
          const options = await mine.options;
          mine.until = Date.now() + (options.timeout ?? longestCreation);
          return options;
        } catch (error) {
          creating = undefined;
          throw error;
        }
      },
      'POST /webauthn/register/verify': async (request) => {
        try {
          await verify(request, 'register');
        } finally {
          creating = undefined;
        }
        return { verified: true, backedUp: isBackedUp(request.body) };
      },
      'GET /session': async (request) => {
        const session = await readSession(request);
        if (!session) return { signedIn: false };
        const { id, email, name } = session.user ?? {};
        return {
          signedIn: true,
          user: { id: userIdOf(id ?? email ?? ''), name: email ?? '', displayName: name ?? email ?? '' },
          expires: Date.parse(session.expires),
        };
      },
      'POST /logout': async (request) => {
        const { csrfToken } = await request.send<{ csrfToken: string }>('GET', 'csrf');
        await post(request, 'signout', { csrfToken });
      },
      // There is no list. The options for another passkey name those that exist.
      'GET /webauthn/credentials': async (request) => {
        const { rp, user, excludeCredentials = [] } = await optionsForList(request);
        const { user: owner } = (await readSession(request)) ?? {};
        return {
          rpId: rp.id ?? pageAddress().hostname,
          // The user handle is another one in each answer.
          userId: userIdOf(owner?.id ?? owner?.email ?? ''),
          name: user.name,
          displayName: user.displayName,
          credentials: excludeCredentials.map(({ id, transports = [] }) => ({
            id,
            nickname: null,
            aaguid: '',
            transports: [...transports],
            // Auth.js does not say the rest.
            deviceType: 'multiDevice',
            backedUp: true,
            createdAt: 0,
            lastUsedAt: 0,
          })),
        };
      },
    },
  };
}

const readSession = ({ send }: BackendRequest): Promise<Session | null> => send('GET', 'session');
