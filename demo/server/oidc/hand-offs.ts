import { randomInt } from 'node:crypto';
import type { HandOff as HandOffAnswer } from '../../../src/core/contract-types.js';
import { randomText } from '../bytes.js';
import { deriveKey, hashesFor } from '../derived-keys.js';
import { Refusal } from '../refusal.js';
import { openText, sealText } from '../sealed-text.js';
import type { RequestContext, Services } from '../services.js';
import type { HandOff, HandOffStatus } from '../store/records.js';
import { signInArrival } from './complete-flow.js';
import { FlowFailure, refuseExpired } from './ending.js';
import { createFlowBrowser, stepLifetime } from './flow-browser.js';
import type { ProvenPerson } from './provider.js';

/** No vowels, which make words, and nothing that looks like another one. */
const alphabet = '34679CDFGHJKMNPQRTWXY';
const groupLength = 4;

/** What the provider has said for a hand-off, and when we heard it, in epoch milliseconds. */
interface Proof {
  issuer: string;
  person: ProvenPerson;
  heardAt: number;
}

/** Who is asked about, in the browser where they have signed in. */
export interface OpenQuestion {
  code: string;
  person: ProvenPerson;
}

/** Signs an app in by way of another browser: that one visits the provider, and the session that asked for it is signed in. */
export interface HandOffs {
  /** What the database knows a hand-off by. */
  idOf(id: string): string;
  /** Begins one in the visitor's session, or in a new one that carries nothing else and gets a cookie. */
  begin(context: RequestContext): Promise<HandOffAnswer>;
  /** @throws {FlowFailure} 404 for an unknown hand-off, 410 for one that is over or for which somebody has signed in already. */
  demandOpen(id: string): Promise<void>;
  /** Ends a hand-off whose provider has failed, or at whose provider the person went back. */
  end(id: string, status: 'failed' | 'declined'): Promise<void>;
  /**
   * Keeps what the provider has said until the person answers, and returns what the answer is to be given with, in this browser only.
   *
   * @throws {FlowFailure} 410 when the hand-off is over, or somebody has signed in for it already; nothing is kept then.
   */
  prove(context: RequestContext, id: string, issuer: string, person: ProvenPerson): Promise<string>;
  /** @throws {FlowFailure} 400 when this browser has no such question, 410 when it has been answered or is over. */
  readQuestion(context: RequestContext, confirmation: string): Promise<OpenQuestion>;
  /** Answers the question, once. @throws {FlowFailure} as above. */
  answer(context: RequestContext, confirmation: string, isYes: boolean): Promise<void>;
  /**
   * Signs the visitor's session in if the person has said yes; otherwise says false.
   *
   * @throws {Refusal} 404 when this session did not begin it or is over, 410 with the reason when it will not be redeemed any more, 500 `session_failed`.
   */
  redeem(context: RequestContext, id: string): Promise<boolean>;
  /** Forgets what nobody can redeem any more, and has the provider revoke the grants that came with it. */
  forgetLeft(): Promise<void>;
}

/** Why a hand-off is not to be redeemed any more, as clients are told. */
const reasons: Partial<Record<HandOffStatus, 'declined' | 'provider_failed' | 'redeemed'>> = {
  declined: 'declined', failed: 'provider_failed', redeemed: 'redeemed',
};

const drawGroup = (): string => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Creates the hand-offs over a store. The database knows their ids by keyed hashes, and what the provider said only encrypted. */
export function createHandOffs(services: Services): HandOffs {
  const { config, store, sessions, grants, now } = services;
  const idOf = hashesFor(config.sessionSecret, 'latchkey hand-off v1');
  const hashConfirmation = hashesFor(config.sessionSecret, 'latchkey hand-off confirmation v1');
  const key = deriveKey(config.sessionSecret, 'latchkey hand-off proof v1');
  const browser = createFlowBrowser(config.sessionSecret);
  const open = (id: string, sealed: string): Proof => JSON.parse(openText(key, sealed, id)) as Proof;

  const questionOf = (context: RequestContext, confirmation: string): { browser: string; confirmation: string } => {
    const known = browser.read(context);
    if (known === undefined) refuseExpired();
    return { browser: known, confirmation: hashConfirmation(confirmation) };
  };

  /** Signs in whoever the proof is about, as far as the session that asked is still there. */
  const signIn = async (context: RequestContext, { issuer, person, heardAt }: Proof): Promise<boolean> => {
    const { authenticatedAgo } = person;
    const arrived = { ...person, authenticatedAgo: authenticatedAgo === undefined ? undefined : authenticatedAgo + now() - heardAt };
    const previous = await sessions.read(context);
    return previous !== undefined && signInArrival({ services, context, authMethod: 'oidc', issuer, person: arrived, previous });
  };

  return {
    idOf,

    async begin(context) {
      const id = randomText();
      const code = `${drawGroup()}-${drawGroup()}`;
      const expires = now() + stepLifetime;
      await sessions.attach(context, (sessionId, time, session) => store.addHandOff({ id: idOf(id), sessionId, code, expires }, time, session));
      return { id, code, expires };
    },

    async demandOpen(id) {
      const handOff = await store.findHandOff(id);
      if (!handOff) throw new FlowFailure(404, 'not_found', 'There is no such sign-in. Go back to the app and begin again.');
      if (handOff.status !== 'open' || handOff.expires <= now()) refuseOver();
    },

    end: (id, status) => store.endHandOff(id, status),

    async prove(context, id, issuer, person) {
      const confirmation = randomText();
      const mark = browser.mark(context);
      const question = { browser: mark.hash, confirmation: hashConfirmation(confirmation) };
      const heardAt = now();
      const proof: Proof = { issuer, person, heardAt };
      if (!(await store.proveHandOff(id, question, sealText(key, JSON.stringify(proof), id), heardAt))) refuseOver();
      mark.keep();
      return confirmation;
    },

    async readQuestion(context, confirmation) {
      const found = await store.findQuestion(questionOf(context, confirmation));
      if (!found) refuseExpired();
      if (found.status !== 'proven' || found.expires <= now() || found.proof === null) refuseOver();
      return { code: found.code, person: open(found.id, found.proof).person };
    },

    async answer(context, confirmation, isYes) {
      const question = questionOf(context, confirmation);
      const found = await store.findQuestion(question);
      if (!found) refuseExpired();
      const answered = await store.answerQuestion(question, isYes ? 'confirmed' : 'declined', now());
      if (!answered) refuseOver();
      if (answered.proof !== undefined) await grants.discard(open(found.id, answered.proof).person.refreshToken);
    },

    async redeem(context, asked) {
      const id = idOf(asked);
      const sessionId = sessions.readId(context);
      // In this order: a redemption that takes the session away between the two is seen by the second.
      const session = await sessions.read(context);
      const handOff = sessionId === undefined ? undefined : await store.findOwnHandOff(id, sessionId);
      if (!handOff) throw new Refusal(404, 'not_found');
      refuseClosed(handOff, now());
      if (!session) throw new Refusal(404, 'not_found');
      if (handOff.status !== 'confirmed') return false;
      const sealed = await store.takeProof(id, now());
      if (sealed === undefined) throw new Refusal(410, 'redeemed');
      const proof = open(id, sealed);
      const isSignedIn = await signIn(context, proof).catch(async (error: unknown) => {
        await grants.discard(proof.person.refreshToken);
        throw error;
      });
      if (isSignedIn) return true;
      await grants.discard(proof.person.refreshToken);
      throw new Refusal(404, 'not_found');
    },

    async forgetLeft() {
      const left = await store.takeLeftProofs(now());
      await Promise.all(left.map(async ({ handOff, proof }) => grants.discard(open(handOff, proof).person.refreshToken)));
    },
  };
}

function refuseOver(): never {
  throw new FlowFailure(410, 'expired', 'This sign-in is over. Go back to the app and begin again if it has not signed you in.');
}

/** @throws {Refusal} 410 for a hand-off that will not be redeemed any more. */
function refuseClosed({ status, expires }: HandOff, time: number): void {
  const reason = reasons[status] ?? (expires <= time ? 'expired' : undefined);
  if (reason !== undefined) throw new Refusal(410, reason);
}
