import type { Log } from '../log.js';
import { within } from '../within.js';
import { createSeals } from '../crypto/sealed-text.js';
import type { Secrets } from '../crypto/secrets.js';
import type { EndedSession, Grant, SignedInSession } from '../store/records.js';
import type { Store } from '../store/store.js';
import { ProviderFailure } from './provider-failure.js';
import type { Provider } from './provider.js';
import type { Providers } from './providers.js';

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
 * The refresh tokens of sessions that began at a provider. They are used for one thing only, to learn whether
 * the user may still be signed in, and stay on this server, encrypted.
 */
export interface Grants {
  /** Seals a refresh token for the session it will be kept in. */
  seal(owner: Owner, issuer: string, subject: string, refreshToken: string): Grant;
  /**
   * Asks the provider about the session's grant when that is due. False when the provider says that it is gone: the
   * session is ended then. While the provider does not answer, the session goes on.
   */
  keepAlive(session: SignedInSession): Promise<boolean>;
  /** Has the provider revoke the grants of sessions that were ended, as far as it answers within 2 s. Never rejects. */
  giveBack(ended: readonly EndedSession[]): Promise<void>;
  /** The same for a refresh token of the provider that was never kept. */
  discard(issuer: string, refreshToken: string | undefined): Promise<void>;
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

/** A refresh token, and whose it is. */
type Token = [issuer: string, subject: string, refreshToken: string];

/** Creates the grants over a store. Those of providers that are not configured any more are left alone. */
export function createGrants(
  providers: Providers,
  store: Store,
  secrets: Secrets,
  now: () => number,
  log: Log,
): Grants {
  const seals = createSeals(secrets, 'latchkey refresh token v1');
  const nameOwner = ({ publicId, userId }: Owner): string => JSON.stringify([publicId, userId]);
  const sealToken = (owner: Owner, token: Token): string => seals.seal(JSON.stringify(token), nameOwner(owner));
  /** Opens a token, or nothing when it was sealed for another row or by another secret. */
  const openToken = (owner: Owner, sealed: string): Token | undefined => {
    const text = seals.open(sealed, nameOwner(owner));
    if (text !== undefined) return JSON.parse(text) as Token;
    log({ level: 'error', event: 'grant-unreadable', userId: owner.userId });
    return undefined;
  };

  const discard = async (issuer: string, refreshToken: string | undefined): Promise<void> => {
    const provider = providers.findByIssuer(issuer);
    if (!provider || refreshToken === undefined) return;
    const revoked = provider
      .revoke(refreshToken)
      .catch(({ reason }: ProviderFailure) =>
        log({ level: 'warn', event: 'revocation-failed', provider: provider.settings.id, reason }),
      );
    // A slow provider goes on revoking.
    await within(timeout, revoked, () => new Error('not revoked in time')).catch(() => {});
  };

  /** Uses the token, and stores the one that the provider returns instead. */
  const useToken = async (asked: Provider, owner: Owner, sealed: string, token: Token): Promise<boolean> => {
    const [issuer, subject, refreshToken] = token;
    const next = await asked.refresh(refreshToken, subject);
    if (next === undefined) return false;
    const isNew = next !== refreshToken;
    if (isNew && !(await store.replaceGrant(owner.publicId, sealed, sealToken(owner, [issuer, subject, next]))))
      await discard(issuer, next);
    return true;
  };

  const giveBack = async (ended: readonly EndedSession[]): Promise<void> => {
    await Promise.all(
      ended.map(async ({ publicId, userId, sealed }) => {
        const token = userId !== null && sealed !== null ? openToken({ publicId, userId }, sealed) : undefined;
        if (token) await discard(token[0], token[2]);
      }),
    );
  };

  const underWay = new Set<Promise<void>>();

  return {
    seal: (owner, issuer, subject, refreshToken) => ({
      sealed: sealToken(owner, [issuer, subject, refreshToken]),
      due: now() + askEvery,
    }),

    async keepAlive({ id, publicId, authentication, grantDue }) {
      const time = now();
      // Due later than ever asked for: the clock was ahead.
      if (grantDue === null || (grantDue > time && grantDue <= time + askEvery)) return true;
      const sealed = await store.claimGrant(id, time, time + askEvery);
      if (sealed === undefined) return true;
      const owner = { publicId, userId: authentication.userId };
      const token = openToken(owner, sealed);
      const provider = token && providers.findByIssuer(token[0]);
      if (token && !provider) return true;
      try {
        if (provider && (await useToken(provider, owner, sealed, token))) return true;
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        log({ level: 'warn', event: 'provider-failed', provider: provider!.settings.id, reason: error.reason });
        return true;
      }
      await store.endSession(id, now());
      return false;
    },

    giveBack,
    discard,

    giveBackLeft() {
      if (providers.all.length === 0) return;
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
          const token = openToken(owner, sealed);
          if (!token) counts.unreadable += 1;
          // One that was used meanwhile has been sealed by the server that used it.
          else if (await store.replaceGrant(owner.publicId, sealed, sealToken(owner, token))) counts.resealed += 1;
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
