import type { Context } from 'hono';

/** What a runtime says about a request beside the request itself: the address of the peer. */
export interface RequestEnvironment {
  address?: string | undefined;
}

/** What hono carries through a request: what the runtime says, and the body once it is read. */
export interface Env {
  Bindings: RequestEnvironment;
  Variables: { body: Uint8Array };
}

/** A request in the middleware and routes, with its response so far. */
export type RequestContext = Context<Env>;
