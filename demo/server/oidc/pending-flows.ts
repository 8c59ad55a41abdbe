import { flowStepLifetime } from '../config/lifetimes.js';
import { randomText } from '../crypto/random-text.js';
import { hashesFor } from '../crypto/derived-keys.js';
import type { RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import type { Flow } from '../store/records.js';
import { createFlowBrowser } from './flow-browser.js';
import type { FlowPlan } from './plan-flow.js';
import type { FlowSecrets } from './provider.js';

/** Keeps OpenID flows in the store from their start to their callback, each bound to the browser that began it. */
export interface PendingFlows {
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

/** 32 random bytes each. */
export function createFlowSecrets(): FlowSecrets {
  return { state: randomText(), nonce: randomText(), verifier: randomText() };
}

/** Creates the flows over a store. The database knows states by keyed hashes only. */
export function createPendingFlows({
  clientOf,
  config,
  limits,
  now,
  sessions,
  store,
}: Pick<Services, 'clientOf' | 'config' | 'limits' | 'now' | 'sessions' | 'store'>): PendingFlows {
  const hashState = hashesFor(config.sessionSecret, 'latchkey flow state v1');
  const browser = createFlowBrowser(config.sessionSecret);

  return {
    async save(context, { state, nonce, verifier }, plan) {
      await limits.countRow('flow', clientOf(context));
      const startedAt = now();
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
      return known !== undefined && state !== undefined && /^[\w-]{43}$/.test(state)
        ? store.takeFlow(hashState(state), known)
        : undefined;
    },
  };
}
