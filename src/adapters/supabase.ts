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

/** What the methods of Supabase resolve to. */
type Result<Data> = Promise<{
  data: Data | null;
  error: { status?: number | undefined; code?: string | undefined; message: string } | null;
}>;

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

/** The part of `supabase.auth` that the adapter uses. */
export interface SupabaseAuth {
  readonly passkey: {
    startAuthentication(): Result<Started<unknown>>;
    verifyAuthentication(verification: Verification): Result<unknown>;
    startRegistration(): Result<Started<unknown>>;
    verifyRegistration(verification: Verification): Result<unknown>;
    list(): Result<ListedPasskey[]>;
    update(change: { passkeyId: string; friendlyName: string }): Result<ListedPasskey>;
    delete(passkey: { passkeyId: string }): Result<unknown>;
  };
  getUser(): Result<{
    user: { id: string; email?: string | undefined; last_sign_in_at?: string | undefined } | null;
  }>;
  signOut(options: { scope: 'local' }): Promise<{ error: { message: string; status?: number | undefined } | null }>;
  signInWithPassword(credentials: { email: string; password: string }): Result<unknown>;
}

/** The data of a result. */
async function take<Data>(result: Result<Data>): Promise<Data> {
  const { data, error } = await result;
  if (!error) return data as Data;
  const { code, message } = error;
  // Without a status, the server was not reached.
  const status = error.status || (error.status === 0 ? 503 : 400);
  const isMissing = message === 'Auth session missing!' || status === 401;
  throw new BackendRefusal(isMissing ? 401 : status, {
    ...(isMissing && { error: 'unauthenticated' }),
    ...(code === 'webauthn_challenge_expired' && { error: 'challenge_expired' }),
    backend: error,
  });
}

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
 * An adapter for Supabase Auth with its passkeys, over the app's own client: sign-in, passwords, sign-out, passkeys and
 * their names. The client keeps the session, as it does without the adapter. Written from the documentation of
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
  return {
    capabilities: {
      'POST /webauthn/login/options': async () => note<RequestOptions>(await take(passkey.startAuthentication())),
      'POST /webauthn/login/verify': async ({ body }) => {
        await take(passkey.verifyAuthentication(verificationOf(body)));
        return { verified: true };
      },
      'POST /webauthn/register/options': async () => note<CreationOptions>(await take(passkey.startRegistration())),
      'POST /webauthn/register/verify': async ({ body }) => {
        await take(passkey.verifyRegistration(verificationOf(body)));
        return { verified: true, backedUp: isBackedUp(body) };
      },
      'GET /session': async () => {
        const { user } = await take(auth.getUser());
        if (!user) return { signedIn: false };
        const { id, email = '', last_sign_in_at: since } = user;
        return {
          signedIn: true,
          user: { id: userIdOf(id), name: email, displayName: email },
          ...(since !== undefined && { authTime: Date.parse(since) }),
        };
      },
      'POST /logout': async () => {
        await take(auth.signOut({ scope: 'local' }).then(({ error }) => ({ data: null, error })));
      },
      'POST /login': async ({ body: { username, password } }) => {
        await take(auth.signInWithPassword({ email: username, password }));
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
