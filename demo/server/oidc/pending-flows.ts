import { getCookie, setCookie } from 'hono/cookie';
import { randomText } from '../bytes.js';
import { hashesFor } from '../derived-keys.js';
import type { RequestContext, Services } from '../services.js';
import type { Flow } from '../store/records.js';
import type { FlowPlan } from './plan-flow.js';
import type { FlowSecrets } from './provider.js';

const cookieName = '__Host-flow';
const cookieAttributes = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const;
/** How long the person has at the provider, in milliseconds. */
const lifetime = 10 * 60_000;
const token = /^[\w-]{43}$/;

/** Keeps OpenID flows in the store from their start to their callback, each bound to the browser that began it. */
export interface PendingFlows {
  /** Saves a flow, and sets the cookie by which its browser is known; flows that run side by side share it. */
  save(context: RequestContext, secrets: FlowSecrets, plan: FlowPlan): Promise<void>;
  /** Takes the flow that the callback names, once, in its own browser only. It may be over. */
  take(context: RequestContext, state: string | undefined): Promise<Flow | undefined>;
}

/** 32 random bytes each. */
export function createFlowSecrets(): FlowSecrets {
  return { state: randomText(), nonce: randomText(), verifier: randomText() };
}

/** Creates the flows over a store. The database knows states and cookies by keyed hashes only. */
export function createPendingFlows({ config, now, store }: Pick<Services, 'config' | 'now' | 'store'>): PendingFlows {
  const hashState = hashesFor(config.sessionSecret, 'latchkey flow state v1');
  const hashBrowser = hashesFor(config.sessionSecret, 'latchkey flow browser v1');
  const readCookie = (context: RequestContext): string | undefined => {
    const value = getCookie(context, cookieName);
    return value !== undefined && token.test(value) ? value : undefined;
  };

  return {
    async save(context, { state, nonce, verifier }, plan) {
      const cookie = readCookie(context) ?? randomText();
      const startedAt = now();
      await store.addFlow({ ...plan, state: hashState(state), browser: hashBrowser(cookie), nonce, verifier, startedAt, expires: startedAt + lifetime });
      setCookie(context, cookieName, cookie, { ...cookieAttributes, maxAge: lifetime / 1000 });
    },

    async take(context, state) {
      const cookie = readCookie(context);
      return cookie !== undefined && state !== undefined && token.test(state) ? store.takeFlow(hashState(state), hashBrowser(cookie)) : undefined;
    },
  };
}
