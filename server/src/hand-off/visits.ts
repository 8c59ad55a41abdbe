import { plainCode } from '../../../src/base/text/code.js';
import { triesPerHandOff } from '../config/limits.js';
import { hashesFor } from '../crypto/derived-keys.js';
import { createToken } from '../crypto/secrets.js';
import type { RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import type { HandOff, HandOffQuestion } from '../store/records.js';
import { FlowFailure, refuseExpired } from '../oidc/ending.js';
import { createFlowBrowser } from '../oidc/flow-browser.js';
import { createHandOffProofs, type ProviderProof } from './proofs.js';
import type { ProviderUser } from '../oidc/provider.js';

/**
 * The side of a hand-off that is in the other browser: the visit to the provider, and the question after it. Ids are as
 * the database knows them.
 */
export interface HandOffVisits {
  /**
   * @throws {FlowFailure} 404 for an unknown hand-off, 410 for one that has ended, or for which a user has already
   *   signed in.
   */
  demandOpen(id: string): Promise<void>;
  /** Ends a hand-off whose provider has failed, or at whose provider the user went back. */
  end(id: string, status: 'failed' | 'declined'): Promise<void>;
  /**
   * Keeps what the provider has said until the user answers, and returns what the answer is to be given with, in this
   * browser only.
   *
   * @throws {FlowFailure} 410 if the hand-off has ended, or a user has already signed in for it; nothing is stored
   *   then.
   */
  prove(context: RequestContext, id: string, proven: Omit<ProviderProof, 'heardAt'>): Promise<string>;
  /** @throws {FlowFailure} 400 when this browser has no such question, 410 when it has been answered or is over. */
  readQuestion(context: RequestContext, confirmation: string): Promise<ProviderUser>;
  /**
   * Answers the question with the code that was typed, once. A wrong code leaves it open, until the fifth ends it.
   *
   * @returns false when the code is wrong.
   * @throws {FlowFailure} as above.
   */
  confirm(context: RequestContext, confirmation: string, code: string): Promise<boolean>;
  /** Answers the question with a no. @throws {FlowFailure} as above. */
  decline(context: RequestContext, confirmation: string): Promise<void>;
}

function refuseOver(): never {
  throw new FlowFailure(
    410,
    'expired',
    'This sign-in has expired. Go back to the app and start over if you are not signed in.',
  );
}

/** Refuses an answer to a question that is not open, or not asked in this browser. */
function refuseAnswered(found: HandOff | undefined): never {
  return found ? refuseOver() : refuseExpired();
}

/**
 * Creates the visits over a store. The database knows browsers and confirmations by keyed hashes, and what the provider
 * said only encrypted.
 */
export function createHandOffVisits({
  secrets,
  store,
  grants,
  now,
}: Pick<Services, 'secrets' | 'store' | 'grants' | 'now'>): HandOffVisits {
  const hashConfirmation = hashesFor(secrets, 'latchkey hand-off confirmation v1');
  const proofs = createHandOffProofs(secrets);
  const browser = createFlowBrowser(secrets);
  /** Of a question, which only a visit to a provider leads to. */
  const openProof = (id: string, sealed: string): ProviderProof | undefined =>
    proofs.open(id, sealed) as ProviderProof | undefined;

  const questionOf = (context: RequestContext, confirmation: string): HandOffQuestion => {
    const known = browser.read(context);
    if (known === undefined) refuseExpired();
    return { browser: known, confirmation: hashConfirmation(confirmation) };
  };

  const decline = async (question: HandOffQuestion): Promise<void> => {
    const found = await store.findQuestion(question);
    const answered = found && (await store.answerQuestion(question, 'declined', now()));
    if (!answered) return refuseAnswered(found);
    const proof = answered.proof === undefined ? undefined : openProof(found.id, answered.proof);
    if (proof) await grants.discard(proof.issuer, proof.providerUser.refreshToken);
  };

  return {
    async demandOpen(id) {
      const handOff = await store.findHandOff(id);
      if (!handOff)
        throw new FlowFailure(404, 'not_found', 'This sign-in does not exist. Go back to the app and start over.');
      if (handOff.status !== 'open' || handOff.expires <= now()) refuseOver();
    },

    end: (id, status) => store.endHandOff(id, status),

    async prove(context, id, proven) {
      const confirmation = createToken(secrets);
      const mark = browser.mark(context);
      const question = { browser: mark.hash, confirmation: hashConfirmation(confirmation) };
      const heardAt = now();
      const identity = { issuer: proven.issuer, subject: proven.providerUser.subject };
      const sealed = proofs.seal(id, { ...proven, heardAt });
      if (!(await store.proveHandOff(id, question, sealed, heardAt, identity))) refuseOver();
      mark.keep();
      return confirmation;
    },

    async readQuestion(context, confirmation) {
      const found = await store.findQuestion(questionOf(context, confirmation));
      if (!found) refuseExpired();
      if (found.status !== 'proven' || found.expires <= now() || found.proof === null) refuseOver();
      return openProof(found.id, found.proof)?.providerUser ?? refuseOver();
    },

    async confirm(context, confirmation, typed) {
      const question = questionOf(context, confirmation);
      const tried = await store.tryHandOffCode(question, now());
      if (!tried) return refuseAnswered(await store.findQuestion(question));
      if (tried.tries <= triesPerHandOff && plainCode(typed) === plainCode(tried.code)) {
        if (!(await store.answerQuestion(question, 'confirmed', now()))) refuseOver();
        return true;
      }
      if (tried.tries >= triesPerHandOff) {
        await decline(question);
        refuseOver();
      }
      return false;
    },

    decline: (context, confirmation) => decline(questionOf(context, confirmation)),
  };
}
