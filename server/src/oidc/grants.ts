import type { Log } from '../log.js';
import { createSeals } from '../crypto/sealed-text.js';
import type { Secrets } from '../crypto/secrets.js';
import type { EndedSession, Grant, SignedInSession } from '../store/records.js';
import type { Store } from '../store/store.js';
import { ProviderFailure } from './provider-failure.js';
import type { Provider } from './provider.js';

/** How often the provider is asked whether a grant still stands, in milliseconds. */
const askEvery = 10 * 60_000;
/** How long a sign-out waits for the provider, in milliseconds. */
const timeout = 2_000;
/** How many tokens are read at once to be sealed again. */
const batch = 500;

/** Whose refresh token it is: sealed for this session of this user, it opens in no other row. */
interface Owner {
  publicId: string;
  userId: string;
}

/**
 * The refresh tokens of sessions that began at the OpenID provider. They are used for one thing only, to learn whether
 * the user may still be signed in, and stay on this server, encrypted.
 */
export interface Grants {
  /** Seals a refresh token for the session it will be kept in. */
  seal(owner: Owner, subject: string, refreshToken: string): Grant;
  /**
   * Asks the provider about the session's grant when that is due. False when the provider says that it is gone: the
   * session is ended then. While the provider does not answer, the session goes on.
   */
  keepAlive(session: SignedInSession): Promise<boolean>;
  /** Has the provider revoke the grants of sessions that were ended, as far as it answers within 2 s. Never rejects. */
  giveBack(ended: readonly EndedSession[]): Promise<void>;
  /** The same for a refresh token that was never kept. */
  discard(refreshToken: string | undefined): Promise<void>;
  /** The same for grants that sessions no longer use, in the background. */
  giveBackLeft(): void;
  /**
   * Seals all refresh tokens with the first secret that another one sealed. Counts what it did; `unreadable` tokens were
   * sealed with a secret that the server no longer has.
   */
  reseal(): Promise<{ resealed: number; unreadable: number }>;
  /** Resolves when nothing is given back any more. */
  settled(): Promise<void>;
}

/** Creates the grants over a store. Without a provider there are none, and those of former days are left alone. */
export function createGrants(
  provider: Provider | undefined,
  store: Store,
  secrets: Secrets,
  now: () => number,
  log: Log,
): Grants {
  const seals = createSeals(secrets, 'latchkey refresh token v1');
  const nameOwner = ({ publicId, userId }: Owner): string => JSON.stringify([publicId, userId]);
  const sealToken = (owner: Owner, subject: string, refreshToken: string): string =>
    seals.seal(JSON.stringify([subject, refreshToken]), nameOwner(owner));
  /** Opens a token, or nothing when it was sealed for another row or by another secret. */
  const openToken = (owner: Owner, sealed: string): [subject: string, refreshToken: string] | [] => {
    const text = seals.open(sealed, nameOwner(owner));
    if (text !== undefined) return JSON.parse(text) as [string, string];
    log({ level: 'error', event: 'grant-unreadable', userId: owner.userId });
    return [];
  };

  const discard = async (refreshToken: string | undefined): Promise<void> => {
    if (!provider || refreshToken === undefined) return;
    let timer: NodeJS.Timeout | undefined;
    const impatience = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeout)));
    const revoked = provider
      .revoke(refreshToken)
      .catch(({ reason }: ProviderFailure) => log({ level: 'warn', event: 'revocation-failed', reason }));
    await Promise.race([revoked, impatience]).finally(() => clearTimeout(timer));
  };

  /** Uses the token, and stores the one that the provider returns instead. */
  const useToken = async (asked: Provider, owner: Owner, sealed: string): Promise<boolean> => {
    const [subject, refreshToken] = openToken(owner, sealed);
    const next = refreshToken === undefined ? undefined : await asked.refresh(refreshToken, subject!);
    if (next === undefined) return false;
    if (next !== refreshToken && !(await store.replaceGrant(owner.publicId, sealed, sealToken(owner, subject!, next))))
      await discard(next);
    return true;
  };

  const giveBack = async (ended: readonly EndedSession[]): Promise<void> => {
    await Promise.all(
      ended.map(async ({ publicId, userId, sealed }) => {
        if (userId !== null && sealed !== null) await discard(openToken({ publicId, userId }, sealed)[1]);
      }),
    );
  };

  const underWay = new Set<Promise<void>>();

  return {
    seal: (owner, subject, refreshToken) => ({
      sealed: sealToken(owner, subject, refreshToken),
      due: now() + askEvery,
    }),

    async keepAlive({ id, publicId, authentication, grantDue }) {
      const time = now();
      if (!provider || grantDue === null || grantDue > time) return true;
      const sealed = await store.claimGrant(id, time, time + askEvery);
      if (sealed === undefined) return true;
      try {
        if (await useToken(provider, { publicId, userId: authentication.userId }, sealed)) return true;
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        log({ level: 'warn', event: 'provider-failed', reason: error.reason });
        return true;
      }
      await store.endSession(id, now());
      return false;
    },

    giveBack,
    discard,

    giveBackLeft() {
      if (!provider) return;
      const given = store
        .takeLeftGrants()
        .then(giveBack)
        .catch((error: unknown) => log({ level: 'warn', event: 'revocation-failed', reason: String(error) }))
        .finally(() => underWay.delete(given));
      underWay.add(given);
    },

    async reseal() {
      const counts = { resealed: 0, unreadable: 0 };
      let last = '';
      for (;;) {
        const rows = await store.listGrants(last, batch);
        for (const { sealed, ...owner } of rows) {
          if (seals.isCurrent(sealed)) continue;
          const [subject, refreshToken] = openToken(owner, sealed);
          if (refreshToken === undefined) counts.unreadable += 1;
          // One that was used meanwhile has been sealed by the server that used it.
          else if (await store.replaceGrant(owner.publicId, sealed, sealToken(owner, subject!, refreshToken)))
            counts.resealed += 1;
        }
        if (rows.length < batch) return counts;
        last = rows.at(-1)!.publicId;
      }
    },

    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
