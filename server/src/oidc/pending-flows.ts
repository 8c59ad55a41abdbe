import { flowStepLifetime } from '../config/lifetimes.js';
import { randomText } from '../crypto/random-text.js';
import { hashesFor } from '../crypto/derived-keys.js';
import { createToken, isToken } from '../crypto/secrets.js';
import type { RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import type { Flow } from '../store/records.js';
import { createFlowBrowser } from './flow-browser.js';
import type { FlowPlan } from './plan-flow.js';
import type { FlowSecrets } from './provider.js';

/** Keeps OpenID flows in the store from their start to their callback, each bound to the browser that began it. */
export interface PendingFlows {
  /** What a flow is protected by: 32 random bytes each. */
  createSecrets(): FlowSecrets;
  /**
   * Saves a flow in the visitor's session, or in a new one that carries nothing else and gets a cookie, and marks its
   * browser.
   *
   * @throws {Refusal} 429 when the client has begun too many.
   */
  save(context: RequestContext, secrets: FlowSecrets, plan: FlowPlan): Promise<void>;
  /** Takes the flow that the callback names, once, in its own browser only. It may be over. */
  take(context: RequestContext, state: string | undefined): Promise<Flow | undefined>;
}

/** Creates the flows over a store. The database knows states by keyed hashes only. */
export function createPendingFlows({
  clientOf,
  limits,
  now,
  secrets,
  sessions,
  store,
}: Pick<Services, 'clientOf' | 'limits' | 'now' | 'secrets' | 'sessions' | 'store'>): PendingFlows {
  const hashState = hashesFor(secrets, 'latchkey flow state v1');
  const browser = createFlowBrowser(secrets);

  return {
    createSecrets: () => ({ state: createToken(secrets), nonce: randomText(), verifier: randomText() }),

    async save(context, { state, nonce, verifier }, plan) {
      await limits.countRow('flow', clientOf(context));
      // After every logout at the provider so far: later ones end the sign-in.
      const startedAt = Math.max(now(), await store.findLastProviderLogout());
      const mark = browser.mark(context);
      const flow = {
        ...plan,
        state: hashState(state),
        browser: mark.hash,
        nonce,
        verifier,
        startedAt,
        expires: startedAt + flowStepLifetime,
      };
      // A hand-off ends in the session of the app, independently of this browser's session.
      if (plan.handOff !== null) await store.addFlow({ ...flow, sessionId: null }, startedAt);
      else
        await sessions.attach(context, (sessionId, time, session) =>
          store.addFlow({ ...flow, sessionId }, time, session),
        );
      mark.keep();
    },

    async take(context, state) {
      const known = browser.read(context);
      return known !== undefined && isToken(state) ? store.takeFlow(hashState(state), known) : undefined;
    },
  };
}
