import {
  BackendRefusal,
  isBackedUp,
  unreported,
  userIdOf,
  type Adapter,
  type BackendRequest,
} from '../base/client/adapter.js';
import { fromBase64Url } from '../base/bytes.js';
import type { CreationOptions, RequestOptions } from '../base/contract/types.js';
import { djangoCsrf } from '../base/client/csrf.js';

/** The `data` of an answer about the session. */
interface Authenticated {
  readonly user: {
    readonly id: number | string;
    readonly display: string;
    readonly email?: string;
    readonly username?: string;
  };
  readonly methods: readonly { readonly at: number }[];
}

/** An authenticator of the account. Times are in seconds. */
interface Authenticator {
  readonly type: string;
  readonly id: number;
  readonly name: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

/** Every answer has its content in `data`. */
async function ask<Data>({ send }: BackendRequest, method: string, path: string, body?: object): Promise<Data> {
  return (await send<{ data: Data }>(method, path, body)).data;
}

const wrapped = ({ publicKey }: { publicKey: unknown }) => publicKey;

const requestOptions = (path: string) => async (request: BackendRequest) => {
  const data = await ask<{ request_options: { publicKey: RequestOptions } }>(request, 'GET', path);
  return wrapped(data.request_options) as RequestOptions;
};

const verify = (path: string) => async (request: BackendRequest) => {
  await ask(request, 'POST', path, { credential: request.body });
  return { verified: true as const };
};

const passkeys = 'account/authenticators/webauthn';

const describe = ({ id, name, created_at: created, last_used_at: used }: Authenticator) => ({
  id: userIdOf(id),
  nickname: name || null,
  aaguid: '',
  transports: [],
  // It does not say whether a passkey is synced.
  deviceType: 'multiDevice' as const,
  backedUp: true,
  createdAt: Math.round(created * 1000),
  lastUsedAt: used === null ? null : Math.round(used * 1000),
});

/** The number of an authenticator, from the id in the list. */
const numberOf = ({ id }: BackendRequest): number => Number(new TextDecoder().decode(fromBase64Url(id)));

/**
 * An adapter for the headless API of django-allauth, for browsers: sign-in, passwords, step-up, sign-out, passkeys and
 * their names. Written from its OpenAPI specification of version 65. The list shows passkeys by their number, so it is
 * not reported to passkey providers.
 *
 * @see {@link https://docs.allauth.org/en/latest/headless/openapi-specification/ django-allauth, Headless API}
 */
export function djangoAllauth(): Adapter {
  return {
    path: '_allauth/browser/v1/',
    headers: djangoCsrf,
    oneChallenge: true,
    refusal(status, answer) {
      const { flows = [] } = Object(Object(answer).data) as { flows?: { id: string }[] };
      const ids = flows.map(({ id }) => id);
      if (status !== 401 || !ids.some((id) => id.endsWith('reauthenticate'))) return undefined;
      const methods = ids.map((id) => (id === 'reauthenticate' ? 'password' : 'passkey'));
      return { error: 'step_up_required', methods };
    },
    capabilities: {
      'POST /webauthn/login/options': requestOptions('auth/webauthn/login'),
      'POST /webauthn/login/verify': verify('auth/webauthn/login'),
      'POST /webauthn/login/options?step-up': requestOptions('auth/webauthn/reauthenticate'),
      'POST /webauthn/login/verify?step-up': verify('auth/webauthn/reauthenticate'),
      'POST /webauthn/register/options': async (request) => {
        const data = await ask<{ creation_options: { publicKey: CreationOptions } }>(
          request,
          'GET',
          `${passkeys}?passwordless`,
        );
        return wrapped(data.creation_options) as CreationOptions;
      },
      'POST /webauthn/register/verify': async (request) => {
        await ask(request, 'POST', passkeys, { name: new Date().toLocaleDateString(), credential: request.body });
        return { verified: true, backedUp: isBackedUp(request.body) };
      },
      'GET /session': async (request) => {
        const { user, methods } = await ask<Authenticated>(request, 'GET', 'auth/session');
        const name = user.email ?? user.username ?? user.display;
        const times = methods.map(({ at }) => Math.round(at * 1000));
        return {
          signedIn: true,
          user: { id: userIdOf(user.id), name, displayName: user.display },
          ...(times.length > 0 && { authTime: Math.max(...times) }),
        };
      },
      'POST /logout': async ({ fetch }) => {
        // 401 means that there is no session any more.
        const { status, ok } = await fetch('auth/session', { method: 'DELETE' });
        if (!ok && status !== 401) throw new BackendRefusal(status);
      },
      'POST /login': async (request) => {
        const { username, password } = request.body;
        const kind = username.includes('@') ? 'email' : 'username';
        await ask(request, 'POST', 'auth/login', { [kind]: username, password });
      },
      'GET /webauthn/credentials': async (request) => {
        const [all, { user }] = await Promise.all([
          ask<Authenticator[]>(request, 'GET', 'account/authenticators'),
          ask<Authenticated>(request, 'GET', 'auth/session'),
        ]);
        return {
          ...unreported,
          name: user.email ?? user.display,
          displayName: user.display,
          credentials: all.filter(({ type }) => type === 'webauthn').map(describe),
        };
      },
      'PATCH /webauthn/credentials/{id}': async (request) =>
        describe(
          await ask<Authenticator>(request, 'PUT', passkeys, {
            id: numberOf(request),
            name: request.body.nickname ?? '',
          }),
        ),
      'DELETE /webauthn/credentials/{id}': async (request) => {
        await request.send('DELETE', passkeys, { authenticators: [numberOf(request)] });
      },
    },
  };
}
