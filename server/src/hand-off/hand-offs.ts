import { flowStepLifetime } from '../config/lifetimes.js';
import type { HandOff as HandOffAnswer } from '../../../src/base/contract/types.js';
import { hashesFor } from '../crypto/derived-keys.js';
import { createToken, type Secrets } from '../crypto/secrets.js';
import { Refusal } from '../http/refusal.js';
import type { RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import { describeDevice } from '../sessions/device.js';
import type { SignedIn } from '../sessions/sign-in.js';
import type { HandOff, HandOffStatus, SignedInSession } from '../store/records.js';
import { signInProviderUser } from '../oidc/complete-flow.js';
import { drawCode, writeCode } from './codes.js';
import { createHandOffProofs, type ApprovalProof, type ProviderProof } from './proofs.js';

/** The side of a hand-off that is in the app: it is begun there, and signs the session in that has begun it. */
export interface HandOffs {
  /**
   * Begins one in the visitor's session, or in a new one that carries nothing else and gets a cookie.
   *
   * @throws {Refusal} 429 when the client has begun too many.
   */
  begin(context: RequestContext): Promise<HandOffAnswer>;
  /**
   * Has the session that shows this code be signed in as the user of `session`.
   *
   * @returns what the other session runs on, in words; undefined when there is no such code, or no longer.
   * @throws {Refusal} 401 `unauthenticated` when `session` has ended.
   */
  approve(session: SignedInSession, typed: string): Promise<string | undefined>;
  /**
   * Signs the visitor's session in if the user has said yes; otherwise returns undefined.
   *
   * @throws {Refusal} 404 when this session did not begin it or is over, 410 with the reason when it will not be
   *   redeemed any more, 500 `session_failed`.
   */
  redeem(context: RequestContext, id: string): Promise<SignedIn | undefined>;
  /** Deletes hand-offs that can no longer be redeemed, and revokes their grants at the provider. */
  forgetLeft(): Promise<void>;
}

/** Returns the function that turns the id of a hand-off, which a browser has, into its keyed hash for the database. */
export function handOffIdsFor(secrets: Secrets): (id: string) => string {
  return hashesFor(secrets, 'latchkey hand-off v1');
}

/** Why a hand-off can no longer be redeemed, as reported to clients. */
const reasons: Partial<Record<HandOffStatus, 'declined' | 'expired' | 'provider_failed' | 'redeemed'>> = {
  declined: 'declined',
  ended: 'expired',
  failed: 'provider_failed',
  taken: 'redeemed',
  redeemed: 'redeemed',
};

/** @throws {Refusal} 410 for a hand-off that will not be redeemed any more. */
function refuseClosed({ status, expires }: HandOff, time: number): void {
  const reason = reasons[status] ?? (expires <= time ? 'expired' : undefined);
  if (reason !== undefined) throw new Refusal(410, reason);
}

/** Creates the hand-offs over a store. */
export function createHandOffs(services: Services): HandOffs {
  const { clientOf, secrets, limits, store, sessions, grants, now } = services;
  const idOf = handOffIdsFor(secrets);
  const proofs = createHandOffProofs(secrets);

  /** Signs in the user who has approved it, if neither session has ended. */
  const signInApproved = async (
    context: RequestContext,
    id: string,
    { approvedBy, authentication: { userId, authTime }, origin }: ApprovalProof,
  ): Promise<SignedIn | undefined> => {
    const previous = await sessions.read(context);
    if (!previous) return undefined;
    // A session that has approved its own code is signed in, and keeps what it began with.
    if (previous.publicId === approvedBy) return (await store.redeemHandOff(id)) ? {} : undefined;
    return sessions.signIn(
      context,
      userId,
      'other_device',
      (session, time) => store.startApprovedSession(session, time, previous.id, approvedBy),
      // The session that approved it was signed in with all that is required.
      { ...origin, authTime, secondFactor: 'other-device', redeems: id },
    );
  };

  /**
   * Signs in the user of the provider, if the session that started the hand-off still exists; otherwise its grant is
   * revoked.
   */
  const signInFromProvider = async (
    context: RequestContext,
    handOff: string,
    { issuer, providerUser, heardAt, startedAt }: ProviderProof,
  ): Promise<SignedIn | undefined> => {
    const { authenticatedAgo } = providerUser;
    const userNow = {
      ...providerUser,
      authenticatedAgo: authenticatedAgo === undefined ? undefined : authenticatedAgo + now() - heardAt,
    };
    let signedIn: SignedIn | undefined;
    try {
      const previous = await sessions.read(context);
      signedIn =
        previous &&
        (await signInProviderUser({
          services,
          context,
          authMethod: 'oidc',
          issuer,
          providerUser: userNow,
          previous,
          startedAt,
          handOff,
        }));
    } finally {
      if (!signedIn) await grants.discard(issuer, providerUser.refreshToken);
    }
    return signedIn;
  };

  return {
    async begin(context) {
      await limits.countRow('hand-off', clientOf(context));
      const id = createToken(secrets);
      const code = drawCode();
      const device = describeDevice(context.req.header('User-Agent'));
      const expires = now() + flowStepLifetime;
      await sessions.attach(context, (sessionId, time, session) =>
        store.addHandOff({ id: idOf(id), sessionId, code, device, expires }, time, session),
      );
      return { id, code, expires };
    },

    async approve(session, typed) {
      const code = writeCode(typed);
      const found = code === undefined ? undefined : await store.findHandOffByCode(code, now());
      if (!found) return undefined;
      const origin = await store.findOrigin(session.publicId);
      if (!origin) throw new Refusal(401, 'unauthenticated');
      const sealed = proofs.seal(found.id, {
        approvedBy: session.publicId,
        authentication: session.authentication,
        origin,
      });
      const outcome = await store.approveHandOff(found.id, sealed, session, now());
      if (outcome === 'session-ended') throw new Refusal(401, 'unauthenticated');
      return outcome === 'approved' ? found.device : undefined;
    },

    async redeem(context, asked) {
      const id = idOf(asked);
      const sessionId = sessions.readId(context);
      // In this order: the second one sees a redemption that replaces the session between the two.
      const session = await sessions.read(context);
      const handOff = sessionId === undefined ? undefined : await store.findOwnHandOff(id, sessionId);
      if (!handOff) throw new Refusal(404, 'not_found');
      refuseClosed(handOff, now());
      if (!session) throw new Refusal(404, 'not_found');
      if (handOff.status !== 'confirmed') return undefined;
      const sealed = await store.takeProof(id, now());
      if (sealed === undefined) throw new Refusal(410, 'redeemed');
      const proof = proofs.open(id, sealed);
      if (!proof) throw new Refusal(410, 'expired');
      const signedIn =
        'approvedBy' in proof ? await signInApproved(context, id, proof) : await signInFromProvider(context, id, proof);
      if (!signedIn) throw new Refusal(404, 'not_found');
      return signedIn;
    },

    async forgetLeft() {
      const left = await store.takeLeftProofs(now());
      await Promise.all(
        left.map(async ({ handOff, proof: sealed }) => {
          const proof = proofs.open(handOff, sealed);
          if (proof && 'providerUser' in proof) await grants.discard(proof.issuer, proof.providerUser.refreshToken);
        }),
      );
    },
  };
}
