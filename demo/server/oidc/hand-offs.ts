import { flowStepLifetime } from '../config/lifetimes.js';
import { randomInt } from 'node:crypto';
import type { HandOff as HandOffAnswer } from '../../../src/core/contract-types.js';
import { hashesFor } from '../crypto/derived-keys.js';
import { createToken, type Secrets } from '../crypto/secrets.js';
import { Refusal } from '../http/refusal.js';
import type { RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import type { HandOff, HandOffStatus } from '../store/records.js';
import { signInArrival } from './complete-flow.js';
import { createHandOffProofs, type Proof } from './hand-off-proofs.js';

/** No vowels, which make words, and nothing that looks like another one. */
const alphabet = '34679CDFGHJKMNPQRTWXY';
const groupLength = 4;

/** The side of a hand-off that is in the app: it is begun there, and signs the session in that has begun it. */
export interface HandOffs {
  /**
   * Begins one in the visitor's session, or in a new one that carries nothing else and gets a cookie.
   *
   * @throws {Refusal} 429 when the client has begun too many.
   */
  begin(context: RequestContext): Promise<HandOffAnswer>;
  /**
   * Signs the visitor's session in if the person has said yes; otherwise says false.
   *
   * @throws {Refusal} 404 when this session did not begin it or is over, 410 with the reason when it will not be
   *   redeemed any more, 500 `session_failed`.
   */
  redeem(context: RequestContext, id: string): Promise<boolean>;
  /** Deletes hand-offs that can no longer be redeemed, and revokes their grants at the provider. */
  forgetLeft(): Promise<void>;
}

/** Returns the function that turns the id of a hand-off, which a browser has, into its keyed hash for the database. */
export function handOffIdsFor(secrets: Secrets): (id: string) => string {
  return hashesFor(secrets, 'latchkey hand-off v1');
}

/** Why a hand-off can no longer be redeemed, as reported to clients. */
const reasons: Partial<Record<HandOffStatus, 'declined' | 'provider_failed' | 'redeemed'>> = {
  declined: 'declined',
  failed: 'provider_failed',
  redeemed: 'redeemed',
};

/** @throws {Refusal} 410 for a hand-off that will not be redeemed any more. */
function refuseClosed({ status, expires }: HandOff, time: number): void {
  const reason = reasons[status] ?? (expires <= time ? 'expired' : undefined);
  if (reason !== undefined) throw new Refusal(410, reason);
}

const drawGroup = (): string =>
  Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Creates the hand-offs over a store. */
export function createHandOffs(services: Services): HandOffs {
  const { clientOf, secrets, limits, store, sessions, grants, now } = services;
  const idOf = handOffIdsFor(secrets);
  const proofs = createHandOffProofs(secrets);

  /**
   * Signs in the user of the proof, if the session that started the hand-off still exists; otherwise its grant is
   * revoked.
   */
  const signIn = async (context: RequestContext, { issuer, person, heardAt }: Proof): Promise<boolean> => {
    const { authenticatedAgo } = person;
    const arrived = {
      ...person,
      authenticatedAgo: authenticatedAgo === undefined ? undefined : authenticatedAgo + now() - heardAt,
    };
    let isSignedIn = false;
    try {
      const previous = await sessions.read(context);
      isSignedIn =
        previous !== undefined &&
        (await signInArrival({ services, context, authMethod: 'oidc', issuer, person: arrived, previous }));
    } finally {
      if (!isSignedIn) await grants.discard(person.refreshToken);
    }
    return isSignedIn;
  };

  return {
    async begin(context) {
      await limits.countRow('hand-off', clientOf(context));
      const id = createToken(secrets);
      const code = `${drawGroup()}-${drawGroup()}`;
      const expires = now() + flowStepLifetime;
      await sessions.attach(context, (sessionId, time, session) =>
        store.addHandOff({ id: idOf(id), sessionId, code, expires }, time, session),
      );
      return { id, code, expires };
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
      if (handOff.status !== 'confirmed') return false;
      const sealed = await store.takeProof(id, now());
      if (sealed === undefined) throw new Refusal(410, 'redeemed');
      if (!(await signIn(context, proofs.open(id, sealed)))) throw new Refusal(404, 'not_found');
      return true;
    },

    async forgetLeft() {
      const left = await store.takeLeftProofs(now());
      await Promise.all(
        left.map(async ({ handOff, proof }) => grants.discard(proofs.open(handOff, proof).person.refreshToken)),
      );
    },
  };
}
