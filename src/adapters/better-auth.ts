import { pageAddress } from '../base/browser/embedding.js';
import {
  BackendRefusal,
  complete,
  demandVerification,
  isOver,
  sentAgain,
  userIdOf,
  withVerification,
  type Adapter,
  type BackendRequest,
} from '../base/client/adapter.js';
import type {
  PasskeyCreationOptions,
  ListedCredential,
  NextStep,
  PasskeyRequestOptions,
  SignInAnswer,
} from '../base/contract/types.js';

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

/** One session of the user, as `get-session` and `list-sessions` answer. */
interface OwnSession {
  readonly id: string;
  readonly token: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string;
  readonly userAgent?: string | null;
}

/** What `get-session` answers. */
interface Session {
  readonly session: OwnSession;
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
}

/** What `sign-in/email` and `sign-up/email` answer: no token, or a second factor to come, is no session. */
interface SignedIn {
  readonly token?: string | null;
  readonly twoFactorRedirect?: boolean;
  readonly twoFactorMethods?: readonly string[];
}

/** What the codes of refusals mean. */
const meanings: Readonly<Record<string, { error: string; status?: number; methods?: string[] }>> = {
  CHALLENGE_NOT_FOUND: { error: 'challenge_expired' },
  SESSION_NOT_FRESH: { error: 'step_up_required', methods: ['passkey', 'password'] },
  USER_ALREADY_EXISTS: { error: 'taken', status: 409 },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { error: 'taken', status: 409 },
  // The client takes a 401 for the end of a session.
  INVALID_CODE: { error: 'wrong_code', status: 400 },
  INVALID_BACKUP_CODE: { error: 'wrong_code', status: 400 },
  OTP_HAS_EXPIRED: { error: 'unauthenticated', status: 401 },
  INVALID_TWO_FACTOR_COOKIE: { error: 'unauthenticated', status: 401 },
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: { error: 'unauthenticated', status: 401 },
};

const codeOf = (answer: unknown) => (Object(answer) as { code?: string }).code ?? '';

/** The code of a refusal that `send` has thrown. */
const refusedWith = (error: unknown) =>
  error instanceof BackendRefusal ? codeOf((error.answer as { backend?: unknown }).backend) : '';

const listPasskeys = ({ send }: BackendRequest) => send<Passkey[]>('GET', 'passkey/list-user-passkeys');
const readSession = ({ send }: BackendRequest) => send<Session | null>('GET', 'get-session');

async function findPasskey(request: BackendRequest): Promise<Passkey> {
  const passkey = (await listPasskeys(request)).find(({ credentialID }) => credentialID === request.id);
  if (!passkey) throw new BackendRefusal(404, { error: 'not_found' });
  return passkey;
}

/** What a `User-Agent` names, such as `Chrome, Windows`. */
function deviceOf(userAgent: string): string {
  const browser = /Edg|OPR|Firefox|Chrome|Safari/.exec(userAgent.replace(/Chrome(?=.*(?:Edg|OPR))/, ''))?.[0];
  const system = /Android|iPhone|iPad|Windows|Mac OS|CrOS|Linux/.exec(userAgent)?.[0];
  const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'macOS', CrOS: 'ChromeOS' };
  return [browser, system].flatMap((word) => (word ? [names[word] ?? word] : [])).join(', ');
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
 * An adapter for Better Auth with its passkey plugin. Sign-in, step-up, sign-out, passkeys and their names, and the
 * user's devices; passwords and sign-up where `emailAndPassword` is enabled, with the second factor of the `twoFactor`
 * plugin and the link of `requireEmailVerification` as next steps. What a sign-in waits for is kept in memory: a page
 * that is loaded again starts over. Written for `better-auth` and `@better-auth/passkey` 1.7.
 *
 * @see {@link https://www.better-auth.com/docs/plugins/passkey Better Auth, Passkey}
 */
export function betterAuth(): Adapter {
  let rpId: string | undefined;
  /** What the sign-in of this page waits for: Better Auth does not say so again. */
  let waitsFor: NextStep | undefined;
  const requestOptions = async ({ send }: BackendRequest) => {
    const options = await send<PasskeyRequestOptions>('GET', 'passkey/generate-authenticate-options');
    rpId = options.rpId;
    return options;
  };
  const verify = async ({ send, body }: BackendRequest): Promise<{ verified: true }> => {
    await send('POST', 'passkey/verify-authentication', { response: body });
    return { verified: true };
  };
  const waitFor = (next: NextStep): SignInAnswer => ({ next: (waitsFor = next) });

  const secondFactor = async ({ send }: BackendRequest, address: string, methods: readonly string[]) => {
    if (methods.includes('totp')) return waitFor({ step: 'second-factor', methods: ['totp', 'recovery-code'] });
    if (!methods.includes('otp')) throw new BackendRefusal(403, { error: 'no_second_factor' });
    await send('POST', 'two-factor/send-otp', {});
    return waitFor({ step: 'verify-address', address, sent: 'code' });
  };

  const verifySecondFactor = async ({ send }: BackendRequest, kind: string, code: string): Promise<SignInAnswer> => {
    try {
      await send('POST', `two-factor/verify-${kind}`, { code });
      return {};
    } catch (error) {
      if (isOver(error)) waitsFor = undefined;
      throw error;
    }
  };

  /** @param hasMessage Whether the link is on its way already. */
  const logIn = async (
    request: BackendRequest,
    { username: email, password }: { username: string; password: string },
    hasMessage: boolean,
  ): Promise<SignInAnswer> => {
    const { send } = request;
    waitsFor = undefined;
    try {
      const answer = await send<SignedIn>('POST', 'sign-in/email', { email, password });
      return answer.twoFactorRedirect ? await secondFactor(request, email, answer.twoFactorMethods ?? []) : {};
    } catch (error) {
      if (refusedWith(error) !== 'EMAIL_NOT_VERIFIED') throw error;
      if (!hasMessage)
        await sentAgain(send('POST', 'send-verification-email', { email, callbackURL: location.pathname }));
      return waitFor({ step: 'verify-address', address: email, sent: 'link' });
    }
  };

  return {
    path: 'api/auth/',
    oneChallenge: true,
    names: 'email',
    refusal(_status, answer, { body }) {
      const code = codeOf(answer);
      if (code === 'PASSKEY_NOT_FOUND')
        return {
          error: 'unknown_credential',
          rpId: rpId ?? pageAddress().hostname,
          credentialId: Object(body).id as string,
        };
      return meanings[code];
    },
    capabilities: {
      'POST /webauthn/login/options': requestOptions,
      'POST /webauthn/login/verify': verify,
      // In a session, the options name the passkeys of its user, and a sign-in begins one that is fresh.
      'POST /webauthn/login/options?step-up': async (request) => {
        const options = await requestOptions(request);
        if (!options.allowCredentials?.length && !(await readSession(request)))
          throw new BackendRefusal(401, { error: 'unauthenticated' });
        return withVerification(options);
      },
      'POST /webauthn/login/verify?step-up': async (request) => {
        demandVerification(request.body);
        const own = await listPasskeys(request);
        if (!own.some(({ credentialID }) => credentialID === request.body.id))
          throw new BackendRefusal(400, { error: 'wrong_account' });
        return verify(request);
      },
      'POST /webauthn/register/options': async ({ send }) =>
        complete(await send<PasskeyCreationOptions>('GET', 'passkey/generate-register-options')),
      'POST /webauthn/register/verify': async ({ send, body }) => {
        const { backedUp } = await send<Passkey>('POST', 'passkey/verify-registration', { response: body });
        return { verified: true, backedUp };
      },
      'GET /session': async (request) => {
        const { session, user } = (await readSession(request)) ?? {};
        if (!session || !user) return { signedIn: false, ...(waitsFor && { next: waitsFor }) };
        waitsFor = undefined;
        return {
          signedIn: true,
          user: { id: userIdOf(user.id), name: user.email, displayName: user.name },
          authTime: Date.parse(session.createdAt),
          expires: Date.parse(session.expiresAt),
        };
      },
      'POST /logout': ({ send }) => {
        waitsFor = undefined;
        return send('POST', 'sign-out', {});
      },
      'POST /login': (request) => logIn(request, request.body, false),
      'POST /signup': async (request) => {
        const { username, password = '' } = request.body;
        const account = { name: username, email: username, password };
        const { token } = await request.send<SignedIn>('POST', 'sign-up/email', account);
        if (token) return {};
        try {
          return await logIn(request, { username, password }, true);
        } catch (error) {
          // An address that has an account gets the same answer as a new one.
          if (refusedWith(error) !== 'INVALID_EMAIL_OR_PASSWORD') throw error;
          throw new BackendRefusal(409, { error: 'taken' });
        }
      },
      'POST /session/second-factor': (request) =>
        verifySecondFactor(request, /^\d+$/.test(request.body.code) ? 'totp' : 'backup-code', request.body.code),
      // The code of the second factor that Better Auth sends.
      'POST /otp/verify': (request) => verifySecondFactor(request, 'otp', request.body.code),
      'GET /sessions': async (request) => {
        const [sessions, current] = await Promise.all([
          request.send<OwnSession[]>('GET', 'list-sessions'),
          readSession(request),
        ]);
        return {
          sessions: sessions.map(({ id, userAgent, createdAt, updatedAt }) => ({
            id: userIdOf(id),
            device: deviceOf(userAgent ?? ''),
            // Better Auth does not store it.
            authMethod: '',
            createdAt: Date.parse(createdAt),
            lastSeenAt: Date.parse(updatedAt),
            current: id === current?.session.id,
          })),
        };
      },
      'DELETE /sessions/{id}': async ({ send, id }) => {
        const found = (await send<OwnSession[]>('GET', 'list-sessions')).find((one) => userIdOf(one.id) === id);
        if (!found) throw new BackendRefusal(404, { error: 'not_found' });
        await send('POST', 'revoke-session', { token: found.token });
      },
      'DELETE /sessions': async ({ send }) => {
        const sessions = await send<OwnSession[]>('GET', 'list-sessions');
        await send('POST', 'revoke-other-sessions', {});
        return { ended: sessions.length - 1 };
      },
      'GET /webauthn/credentials': async (request) => {
        const [passkeys, session] = await Promise.all([listPasskeys(request), readSession(request)]);
        if (!session) throw new BackendRefusal(401, { error: 'unauthenticated' });
        const { id, email, name } = session.user;
        return {
          rpId: rpId ?? pageAddress().hostname,
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
