import {
  BackendRefusal,
  isBackedUp,
  sentAgain,
  unreported,
  userIdOf,
  type Adapter,
  type BackendRequest,
} from '../base/client/adapter.js';
import { fromBase64Url } from '../base/bytes.js';
import type { PasskeyCreationOptions, NextStep, PasskeyRequestOptions, SignInAnswer } from '../base/contract/types.js';

/** What the methods of Supabase resolve to. */
type Result<Data> = Promise<{
  data: Data | null;
  error: { status?: number | undefined; code?: string | undefined; message: string } | null;
}>;

/** What a sign-in or sign-up answers: without a session, the address has to be confirmed first. */
interface Begun {
  readonly user?: { readonly identities?: readonly unknown[] | undefined } | null;
  readonly session: unknown;
}

interface Started<Options> {
  readonly challenge_id: string;
  readonly options: Options;
}

interface ListedPasskey {
  readonly id: string;
  readonly friendly_name?: string;
  readonly created_at: string;
  readonly last_used_at?: string;
}

interface Verification {
  readonly challengeId: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- the type of the browser's JSON differs between libraries
  readonly credential: any;
}

/** What the access token says of its session. A hook may have made its methods mere names. */
interface AssuranceLevel {
  readonly currentLevel: string | null;
  readonly nextLevel: string | null;
  readonly currentAuthenticationMethods?: readonly (string | { readonly timestamp: number })[] | undefined;
}

/** The part of `supabase.auth` that the adapter uses. */
export interface SupabaseAuth {
  readonly passkey: {
    startAuthentication(): Result<Started<unknown>>;
    verifyAuthentication(verification: Verification): Result<Begun>;
    startRegistration(): Result<Started<unknown>>;
    verifyRegistration(verification: Verification): Result<unknown>;
    list(): Result<ListedPasskey[]>;
    update(change: { passkeyId: string; friendlyName: string }): Result<ListedPasskey>;
    delete(passkey: { passkeyId: string }): Result<unknown>;
  };
  getUser(): Result<{ user: { id: string; email?: string | undefined } | null }>;
  getSession(): Result<{ session: { access_token: string } | null }>;
  signOut(options: { scope: 'local' }): Promise<{ error: { message: string; status?: number | undefined } | null }>;
  readonly admin: { signOut(token: string, scope: 'local'): Result<null> };
  signInWithPassword(credentials: { email: string; password: string }): Result<Begun>;
  signUp(credentials: { email: string; password: string }): Result<Begun>;
  resend(message: { type: 'signup'; email: string }): Result<unknown>;
  readonly mfa: {
    getAuthenticatorAssuranceLevel(): Result<AssuranceLevel>;
    listFactors(): Result<{ totp: readonly { readonly id: string }[] }>;
    challengeAndVerify(proof: { factorId: string; code: string }): Result<unknown>;
  };
}

/** The data of a result. */
async function take<Data>(result: Result<Data>): Promise<Data> {
  const { data, error } = await result;
  if (!error) return data as Data;
  const { code, message } = error;
  // Without a status, the server was not reached.
  const status = error.status || (error.status === 0 ? 503 : 400);
  const isMissing = message === 'Auth session missing!' || status === 401;
  throw new BackendRefusal(meanings[code ?? '']?.status ?? (isMissing ? 401 : status), {
    ...(isMissing && { error: 'unauthenticated' }),
    ...meanings[code ?? ''],
    backend: error,
  });
}

/** The code of an error that `take` has thrown. */
const codeOf = (error: unknown): string | undefined =>
  error instanceof BackendRefusal ? (error.answer as { backend?: { code?: string } }).backend?.code : undefined;

const noSession = { error: 'unauthenticated', status: 401 };

/** How long the server may take to end a session, in ms. */
const patience = 5000;

/** What the codes of errors mean. */
const meanings: Readonly<Record<string, { error: string; status?: number }>> = {
  // The client keeps the token of a user who is gone until its end.
  user_not_found: noSession,
  bad_jwt: noSession,
  session_expired: noSession,
  refresh_token_not_found: noSession,
  refresh_token_already_used: noSession,
  webauthn_challenge_expired: { error: 'challenge_expired' },
  invalid_credentials: { error: 'rejected', status: 401 },
  user_already_exists: { error: 'taken', status: 409 },
  email_exists: { error: 'taken', status: 409 },
  mfa_verification_failed: { error: 'wrong_code', status: 400 },
  mfa_challenge_expired: { error: 'challenge_expired', status: 400 },
};

const describe = ({ id, friendly_name: name, created_at: created, last_used_at: used }: ListedPasskey) => ({
  id: userIdOf(id),
  nickname: name || null,
  aaguid: '',
  transports: [],
  // It does not say whether a passkey is synced.
  deviceType: 'multiDevice' as const,
  backedUp: true,
  createdAt: Date.parse(created),
  lastUsedAt: used === undefined ? null : Date.parse(used),
});

const idOf = ({ id }: BackendRequest) => ({ passkeyId: new TextDecoder().decode(fromBase64Url(id)) });

/**
 * An adapter for Supabase Auth with its passkeys, over the app's own client: sign-in, passwords, sign-up, an authenticator
 * app and the confirmation of an address as next steps, sign-out, passkeys and their names. The client keeps the session, as it does without the adapter. Written from the documentation of
 * `@supabase/supabase-js` 2.105 and later, where passkeys are experimental.
 *
 * @param auth `supabase.auth` of a client with `experimental: { passkey: true }`.
 * @see {@link https://supabase.com/docs/guides/auth/passkeys Supabase, Passkey authentication}
 */
export function supabase(auth: SupabaseAuth): Adapter {
  const { passkey } = auth;
  /** The id of each challenge. */
  const started = new Map<string, string>();
  const note = <Options extends { challenge: string }>({ challenge_id: id, options }: Started<unknown>): Options => {
    const { challenge } = options as Options;
    started.set(challenge, id);
    return options as Options;
  };
  const verificationOf = (credential: { response: { clientDataJSON: string } }): Verification => {
    const json = new TextDecoder().decode(fromBase64Url(credential.response.clientDataJSON));
    const { challenge } = JSON.parse(json) as { challenge: string };
    const challengeId = started.get(challenge) ?? '';
    started.delete(challenge);
    return { challengeId, credential };
  };
  /** The address of a sign-in that waits for the link to be opened. */
  let unconfirmed: string | undefined;
  const confirmation = (address: string): NextStep => {
    unconfirmed = address;
    return { step: 'verify-address', address, sent: 'link' };
  };
  const readLevel = () => take(auth.mfa.getAuthenticatorAssuranceLevel());
  /** The second factor, if the account has one that this session has not had. */
  const missingFactor = ({ currentLevel, nextLevel }: AssuranceLevel): NextStep | undefined =>
    currentLevel !== nextLevel && nextLevel === 'aal2' ? { step: 'second-factor', methods: ['totp'] } : undefined;
  /** The access token of a session that is gone from this device, and which the server could not be asked to end. */
  let left: string | undefined;
  const endLeft = async (): Promise<void> => {
    if (left === undefined) return;
    const ended = left;
    await take(auth.admin.signOut(ended, 'local')).catch((error: unknown) => {
      // Any other refusal means that it has ended.
      if ((error as BackendRefusal).status >= 500) throw error;
    });
    if (left === ended) left = undefined;
  };
  const signOut = async (): Promise<void> => {
    let token: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new BackendRefusal(503)), patience);
    });
    // Known at once, unless it has expired: then it is no use.
    auth.getSession().then(
      ({ data }) => (token = data?.session?.access_token),
      () => {},
    );
    try {
      await Promise.race([take(auth.signOut({ scope: 'local' }).then(({ error }) => ({ data: null, error }))), late]);
    } catch (error) {
      left = token;
      // After a network error the client keeps the session, and the next person at the device would be signed in. It has
      // no public method that removes it.
      await (auth as { _removeSession?(): Promise<void> })._removeSession?.();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  const next = async (begun: Begun, address?: string): Promise<SignInAnswer> => {
    if (!begun.session && address === undefined) throw new BackendRefusal(403, { error: 'no_session' });
    const step = begun.session ? missingFactor(await readLevel()) : confirmation(address!);
    return step ? { next: step } : {};
  };
  return {
    names: 'email',
    capabilities: {
      'POST /webauthn/login/options': async () =>
        note<PasskeyRequestOptions>(await take(passkey.startAuthentication())),
      'POST /webauthn/login/verify': async ({ body }) => {
        const begun = await take(passkey.verifyAuthentication(verificationOf(body)));
        return { verified: true, ...(await next(begun)) };
      },
      'POST /webauthn/register/options': async () =>
        note<PasskeyCreationOptions>(await take(passkey.startRegistration())),
      'POST /webauthn/register/verify': async ({ body }) => {
        await take(passkey.verifyRegistration(verificationOf(body)));
        return { verified: true, backedUp: isBackedUp(body) };
      },
      'GET /session': async () => {
        const { user } = await take(auth.getUser()).catch((error: unknown) => {
          // The server refuses who is banned everywhere, which at a sign-in is the answer.
          if ((error as BackendRefusal).status !== 401 && codeOf(error) !== 'user_banned') throw error;
          return { user: null };
        });
        if (!user) {
          await endLeft();
          return { signedIn: false, ...(unconfirmed !== undefined && { next: confirmation(unconfirmed) }) };
        }
        // The next time, if not now.
        void endLeft().catch(() => {});
        unconfirmed = undefined;
        const level = await readLevel();
        const step = missingFactor(level);
        if (step) return { signedIn: false, next: step };
        const { id, email = '' } = user;
        // The user's own `last_sign_in_at` is that of any device.
        const times = (level.currentAuthenticationMethods ?? []).flatMap((method) =>
          typeof method === 'object' ? method.timestamp * 1000 : [],
        );
        return {
          signedIn: true,
          user: { id: userIdOf(id), name: email, displayName: email },
          ...(times.length > 0 && { authTime: Math.max(...times) }),
        };
      },
      'POST /logout': async () => {
        unconfirmed = undefined;
        await signOut();
      },
      'POST /login': async ({ body: { username, password } }) => {
        unconfirmed = undefined;
        try {
          return await next(await take(auth.signInWithPassword({ email: username, password })), username);
        } catch (error) {
          if (codeOf(error) !== 'email_not_confirmed') throw error;
          await sentAgain(take(auth.resend({ type: 'signup', email: username })));
          return { next: confirmation(username) };
        }
      },
      'POST /signup': async ({ body: { username, password = '' } }) => {
        const begun = await take(auth.signUp({ email: username, password }));
        // What an address that has an account gets where addresses are confirmed.
        if (!begun.session && begun.user?.identities?.length === 0) throw new BackendRefusal(409, { error: 'taken' });
        return next(begun, username);
      },
      'POST /session/second-factor': async ({ body: { code } }) => {
        const [factor] = (await take(auth.mfa.listFactors())).totp;
        if (!factor) throw new BackendRefusal(401, { error: 'unauthenticated' });
        await take(auth.mfa.challengeAndVerify({ factorId: factor.id, code }));
        return {};
      },
      'GET /webauthn/credentials': async () => {
        const [passkeys, { user }] = await Promise.all([take(passkey.list()), take(auth.getUser())]);
        const email = user?.email ?? '';
        return { ...unreported, name: email, displayName: email, credentials: passkeys.map(describe) };
      },
      'PATCH /webauthn/credentials/{id}': async (request) =>
        describe(await take(passkey.update({ ...idOf(request), friendlyName: request.body.nickname ?? '' }))),
      'DELETE /webauthn/credentials/{id}': async (request) => {
        await take(passkey.delete(idOf(request)));
      },
    },
  };
}
