import {
  BackendRefusal,
  demandVerification,
  isBackedUp,
  isInSession,
  unreported,
  userIdOf,
  withVerification,
  type Adapter,
  type BackendRequest,
} from '../base/client/adapter.js';
import { fromBase64Url } from '../base/bytes.js';
import type { PasskeyCreationOptions, NextStep, PasskeyRequestOptions, SignInAnswer } from '../base/contract/types.js';
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

/**
 * A flow of a 401. What is pending is the next step of a sign-in that has begun; in a session, they are the ways in which
 * the user can authenticate again. `types` are those of the account's authenticators.
 */
interface Flow {
  readonly id: string;
  readonly is_pending?: boolean;
  readonly types?: readonly string[];
}

const flowsOf = (answer: unknown): readonly Flow[] => {
  const { flows = [] } = Object(Object(answer).data) as { flows?: readonly Flow[] };
  return flows;
};

const factors: Readonly<Record<string, string>> = {
  totp: 'totp',
  recovery_codes: 'recovery-code',
  webauthn: 'passkey',
};

/** The step-up methods that a flow offers. A code from an authenticator app is not one of them. */
const stepUpMethods = ({ id, types = [] }: Flow): string[] => {
  if (id === 'reauthenticate') return ['password'];
  return id === 'mfa_reauthenticate' && types.includes('webauthn') ? ['passkey'] : [];
};

/** The step that a refusal names as pending, if it does. */
async function pendingStep(
  { send }: BackendRequest,
  refusal: unknown,
  address?: string,
): Promise<NextStep | undefined> {
  if (!(refusal instanceof BackendRefusal) || refusal.status !== 401) return undefined;
  const flows = flowsOf((refusal.answer as { backend?: unknown }).backend);
  const pending = flows.find(
    ({ id, is_pending: isPending }) => isPending && /^(mfa_authenticate|verify_email)$/.test(id),
  );
  if (!pending) return undefined;
  if (pending.id === 'mfa_authenticate')
    return { step: 'second-factor', methods: (pending.types ?? []).flatMap((type) => factors[type] ?? []) };
  const { data } = await send<{ data: { account?: { email_verification_by_code_enabled?: boolean } } }>(
    'GET',
    'config',
  );
  const sent = data.account?.email_verification_by_code_enabled ? 'code' : 'link';
  return { step: 'verify-address', sent, ...(address !== undefined && { address }) };
}

/** Does a part of a sign-in: a 401 with a pending flow is the next step, and no refusal. */
async function proceed(request: BackendRequest, path: string, body: object, address?: string): Promise<SignInAnswer> {
  try {
    await ask(request, 'POST', path, body);
    return {};
  } catch (error) {
    const next = await pendingStep(request, error, address);
    if (!next) throw error;
    return { next };
  }
}

const wrapped = ({ publicKey }: { publicKey: unknown }) => publicKey;

const requestOptions = (path: string) => async (request: BackendRequest) => {
  const data = await ask<{ request_options: { publicKey: PasskeyRequestOptions } }>(request, 'GET', path);
  return wrapped(data.request_options) as PasskeyRequestOptions;
};

const verify = (path: string) => async (request: BackendRequest) => ({
  verified: true as const,
  ...(await proceed(request, path, { credential: request.body })),
});

const nameIn = (username: string) => ({ [username.includes('@') ? 'email' : 'username']: username });

const passkeys = 'account/authenticators/webauthn';
const stepUpPath = 'auth/webauthn/reauthenticate';

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
 * An adapter for the headless API of django-allauth, for browsers: sign-in, passwords, sign-up, the second factor and the
 * verification of an address as next steps, step-up, sign-out, passkeys and their names. Written from its OpenAPI specification of version 65. The list shows passkeys by their number, so it is
 * not reported to passkey providers.
 *
 * @see {@link https://docs.allauth.org/en/latest/headless/openapi-specification/ django-allauth, Headless API}
 */
export function djangoAllauth(): Adapter {
  /** Whether a sign-in waits for a passkey as its second factor: that one has endpoints of its own. */
  let isSecondFactor = false;
  const signIn = async <Answer>(
    work: (path: string) => (request: BackendRequest) => Promise<Answer>,
    request: BackendRequest,
  ): Promise<Answer> => {
    try {
      return await work(`auth/webauthn/${isSecondFactor ? 'authenticate' : 'login'}`)(request);
    } catch (error) {
      // The sign-in that waited has ended.
      if (error instanceof BackendRefusal && error.status === 401) isSecondFactor = false;
      throw error;
    }
  };
  return {
    path: '_allauth/browser/v1/',
    headers: djangoCsrf,
    oneChallenge: true,
    refusal(status, answer, { name }) {
      const { errors = [] } = Object(answer) as { errors?: readonly { readonly code?: string }[] };
      const codes = errors.map(({ code = '' }) => code);
      if (codes.some((code) => /^((email|username)_password_mismatch|incorrect_password)$/.test(code)))
        return { error: 'rejected', status: 401 };
      if (codes.some((code) => /^(email|username)_taken$/.test(code))) return { error: 'taken', status: 409 };
      if (codes.includes('too_many_login_attempts')) return { error: 'rate_limited', status: 429 };
      // A sign-in has ended, or was never begun.
      if (status === 409 && /^POST \/(session\/second-factor|otp\/verify)$/.test(name))
        return { error: 'unauthenticated', status: 401 };
      const flows = flowsOf(answer);
      if (status !== 401 || !flows.some(({ id }) => id.endsWith('reauthenticate'))) return undefined;
      return { error: 'step_up_required', methods: flows.flatMap(stepUpMethods) };
    },
    capabilities: {
      'POST /webauthn/login/options': (request) => signIn(requestOptions, request),
      'POST /webauthn/login/verify': (request) => signIn(verify, request),
      'POST /webauthn/login/options?step-up': async (request) =>
        withVerification(await requestOptions(stepUpPath)(request)),
      'POST /webauthn/login/verify?step-up': (request) => {
        demandVerification(request.body);
        return verify(stepUpPath)(request);
      },
      'POST /webauthn/register/options': async (request) => {
        const data = await ask<{ creation_options: { publicKey: PasskeyCreationOptions } }>(
          request,
          'GET',
          `${passkeys}?passwordless`,
        );
        return wrapped(data.creation_options) as PasskeyCreationOptions;
      },
      'POST /webauthn/register/verify': async (request) => {
        await ask(request, 'POST', passkeys, { name: new Date().toLocaleDateString(), credential: request.body });
        return { verified: true, backedUp: isBackedUp(request.body) };
      },
      'GET /session': async (request) => {
        const answer = await ask<Authenticated>(request, 'GET', 'auth/session').catch(async (error: unknown) => {
          const next = await pendingStep(request, error);
          if (!next) throw error;
          return next;
        });
        isSecondFactor = 'step' in answer && answer.step === 'second-factor';
        if ('step' in answer) return { signedIn: false, next: answer };
        const { user, methods } = answer;
        const name = user.email ?? user.username ?? user.display;
        const times = methods.map(({ at }) => Math.round(at * 1000));
        return {
          signedIn: true,
          user: { id: userIdOf(user.id), name, displayName: user.display },
          ...(times.length > 0 && { authTime: Math.max(...times) }),
        };
      },
      'POST /logout': async ({ fetch }) => {
        isSecondFactor = false;
        // 401 means that there is no session any more.
        const { status, ok } = await fetch('auth/session', { method: 'DELETE' });
        if (!ok && status !== 401) throw new BackendRefusal(status);
      },
      // In a session, a sign-in is a conflict: the password is that of a step-up.
      'POST /login': async (request) => {
        const { username, password } = request.body;
        if (await isInSession(ask(request, 'GET', 'auth/session'))) {
          await ask(request, 'POST', 'auth/reauthenticate', { password });
          return {};
        }
        const answer = await proceed(request, 'auth/login', { ...nameIn(username), password }, username);
        isSecondFactor = answer.next?.step === 'second-factor';
        return answer;
      },
      'POST /signup': (request) => {
        const { username, password = '' } = request.body;
        return proceed(request, 'auth/signup', { ...nameIn(username), password }, username);
      },
      'POST /session/second-factor': async (request) => {
        const answer = await proceed(request, 'auth/2fa/authenticate', { code: request.body.code });
        isSecondFactor = false;
        return answer;
      },
      // The code that verifies the address of the sign-in.
      'POST /otp/verify': (request) => proceed(request, 'auth/email/verify', { key: request.body.code }),
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
