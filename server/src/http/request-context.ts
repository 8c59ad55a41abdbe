import type { Context } from 'hono';
import type { RefusalCode } from './refusal.js';

/** What a runtime says about a request beside the request itself: the address of the peer. */
export interface RequestEnvironment {
  address?: string | undefined;
}

/** How a sign-in ended that is answered with a page or a redirect, whose status does not say it. */
export type Outcome = RefusalCode | 'cancelled' | 'identity_taken' | 'next_step' | 'refused' | 'wrong_code';

/**
 * What hono carries through a request: what the runtime says, the body once it is read, the pattern of its endpoint, the
 * network that it came from once that is asked, the error code, and how it ended where the status does not say it.
 */
export interface Env {
  Bindings: RequestEnvironment;
  Variables: {
    body: Uint8Array;
    route: string | undefined;
    client: string | undefined;
    refusal: RefusalCode | undefined;
    outcome: Outcome | undefined;
  };
}

/** A request in the middleware and routes, with its response so far. */
export type RequestContext = Context<Env>;
