import { BackendRefusal, complete, userIdOf, type Adapter, type BackendRequest } from '../base/client/adapter.js';
import type { CreationOptions, ListedCredential, RequestOptions } from '../base/contract/types.js';

/** What `passkey/list-user-passkeys` lists. */
interface Passkey {
  readonly id: string;
  readonly name: string | null;
  readonly credentialID: string;
  readonly deviceType: ListedCredential['deviceType'];
  readonly backedUp: boolean;
  readonly transports: string | null;
  readonly createdAt: string;
  readonly aaguid: string | null;
}

/** What `get-session` answers. */
interface Session {
  readonly session: { readonly createdAt: string; readonly expiresAt: string };
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
}

const listPasskeys = ({ send }: BackendRequest) => send<Passkey[]>('GET', 'passkey/list-user-passkeys');
const readSession = ({ send }: BackendRequest) => send<Session | null>('GET', 'get-session');

async function findPasskey(request: BackendRequest): Promise<Passkey> {
  const passkey = (await listPasskeys(request)).find(({ credentialID }) => credentialID === request.id);
  if (!passkey) throw new BackendRefusal(404, { error: 'not_found' });
  return passkey;
}

const describe = ({ credentialID, name, deviceType, backedUp, transports, createdAt, aaguid }: Passkey) => ({
  id: credentialID,
  nickname: name || null,
  aaguid: aaguid ?? '',
  transports: transports ? transports.split(',') : [],
  deviceType,
  backedUp,
  createdAt: Date.parse(createdAt),
  // Better Auth does not store it.
  lastUsedAt: 0,
});

/**
 * An adapter for Better Auth with its passkey plugin. Sign-in, step-up, sign-out, passkeys and their names; passwords
 * and sign-up where `emailAndPassword` is enabled. Written for `better-auth` and `@better-auth/passkey` 1.7.
 *
 * @see {@link https://www.better-auth.com/docs/plugins/passkey Better Auth, Passkey}
 */
export function betterAuth(): Adapter {
  let rpId: string | undefined;
  const requestOptions = async ({ send }: BackendRequest) => {
    const options = await send<RequestOptions>('GET', 'passkey/generate-authenticate-options');
    rpId = options.rpId;
    return options;
  };
  const verify = async ({ send, body }: BackendRequest): Promise<{ verified: true }> => {
    await send('POST', 'passkey/verify-authentication', { response: body });
    return { verified: true };
  };
  return {
    path: 'api/auth/',
    oneChallenge: true,
    refusal(_status, answer, { body }) {
      const { code } = Object(answer) as { code?: string };
      if (code === 'PASSKEY_NOT_FOUND')
        return {
          error: 'unknown_credential',
          rpId: rpId ?? location.hostname,
          credentialId: Object(body).id as string,
        };
      if (code === 'CHALLENGE_NOT_FOUND') return { error: 'challenge_expired' };
      if (code === 'SESSION_NOT_FRESH') return { error: 'step_up_required', methods: ['passkey', 'password'] };
      return undefined;
    },
    capabilities: {
      'POST /webauthn/login/options': requestOptions,
      'POST /webauthn/login/verify': verify,
      // In a session, the options name the passkeys of its user, and a sign-in makes the session fresh.
      'POST /webauthn/login/options?step-up': requestOptions,
      'POST /webauthn/login/verify?step-up': async (request) => {
        const own = await listPasskeys(request);
        if (!own.some(({ credentialID }) => credentialID === request.body.id))
          throw new BackendRefusal(400, { error: 'wrong_account' });
        return verify(request);
      },
      'POST /webauthn/register/options': async ({ send }) =>
        complete(await send<CreationOptions>('GET', 'passkey/generate-register-options')),
      'POST /webauthn/register/verify': async ({ send, body }) => {
        const { backedUp } = await send<Passkey>('POST', 'passkey/verify-registration', { response: body });
        return { verified: true, backedUp };
      },
      'GET /session': async (request) => {
        const { session, user } = (await readSession(request)) ?? {};
        if (!session || !user) return { signedIn: false };
        return {
          signedIn: true,
          user: { id: userIdOf(user.id), name: user.email, displayName: user.name },
          authTime: Date.parse(session.createdAt),
          expires: Date.parse(session.expiresAt),
        };
      },
      'POST /logout': ({ send }) => send('POST', 'sign-out', {}),
      'POST /login': async ({ send, body }) => {
        await send('POST', 'sign-in/email', { email: body.username, password: body.password });
      },
      'POST /signup': async ({ send, body: { username, password } }) => {
        await send('POST', 'sign-up/email', { name: username, email: username, password });
      },
      'GET /webauthn/credentials': async (request) => {
        const [passkeys, session] = await Promise.all([listPasskeys(request), readSession(request)]);
        if (!session) throw new BackendRefusal(401, { error: 'unauthenticated' });
        const { id, email, name } = session.user;
        return {
          rpId: rpId ?? location.hostname,
          userId: userIdOf(id),
          name: email,
          displayName: name,
          credentials: passkeys.map(describe),
        };
      },
      'PATCH /webauthn/credentials/{id}': async (request) => {
        const { id } = await findPasskey(request);
        const { passkey } = await request.send<{ passkey: Passkey }>('POST', 'passkey/update-passkey', {
          id,
          name: request.body.nickname ?? '',
        });
        return describe(passkey);
      },
      'DELETE /webauthn/credentials/{id}': async (request) => {
        const { id } = await findPasskey(request);
        await request.send('POST', 'passkey/delete-passkey', { id });
      },
    },
  };
}
